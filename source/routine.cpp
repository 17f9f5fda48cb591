// Puts the blocks of a function in one line.
#include "source/routine.hpp"

#include <algorithm>

#include "source/awaits.hpp"
#include "source/graph_of_blocks.hpp"
#include "source/registers.hpp"

namespace ringcheck::source {

namespace {

struct Copy {
  Operand to = kNoOperand;
  Operand from = kNoOperand;
};

class Linearisation {
 public:
  explicit Linearisation(const Function& function)
      : function_(function), graph_(function), awaits_(find_awaits(function, graph_)) {
    loop_at_.assign(function.blocks.size(), SIZE_MAX);
    std::vector<std::vector<std::size_t>> kept(function.blocks.size());
    for (std::size_t l = 0; l < graph_.loops().size(); ++l) {
      loop_at_[graph_.loops()[l].header] = l;
      kept[graph_.loops()[l].header] = awaits_[l].compared;
    }
    places_ = place_registers(function, graph_, kept);
    result_.name = function.name;
    result_.parameters = function.parameters;
    result_.results = function.results;
    result_.constants = function.constants;
    // One more, for copies that form a circle.
    result_.registers = places_.count + 1;
  }

  Routine run() {
    describe_loops();
    start_.assign(function_.blocks.size(), 0);
    is_meeting_.assign(function_.blocks.size(), false);
    for (const std::uint32_t b : graph_.order())
      if (graph_.successors(b).size() > 1 && graph_.meeting_of(b) != kNoBlock)
        is_meeting_[graph_.meeting_of(b)] = true;
    for (std::size_t n = 0; n < graph_.order().size(); ++n) {
      next_ = n + 1 < graph_.order().size() ? graph_.order()[n + 1] : kNoBlock;
      emit_block(graph_.order()[n]);
    }
    for (const Jump& jump : jumps_) *field(jump) = static_cast<Operand>(start_[jump.block]);
    settle_cases();
    return std::move(result_);
  }

 private:
  enum class Field : std::uint8_t { target, b, c, a_case };
  /// A field that is to hold where a block starts.
  struct Jump {
    std::size_t at = 0;  ///< number of the instruction, or of the case
    Field field = Field::target;
    std::uint32_t block = 0;
  };

  Operand* field(const Jump& jump) {
    Instruction& i = result_.code[jump.at];
    return jump.field == Field::target ? &i.target : jump.field == Field::b ? &i.b : &i.c;
  }

  void describe_loops() {
    for (const LoopOfBlocks& loop : graph_.loops()) {
      Loop& described = result_.loops.emplace_back();
      for (const LoopOfBlocks& other : graph_.loops())
        if (&other != &loop && other.contains[loop.header]) ++described.depth;
      for (const Instruction& i : function_.blocks[loop.header].instructions)
        if (described.place == 0) described.place = i.place;
      described.is_left = leads_out(loop);
    }
    for (const RepeatedStore& store : find_repeated_stores(function_, graph_))
      repeated_stores_.push_back(store);
    taken_back_ = find_additions_taken_back(function_, graph_, awaits_);
  }

  [[nodiscard]] bool leads_out(const LoopOfBlocks& loop) const {
    return std::ranges::any_of(graph_.order(), [&](std::uint32_t b) {
      return loop.contains[b] && std::ranges::any_of(graph_.successors(b), [&](std::uint32_t to) {
               return !loop.contains[to];
             });
    });
  }

  [[nodiscard]] Operand placed(Operand x) const {
    return x < 0 ? x : places_.place[static_cast<std::size_t>(x)];
  }

  Instruction& emit(Opcode opcode, std::uint32_t place) {
    Instruction& i = result_.code.emplace_back();
    i.opcode = opcode;
    i.place = place;
    return i;
  }

  void emit_block(std::uint32_t b) {
    start_[b] = static_cast<std::uint32_t>(result_.code.size());
    const Block& block = function_.blocks[b];
    if (is_meeting_[b]) emit(Opcode::meet, 0).a = static_cast<Operand>(b);
    for (std::size_t n = 0; n + 1 < block.instructions.size(); ++n) {
      for (const TakenBack& addition : taken_back_)
        if (addition.block == b && addition.instruction == n)
          emit_take_back(addition, block.instructions[n]);
      emit_plain(block.instructions[n]);
      for (const RepeatedStore& store : repeated_stores_)
        if (store.block == b && store.instruction == n) {
          result_.code.back().detail = 1;
          result_.code.back().c = static_cast<Operand>(store.loop);
        }
    }
    emit_last(b, block.instructions.back());
  }

  void emit_take_back(const TakenBack& addition, const Instruction& from) {
    Instruction& i = emit(Opcode::take_back, from.place);
    i.a = static_cast<Operand>(addition.loop);
    i.b = placed(from.a);
    i.c = from.b;
    i.width = from.width;
    i.order = from.order;
    i.other_width = from.detail;
    i.detail = addition.from_before ? 1 : 0;
  }

  void emit_plain(const Instruction& from) {
    Instruction& i = result_.code.emplace_back(from);
    if (results_of(from) > 0) i.target = placed(from.target);
    switch (from.opcode) {
      case Opcode::call:
      case Opcode::call_external:
      case Opcode::call_indirect:
      case Opcode::give_back: {
        const auto first = static_cast<Operand>(result_.arguments.size());
        for (Operand n = 0; n < from.c; ++n)
          result_.arguments.push_back(
              placed(function_.arguments[static_cast<std::uint32_t>(from.b + n)]));
        result_.code.back().b = first;
        if (from.opcode == Opcode::call_indirect) result_.code.back().a = placed(from.a);
        return;
      }
      case Opcode::allocate:
        i.a = placed(from.a);
        return;
      case Opcode::thread_local_address:
      case Opcode::refuse:
      case Opcode::unreachable:
      case Opcode::fence:
        return;
      default:
        i.a = placed(from.a);
        i.b = placed(from.b);
        if (from.opcode != Opcode::floating) i.c = placed(from.c);
    }
  }

  void emit_last(std::uint32_t b, const Instruction& last) {
    switch (last.opcode) {
      case Opcode::jump:
        emit_edge(b, static_cast<std::uint32_t>(last.target), last.place);
        return;
      case Opcode::branch:
        return emit_branch(b, last);
      case Opcode::choose_case:
        return emit_choice(b, last);
      default:
        emit_plain(last);
    }
  }

  /// Emits what has to be done on the way from `b` to `to`, and the jump unless `to` follows.
  void emit_edge(std::uint32_t b, std::uint32_t to, std::uint32_t place) {
    emit_marks(b, to, place);
    emit_copies(copies(b, to), place);
    if (to == next_) return;
    jumps_.push_back({result_.code.size(), Field::target, to});
    emit(Opcode::jump, place);
  }

  [[nodiscard]] bool edge_is_bare(std::uint32_t b, std::uint32_t to) const {
    return loop_at_[to] == SIZE_MAX && copies(b, to).empty() && loop_to_wait_in(b, to) == SIZE_MAX;
  }

  [[nodiscard]] std::vector<Copy> copies(std::uint32_t b, std::uint32_t to) const {
    std::vector<Copy> all;
    for (const Phi& phi : function_.blocks[to].phis)
      for (const Phi::Way& way : phi.ways)
        if (way.block == b) {
          all.push_back({placed(phi.target), placed(way.value)});
          break;
        }
    return all;
  }

  /// The loop that is sure to be repeated from the way from `b` to `to` on, and not before;
  /// SIZE_MAX if there is none.
  [[nodiscard]] std::size_t loop_to_wait_in(std::uint32_t b, std::uint32_t to) const {
    for (std::size_t l = 0; l < awaits_.size(); ++l)
      if (!awaits_[l].repeats.empty() && awaits_[l].repeats[to] && !awaits_[l].repeats[b]) return l;
    return SIZE_MAX;
  }

  void emit_marks(std::uint32_t b, std::uint32_t to, std::uint32_t place) {
    if (const std::size_t waits = loop_to_wait_in(b, to); waits != SIZE_MAX)
      emit(Opcode::wait_in_loop, place).a = static_cast<Operand>(waits);
    const std::size_t l = loop_at_[to];
    if (l == SIZE_MAX) return;
    if (!graph_.goes_back(b, to)) {
      emit(Opcode::enter_loop, place).a = static_cast<Operand>(l);
      return;
    }
    const auto first = static_cast<Operand>(result_.arguments.size());
    for (const std::size_t p : awaits_[l].compared) {
      const Phi& phi = function_.blocks[to].phis[p];
      for (const Phi::Way& way : phi.ways) {
        if (way.block != b) continue;
        if (way.value != phi.target)
          result_.arguments.insert(result_.arguments.end(),
                                   {placed(phi.target), placed(way.value)});
        break;
      }
    }
    Instruction& i = emit(Opcode::repeat_loop, place);
    i.detail = awaits_[l].waits ? 1 : awaits_[l].waits_if_loads_are_alike ? 2 : 0;
    i.a = static_cast<Operand>(l);
    i.b = first;
    i.c = (static_cast<Operand>(result_.arguments.size()) - first) / 2;
  }

  /// All copies at once: none overwrites what another still reads.
  void emit_copies(std::vector<Copy> left, std::uint32_t place) {
    std::erase_if(left, [](const Copy& c) { return c.to == c.from; });
    const auto spare = static_cast<Operand>(places_.count);
    while (!left.empty()) {
      const auto ready = std::ranges::find_if(left, [&](const Copy& c) {
        return std::ranges::none_of(left, [&](const Copy& o) { return o.from == c.to; });
      });
      if (ready == left.end()) {
        // A circle: put one value aside.
        const Operand aside = left.front().from;
        emit_copy(spare, aside, place);
        for (Copy& c : left)
          if (c.from == aside) c.from = spare;
        continue;
      }
      emit_copy(ready->to, ready->from, place);
      left.erase(ready);
    }
  }
  void emit_copy(Operand to, Operand from, std::uint32_t place) {
    Instruction& i = emit(Opcode::copy, place);
    i.target = to;
    i.a = from;
    i.detail = 1;
  }

  [[nodiscard]] Operand meeting(std::uint32_t b) const {
    const std::uint32_t m = graph_.meeting_of(b);
    return m == kNoBlock ? kNoOperand : static_cast<Operand>(m);
  }

  void emit_branch(std::uint32_t b, const Instruction& last) {
    const std::size_t at = result_.code.size();
    const auto yes = static_cast<std::uint32_t>(last.b);
    const auto no = static_cast<std::uint32_t>(last.c);
    Instruction& i = emit(Opcode::branch, last.place);
    i.a = placed(last.a);
    i.meet = meeting(b);
    emit_way(b, yes, {at, Field::b, yes}, last.place);
    emit_way(b, no, {at, Field::c, no}, last.place);
  }

  void emit_choice(std::uint32_t b, const Instruction& last) {
    const std::size_t at = result_.code.size();
    const auto first = static_cast<Operand>(result_.cases.size());
    for (Operand n = 0; n < last.c; ++n)
      result_.cases.push_back(function_.cases[static_cast<std::uint32_t>(last.b + n)]);
    Instruction& i = emit(Opcode::choose_case, last.place);
    i.width = last.width;
    i.a = placed(last.a);
    i.b = first;
    i.c = last.c;
    i.meet = meeting(b);
    emit_way(b, static_cast<std::uint32_t>(last.target),
             {at, Field::target, static_cast<std::uint32_t>(last.target)}, last.place);
    for (Operand n = 0; n < last.c; ++n) {
      const auto c = static_cast<std::uint32_t>(first + n);
      const std::uint32_t to = result_.cases[c].target;
      emit_way(b, to, {c, Field::a_case, to}, last.place);
    }
  }

  /// Lets `jump` lead from `b` to its block, by way of what has to be done in between.
  void emit_way(std::uint32_t b, std::uint32_t to, const Jump& jump, std::uint32_t place) {
    if (edge_is_bare(b, to)) {
      if (jump.field == Field::a_case)
        case_blocks_.emplace_back(jump.at, to);
      else
        jumps_.push_back(jump);
      return;
    }
    const auto here = static_cast<std::uint32_t>(result_.code.size());
    if (jump.field == Field::a_case)
      case_starts_.emplace_back(jump.at, here);
    else
      *field(jump) = static_cast<Operand>(here);
    // The next instruction may belong to the way of another jump, so always jump.
    emit_marks(b, to, place);
    emit_copies(copies(b, to), place);
    jumps_.push_back({result_.code.size(), Field::target, to});
    emit(Opcode::jump, place);
  }

  void settle_cases() {
    for (const auto& [number, block] : case_blocks_) result_.cases[number].target = start_[block];
    for (const auto& [number, at] : case_starts_) result_.cases[number].target = at;
  }

  const Function& function_;
  GraphOfBlocks graph_;
  std::vector<Await> awaits_;
  std::vector<std::size_t> loop_at_;  ///< by block: the loop that it is the header of
  RegisterPlaces places_;
  Routine result_;
  std::vector<bool> is_meeting_;
  std::vector<std::uint32_t> start_;
  std::vector<Jump> jumps_;
  std::vector<std::pair<std::size_t, std::uint32_t>> case_blocks_;
  std::vector<std::pair<std::size_t, std::uint32_t>> case_starts_;
  std::vector<RepeatedStore> repeated_stores_;
  std::vector<TakenBack> taken_back_;
  std::uint32_t next_ = kNoBlock;
};

}  // namespace

Routine make_routine(const Function& function) {
  if (function.blocks.empty()) {
    Routine empty;
    empty.name = function.name;
    return empty;
  }
  return Linearisation(function).run();
}

}  // namespace ringcheck::source
