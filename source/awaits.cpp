// Source: the transformation of spinloops to assumptions of M. Kokologiannakis, X. Ren, V.
// Vafeiadis, "Dynamic partial order reductions for spinloops", FMCAD 2021.
// Tested by tests/source/await_test.cpp.
#include "source/awaits.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "source/arithmetic.hpp"
#include "source/registers.hpp"

namespace ringcheck::source {

namespace {

/// What defines a register: an instruction, or a phi.
struct Definition {
  const Instruction* instruction = nullptr;
  const Phi* phi = nullptr;
  std::uint32_t block = kNoBlock;
};

/// The definitions of a function's registers.
class Definitions {
 public:
  explicit Definitions(const Function& function) : function_(function), of_(function.registers) {
    for (std::uint32_t b = 0; b < function.blocks.size(); ++b) {
      for (const Phi& phi : function.blocks[b].phis)
        of_[static_cast<std::size_t>(phi.target)] = {nullptr, &phi, b};
      for (const Instruction& i : function.blocks[b].instructions) {
        for (std::uint32_t n = 0; n < results_of(i); ++n)
          of_[static_cast<std::size_t>(i.target) + n] = {&i, nullptr, b};
      }
    }
  }

  /// Null for constants and parameters.
  [[nodiscard]] const Definition* find(Operand operand) const {
    if (operand < 0) return nullptr;
    const Definition& d = of_[static_cast<std::size_t>(operand)];
    return d.instruction != nullptr || d.phi != nullptr ? &d : nullptr;
  }

  /// True iff the two operands are sure to have the same value where both are defined.
  [[nodiscard]] bool same(Operand a, Operand b, int depth = 0) const {
    if (a == b) return true;
    if (a < 0 && b < 0)
      return function_.constants[static_cast<std::size_t>(~a)] ==
             function_.constants[static_cast<std::size_t>(~b)];
    const Definition* x = find(a);
    const Definition* y = find(b);
    if (x == nullptr || y == nullptr || depth > 8) return false;
    const Instruction* i = x->instruction;
    const Instruction* j = y->instruction;
    if (i == nullptr || j == nullptr || i->opcode != j->opcode || i->width != j->width ||
        i->detail != j->detail || i->order != j->order || !computes(*i))
      return false;
    const auto operands_are_same = [&](Operand p, Operand q) {
      return (p == kNoOperand && q == kNoOperand) || same(p, q, depth + 1);
    };
    return operands_are_same(i->a, j->a) && operands_are_same(i->b, j->b) &&
           operands_are_same(i->c, j->c);
  }

  [[nodiscard]] std::uint64_t constant(Operand x) const {
    return function_.constants[static_cast<std::size_t>(~x)];
  }

  /// Follows copies and changes of width.
  [[nodiscard]] Operand without_casts(Operand operand) const {
    for (const Definition* d = find(operand); d != nullptr && d->instruction != nullptr;
         d = find(operand)) {
      const Opcode opcode = d->instruction->opcode;
      if (opcode != Opcode::copy && opcode != Opcode::truncate && opcode != Opcode::sign_extend)
        return operand;
      operand = d->instruction->a;
    }
    return operand;
  }

 private:
  static bool computes(const Instruction& i) { return i.opcode <= Opcode::index; }

  const Function& function_;
  std::vector<Definition> of_;
};

/// Who uses the values of registers.
class Uses {
 public:
  explicit Uses(const Function& function) : of_(function.registers) {
    for (std::uint32_t b = 0; b < function.blocks.size(); ++b) {
      for (const Phi& phi : function.blocks[b].phis)
        for (const Phi::Way& way : phi.ways)
          if (way.value >= 0)
            of_[static_cast<std::size_t>(way.value)].push_back({nullptr, &phi, b});
      for (const Instruction& i : function.blocks[b].instructions)
        for_each_read(function, i, [&](Operand x) {
          of_[static_cast<std::size_t>(x)].push_back({&i, nullptr, b});
        });
    }
  }

  [[nodiscard]] const std::vector<Definition>& of(Operand x) const {
    return of_[static_cast<std::size_t>(x)];
  }

  /// True iff something in `loop` uses `value`, other than to hand it on.
  [[nodiscard]] bool matters_in(const LoopOfBlocks& loop, Operand value) const {
    std::vector<Operand> open{value};
    std::vector<bool> seen(of_.size());
    while (!open.empty()) {
      const auto x = static_cast<std::size_t>(open.back());
      open.pop_back();
      if (seen[x]) continue;
      seen[x] = true;
      for (const Definition& use : of_[x]) {
        if (!loop.contains[use.block]) continue;
        if (use.phi == nullptr) return true;
        open.push_back(use.phi->target);
      }
    }
    return false;
  }

 private:
  std::vector<std::vector<Definition>> of_;
};

/// A loop whose head only asks whether one value, a constant at first, has changed: then that is
/// its condition, and what its iterations compare.
class Condition {
 public:
  Condition(const Function& function, const GraphOfBlocks& graph, const LoopOfBlocks& loop,
            const Uses& uses)
      : function_(function), graph_(graph), loop_(loop), uses_(uses) {}

  /// The index of its phi at the loop's head, if the loop is of this kind.
  [[nodiscard]] std::optional<std::size_t> find() const {
    std::uint32_t before = kNoBlock;
    for (const std::uint32_t p : graph_.predecessors(loop_.header)) {
      if (loop_.contains[p] || !graph_.reached(p)) continue;
      if (before != kNoBlock) return std::nullopt;
      before = p;
    }
    const std::vector<Phi>& phis = function_.blocks[loop_.header].phis;
    for (std::size_t p = 0; p < phis.size(); ++p)
      for (const Phi::Way& way : phis[p].ways)
        if (way.block == before && way.value < 0 &&
            enters_body(phis[p].target, constant(way.value)))
          return others_stay_outside(p) && stays_in_phis(phis[p]) ? std::optional(p) : std::nullopt;
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::uint64_t constant(Operand x) const {
    return function_.constants[static_cast<std::size_t>(~x)];
  }
  [[nodiscard]] bool in_body(std::uint32_t b) const {
    return loop_.contains[b] && b != loop_.header;
  }

  /// True iff the head, given `value` for register `phi` alone, goes on into the body.
  [[nodiscard]] bool enters_body(Operand phi, std::uint64_t value) const {
    std::unordered_map<Operand, std::uint64_t> known{{phi, value}};
    const auto get = [&](Operand x) -> std::optional<std::uint64_t> {
      if (x == kNoOperand) return 0;
      if (x < 0) return constant(x);
      const auto found = known.find(x);
      return found == known.end() ? std::nullopt : std::optional(found->second);
    };
    for (const Instruction& i : function_.blocks[loop_.header].instructions) {
      if (i.opcode == Opcode::branch) {
        const auto condition = get(i.a);
        return condition && in_body(static_cast<std::uint32_t>(*condition != 0 ? i.b : i.c));
      }
      if (i.opcode > Opcode::count_bits || i.opcode == Opcode::floating) continue;
      const auto a = get(i.a);
      const auto b = get(i.b);
      const auto c = get(i.c);
      if (a && b && c && !has_no_quotient(i, *a, *b)) known[i.target] = compute(i, *a, *b, *c);
    }
    return false;
  }

  /// True iff the body uses none of the other phis at the head.
  [[nodiscard]] bool others_stay_outside(std::size_t condition) const {
    const std::vector<Phi>& phis = function_.blocks[loop_.header].phis;
    for (std::size_t p = 0; p < phis.size(); ++p)
      if (p != condition && std::ranges::any_of(uses_.of(phis[p].target), [&](const Definition& u) {
            return in_body(u.block);
          }))
        return false;
    return true;
  }

  /// True iff the body hands `phi` on to nothing but itself, and the head does not change it.
  [[nodiscard]] bool stays_in_phis(const Phi& phi) const {
    for (const Definition& use : uses_.of(phi.target)) {
      if (use.block == loop_.header && use.instruction != nullptr &&
          std::ranges::any_of(
              phi.ways, [&](const Phi::Way& way) { return way.value == use.instruction->target; }))
        return false;
      if (!in_body(use.block)) continue;
      if (use.phi == nullptr ||
          std::ranges::any_of(uses_.of(use.phi->target), [&](const Definition& u) {
            return u.phi == nullptr || u.phi->target != phi.target;
          }))
        return false;
    }
    return true;
  }

  const Function& function_;
  const GraphOfBlocks& graph_;
  const LoopOfBlocks& loop_;
  const Uses& uses_;
};

/// A read that a value may come from.
struct Read {
  Operand address = kNoOperand;
  Order order = Order::plain;
  bool fails = false;                ///< it is that of a compare-exchange that failed
  Order if_succeeds = Order::plain;  ///< of that compare-exchange when it succeeds
};

/// True iff a read of order `a` orders no more than one of order `b`.
bool at_most(Order a, Order b) {
  const auto rank = [](Order o) {
    switch (o) {
      case Order::plain:
        return 0;
      case Order::relaxed:
      case Order::release:
        return 1;
      case Order::acquire:
      case Order::acquire_release:
        return 2;
      case Order::seq_cst:
        return 3;
    }
    return 3;
  };
  return rank(a) <= rank(b);
}

/// Collects what a phi's value may come from.
class Sources {
 public:
  Sources(const Definitions& definitions, const Phi& phi) : definitions_(definitions) { add(phi); }

  /// True iff the phi says whether a compare-exchange has succeeded, and did not before.
  [[nodiscard]] bool are_outcomes() const { return !other_than_outcomes_ && outcomes_ > 0; }
  /// True iff the phi always holds what the last read of one place gave: that of the
  /// compare-exchange at the end of an iteration is no weaker than the others; if
  /// `loads_are_alike`, it is enough that it is so when it succeeds.
  [[nodiscard]] bool are_reads_of_one_place(bool loads_are_alike) const {
    if (!all_are_reads_ || reads_.empty()) return false;
    for (const Read& read : reads_) {
      if (!definitions_.same(read.address, reads_.front().address)) return false;
      if (read.fails) continue;
      for (const Read& other : reads_)
        if (other.fails && !at_most(read.order, loads_are_alike ? other.if_succeeds : other.order))
          return false;
      for (const Read& other : reads_)
        if (!other.fails && other.order != read.order) return false;
    }
    return true;
  }

 private:
  void add(const Phi& phi) {
    if (std::ranges::find(seen_, &phi) != seen_.end()) return;
    seen_.push_back(&phi);
    for (const Phi::Way& way : phi.ways) add(definitions_.without_casts(way.value));
  }
  void add(Operand value) {
    const Definition* d = definitions_.find(value);
    if (d != nullptr && d->phi != nullptr) return add(*d->phi);
    if (value < 0) {
      const std::uint64_t number = definitions_.constant(value);
      if (number != 0 && number != kUndefined) other_than_outcomes_ = true;
      if (number != kUndefined) all_are_reads_ = false;
      return;
    }
    if (d != nullptr && d->instruction->opcode == Opcode::cmpxchg &&
        d->instruction->target + 1 == value) {
      ++outcomes_;
      all_are_reads_ = false;
      return;
    }
    other_than_outcomes_ = true;
    if (d != nullptr && d->instruction->opcode == Opcode::load) {
      reads_.push_back({d->instruction->a, d->instruction->order, false, Order::plain});
      return;
    }
    if (d != nullptr && d->instruction->opcode == Opcode::cmpxchg &&
        d->instruction->target == value) {
      reads_.push_back(
          {d->instruction->a, d->instruction->fail_order, true, d->instruction->order});
      return;
    }
    all_are_reads_ = false;
  }

  const Definitions& definitions_;
  std::vector<const Phi*> seen_;
  std::vector<Read> reads_;
  int outcomes_ = 0;
  bool all_are_reads_ = true;
  bool other_than_outcomes_ = false;
};

}  // namespace

namespace {

/// True iff running `i` may be an effect, or go on elsewhere.
bool may_have_effect(const Instruction& i) {
  switch (i.opcode) {
    case Opcode::store:
    case Opcode::rmw:
    case Opcode::cmpxchg:
    case Opcode::allocate:
    case Opcode::call:
    case Opcode::call_external:
    case Opcode::call_indirect:
    case Opcode::give_back:
    case Opcode::unreachable:
    case Opcode::refuse:
      return true;
    default:
      return false;
  }
}

/// The blocks of `loop` from which an iteration can only be ended by repeating the loop, without an
/// effect on the way.
std::vector<bool> blocks_that_repeat(const Function& function, const GraphOfBlocks& graph,
                                     const LoopOfBlocks& loop) {
  std::vector<bool> repeats = loop.contains;
  repeats[loop.header] = false;
  for (std::uint32_t b = 0; b < function.blocks.size(); ++b)
    if (repeats[b] && std::ranges::any_of(function.blocks[b].instructions, may_have_effect))
      repeats[b] = false;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t b = 0; b < function.blocks.size(); ++b) {
      if (!repeats[b]) continue;
      const bool leaves = std::ranges::any_of(graph.successors(b), [&](std::uint32_t s) {
        return s != loop.header && (!repeats[s] || graph.goes_back(b, s));
      });
      if (!leaves) continue;
      repeats[b] = false;
      changed = true;
    }
  }
  return repeats;
}

}  // namespace

std::vector<Await> find_awaits(const Function& function, const GraphOfBlocks& graph) {
  const Definitions definitions(function);
  const Uses uses(function);
  std::vector<Await> awaits;
  for (const LoopOfBlocks& loop : graph.loops()) {
    Await& await = awaits.emplace_back();
    const std::vector<Phi>& phis = function.blocks[loop.header].phis;
    if (const auto condition = Condition(function, graph, loop, uses).find()) {
      await.waits = true;
      await.compared.push_back(*condition);
      continue;
    }
    const auto waits = [&](bool loads_are_alike) {
      return std::ranges::all_of(phis, [&](const Phi& phi) {
        const Sources sources(definitions, phi);
        return sources.are_reads_of_one_place(loads_are_alike) || sources.are_outcomes();
      });
    };
    await.waits = waits(false);
    await.waits_if_loads_are_alike = waits(true);
    if (await.waits) {
      await.repeats = blocks_that_repeat(function, graph, loop);
      continue;
    }
    for (std::size_t p = 0; p < phis.size(); ++p)
      if (uses.matters_in(loop, phis[p].target)) await.compared.push_back(p);
  }
  return awaits;
}

namespace {

/// The innermost loop around `block`, the one with the fewest blocks; SIZE_MAX: none.
std::size_t innermost(const GraphOfBlocks& graph, std::uint32_t block) {
  std::size_t best = SIZE_MAX;
  std::ptrdiff_t size = 0;
  for (std::size_t l = 0; l < graph.loops().size(); ++l) {
    const LoopOfBlocks& loop = graph.loops()[l];
    if (!loop.contains[block]) continue;
    const std::ptrdiff_t blocks = std::ranges::count(loop.contains, true);
    if (best != SIZE_MAX && blocks >= size) continue;
    best = l;
    size = blocks;
  }
  return best;
}

/// True iff each way through an iteration of `loop`, and out of it, goes through `block`.
bool is_on_every_way(const GraphOfBlocks& graph, const LoopOfBlocks& loop, std::uint32_t block) {
  for (const std::uint32_t b : graph.order()) {
    if (!loop.contains[b]) continue;
    for (const std::uint32_t s : graph.successors(b))
      if ((s == loop.header || !loop.contains[s]) && !graph.dominates(block, b)) return false;
  }
  return true;
}

bool defined_outside(const Definitions& definitions, const LoopOfBlocks& loop, Operand operand) {
  const Definition* d = definitions.find(operand);
  if (d == nullptr) return true;
  if (!loop.contains[d->block]) return true;
  // An address that is computed anew from what does not change is the same each time.
  if (d->instruction == nullptr || d->instruction->opcode > Opcode::index) return false;
  for (const Operand x : {d->instruction->a, d->instruction->b, d->instruction->c})
    if (x != kNoOperand && !defined_outside(definitions, loop, x)) return false;
  return true;
}

/// True iff a plain load, or a call of something that may load, is in `loop`.
bool may_read_plain_memory(const Function& function, const LoopOfBlocks& loop) {
  for (std::uint32_t b = 0; b < function.blocks.size(); ++b) {
    if (!loop.contains[b]) continue;
    for (const Instruction& i : function.blocks[b].instructions) {
      if (i.opcode == Opcode::call || i.opcode == Opcode::call_indirect ||
          i.opcode == Opcode::call_external)
        return true;
      if (i.opcode == Opcode::load && i.order == Order::plain) return true;
    }
  }
  return false;
}

}  // namespace

namespace {

/// What an addition of a constant adds; nullopt: `i` is none.
std::optional<std::int64_t> constant_added(const Definitions& definitions, const Instruction& i) {
  if (i.opcode != Opcode::rmw || i.b >= 0 || i.b == kNoOperand) return std::nullopt;
  const auto op = static_cast<RmwOp>(i.detail);
  if (op != RmwOp::add && op != RmwOp::subtract) return std::nullopt;
  const std::int64_t by = as_signed(definitions.constant(i.b), i.width);
  return op == RmwOp::add ? by : -by;
}

/// True iff nothing from instruction `next` of block `b` on has an effect, and all ways from there
/// repeat `loop`.
bool only_repeats(const Function& function, const GraphOfBlocks& graph, const LoopOfBlocks& loop,
                  const std::vector<bool>& repeats, std::uint32_t b, std::size_t next) {
  const std::vector<Instruction>& code = function.blocks[b].instructions;
  const auto has_effect = [](const Instruction& i) {
    const bool assumes = i.opcode == Opcode::call_external && i.detail == 1;
    return may_have_effect(i) && !assumes;
  };
  if (std::any_of(code.begin() + static_cast<std::ptrdiff_t>(next), code.end(), has_effect))
    return false;
  return std::ranges::all_of(graph.successors(b), [&](std::uint32_t s) {
    return s == loop.header || (repeats[s] && !graph.goes_back(b, s));
  });
}

/// True iff an earlier addition of the iteration is sure to have added the opposite of `by` to what
/// `second`, at `at` in block `b`, adds it to.
bool has_opposite(const Function& function, const GraphOfBlocks& graph, const LoopOfBlocks& loop,
                  const Definitions& definitions, std::uint32_t b, std::size_t at,
                  std::int64_t by) {
  const Instruction& second = function.blocks[b].instructions[at];
  for (const std::uint32_t o : graph.order()) {
    if (!loop.contains[o] || !graph.dominates(o, b)) continue;
    const std::vector<Instruction>& code = function.blocks[o].instructions;
    for (std::size_t n = 0; n < (o == b ? at : code.size()); ++n)
      if (constant_added(definitions, code[n]) == -by && definitions.same(code[n].a, second.a))
        return true;
  }
  return false;
}

/// A loop whose iterations end with what was done before the first one: an addition to a counter.
class LoopFromTheMiddle {
 public:
  LoopFromTheMiddle(const Function& function, const GraphOfBlocks& graph, const LoopOfBlocks& loop,
                    const Definitions& definitions)
      : function_(function), graph_(graph), loop_(loop), definitions_(definitions) {}

  /// Where the addition is taken back in the middle of the iteration, as block and instruction;
  /// nullopt: the loop is not of this kind.
  [[nodiscard]] std::optional<std::pair<std::uint32_t, std::size_t>> find() const {
    const std::uint32_t before = block_before();
    if (before == kNoBlock || loop_.latches.size() != 1) return std::nullopt;
    const std::uint32_t latch = loop_.latches.front();
    const Instruction* first = last_effect(before);
    const Instruction* again = last_effect(latch);
    if (first == nullptr || again == nullptr || !are_alike(*first, *again) ||
        !hands_on_outcomes(before, *first, latch, *again) || !leaves_at_its_ends(latch))
      return std::nullopt;
    const auto by = constant_added(definitions_, *first);
    if (!by || *by == 0) return std::nullopt;
    return only_other_effect(*again, first->a, -*by);
  }

 private:
  /// The one block outside of the loop that goes to its header.
  [[nodiscard]] std::uint32_t block_before() const {
    std::uint32_t before = kNoBlock;
    for (const std::uint32_t p : graph_.predecessors(loop_.header)) {
      if (loop_.contains[p] || !graph_.reached(p)) continue;
      if (before != kNoBlock) return kNoBlock;
      before = p;
    }
    return before;
  }

  [[nodiscard]] const Instruction* last_effect(std::uint32_t b) const {
    const std::vector<Instruction>& code = function_.blocks[b].instructions;
    const auto found = std::find_if(code.rbegin(), code.rend(), may_have_effect);
    return found == code.rend() ? nullptr : &*found;
  }

  [[nodiscard]] bool are_alike(const Instruction& a, const Instruction& b) const {
    return a.opcode == b.opcode && a.detail == b.detail && a.width == b.width &&
           a.order == b.order && definitions_.same(a.a, b.a) && definitions_.same(a.b, b.b);
  }

  /// True iff all that the header is told of what happened is what the two additions gave.
  [[nodiscard]] bool hands_on_outcomes(std::uint32_t before, const Instruction& first,
                                       std::uint32_t latch, const Instruction& again) const {
    return std::ranges::all_of(function_.blocks[loop_.header].phis, [&](const Phi& phi) {
      return std::ranges::all_of(phi.ways, [&](const Phi::Way& way) {
        const Operand value = definitions_.without_casts(way.value);
        return (way.block == before && value == first.target) ||
               (way.block == latch && value == again.target);
      });
    });
  }

  [[nodiscard]] bool leaves_at_its_ends(std::uint32_t latch) const {
    for (const std::uint32_t b : graph_.order())
      if (loop_.contains[b] && b != loop_.header && b != latch &&
          std::ranges::any_of(graph_.successors(b),
                              [&](std::uint32_t s) { return !loop_.contains[s]; }))
        return false;
    return true;
  }

  /// The only effect in the loop but for `again`, if that adds `by` to `address`.
  [[nodiscard]] std::optional<std::pair<std::uint32_t, std::size_t>> only_other_effect(
      const Instruction& again, Operand address, std::int64_t by) const {
    std::optional<std::pair<std::uint32_t, std::size_t>> found;
    for (const std::uint32_t b : graph_.order()) {
      if (!loop_.contains[b]) continue;
      const std::vector<Instruction>& code = function_.blocks[b].instructions;
      for (std::size_t n = 0; n < code.size(); ++n) {
        if (!may_have_effect(code[n]) || &code[n] == &again) continue;
        if (found || constant_added(definitions_, code[n]) != by ||
            !definitions_.same(code[n].a, address))
          return std::nullopt;
        found = {b, n};
      }
    }
    return found;
  }

  const Function& function_;
  const GraphOfBlocks& graph_;
  const LoopOfBlocks& loop_;
  const Definitions& definitions_;
};

}  // namespace

std::vector<TakenBack> find_additions_taken_back(const Function& function,
                                                 const GraphOfBlocks& graph,
                                                 const std::vector<Await>& awaits) {
  const Definitions definitions(function);
  std::vector<TakenBack> found;
  for (std::size_t l = 0; l < graph.loops().size(); ++l) {
    const LoopOfBlocks& loop = graph.loops()[l];
    if (const auto at = LoopFromTheMiddle(function, graph, loop, definitions).find()) {
      found.push_back({at->first, at->second, l, true});
      continue;
    }
    if (!awaits[l].waits) continue;
    const std::vector<bool> repeats = blocks_that_repeat(function, graph, loop);
    for (const std::uint32_t b : graph.order()) {
      if (!loop.contains[b]) continue;
      for (std::size_t n = 0; n < function.blocks[b].instructions.size(); ++n) {
        const auto by = constant_added(definitions, function.blocks[b].instructions[n]);
        if (by && *by != 0 && has_opposite(function, graph, loop, definitions, b, n, *by) &&
            only_repeats(function, graph, loop, repeats, b, n + 1))
          found.push_back({b, n, l, false});
      }
    }
  }
  return found;
}

std::vector<RepeatedStore> find_repeated_stores(const Function& function,
                                                const GraphOfBlocks& graph) {
  const Definitions definitions(function);
  std::vector<RepeatedStore> stores;
  for (const std::uint32_t b : graph.order()) {
    const std::size_t l = innermost(graph, b);
    if (l == SIZE_MAX) continue;
    const LoopOfBlocks& loop = graph.loops()[l];
    for (std::size_t i = 0; i < function.blocks[b].instructions.size(); ++i) {
      const Instruction& store = function.blocks[b].instructions[i];
      if (store.opcode != Opcode::store || store.order > Order::relaxed ||
          !defined_outside(definitions, loop, store.a) || !is_on_every_way(graph, loop, b) ||
          may_read_plain_memory(function, loop))
        continue;
      stores.push_back({b, i, l});
    }
  }
  return stores;
}

}  // namespace ringcheck::source
