// Running one thread with guessed read values.
// A run follows a script, which says for each read, in order, which of the possible values it
// returns. The scripts count up like an odometer whose wheels appear as the run meets reads.
// Written without any code of the explorer, on purpose: see docs/exploration.md, "How it is
// tested". Tested by tests/explore/oracle_test.cpp.
#include "tests/oracle/trace.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "graph/check.hpp"

namespace ringcheck::oracle {

namespace {

/// A number with the reads that it depends on.
struct Value {
  std::uint64_t number = 0;
  Bits sources = 0;
};

/// Which options a run takes, and how many there were.
struct Script {
  std::vector<std::size_t> taken, available;
  std::size_t position = 0;

  std::size_t next(std::size_t options) {
    if (position == taken.size()) {
      taken.push_back(0);
      available.push_back(options);
    }
    return taken[position++];
  }
  /// Moves to the next script. Returns false after the last.
  bool advance() {
    taken.resize(position);
    available.resize(position);
    while (!taken.empty() && taken.back() + 1 >= available.back()) {
      taken.pop_back();
      available.pop_back();
    }
    position = 0;
    if (taken.empty()) return false;
    ++taken.back();
    return true;
  }
};

/// Whether a run goes on where it should not, to see every value that might be written.
enum class Purpose { exact, values };

/// One run of a thread.
class Run {
 public:
  Run(const Code& code, const ValueSets& values, Purpose purpose, Script& script)
      : code_(code), values_(values), purpose_(purpose), script_(script) {}

  Trace run() {
    for (int pc = 0; pc < static_cast<int>(code_.size()) && !trace_.blocked;)
      pc = step(code_[static_cast<std::size_t>(pc)], pc);
    return std::move(trace_);
  }

 private:
  /// Runs the instruction at `pc` and returns the next one's index.
  int step(const Instruction& i, int pc) {
    switch (i.op) {
      case Op::load:
      case Op::await:
        load(i);
        break;
      case Op::store:
        store(i);
        break;
      case Op::exchange:
      case Op::add:
      case Op::compare_exchange:
        read_modify_write(i);
        break;
      case Op::fence:
        emit(EventKind::fence, {i.fence});
        break;
      case Op::choose:
        choose(i);
        break;
      case Op::branch:
        outer_.push_back(control_);
        if (!branch(i)) return jump_target(code_, pc);
        break;
      case Op::otherwise:
        return jump_target(code_, pc);
      case Op::end:
        control_ = outer_.back() | assumed_;
        outer_.pop_back();
        break;
      case Op::assume:
        assume(i);
        break;
    }
    return pc + 1;
  }

  TraceEvent& emit(EventKind kind, TagSet tags) {
    TraceEvent event;
    event.kind = kind;
    event.slot = next_slot_++;
    event.instruction = instruction_;
    event.tags = tags;
    event.control = control_;
    RC_CHECK(trace_.events.size() < kMaxBits, "a trace of too many events");
    trace_.events.push_back(event);
    return trace_.events.back();
  }

  [[nodiscard]] Value registers(std::uint8_t r) const { return registers_[r]; }

  [[nodiscard]] Value evaluate(const Operand& operand) const {
    Value v{operand.constant, 0};
    if (operand.use == Use::none) return v;
    v.sources = registers(operand.reg).sources;
    if (operand.use == Use::value) v.number += registers(operand.reg).number;
    return v;
  }

  [[nodiscard]] Value locate(const Operand& address) const {
    Value v{address.constant, 0};
    if (address.use == Use::none) return v;
    v.sources = registers(address.reg).sources;
    if (address.use == Use::value) v.number += registers(address.reg).number & 1;
    return v;
  }

  /// The value that the script lets the next read return, at `address`.
  std::uint64_t guess(const Value& address) {
    const auto& options = values_[address.number];
    return options[script_.next(options.size())];
  }

  /// Emits a read at `address` that returns `value`. Returns its index.
  int read(const Value& address, std::uint64_t value, TagSet tags, bool atomic) {
    TraceEvent& event = emit(EventKind::read, tags);
    event.location = static_cast<LocId>(address.number);
    event.address = address.sources;
    event.value = value;
    event.atomic = atomic;
    return static_cast<int>(trace_.events.size()) - 1;
  }

  TraceEvent& write(const Value& address, const Value& value, TagSet tags) {
    TraceEvent& event = emit(EventKind::write, tags);
    event.location = static_cast<LocId>(address.number);
    event.address = address.sources;
    event.value = value.number;
    event.data = value.sources;
    return event;
  }

  /// Emits the fence of a fully ordered read-modify-write that writes; one that fails leaves the
  /// slot empty.
  void fence_of_rmw(const Instruction& i, bool writes) {
    if (i.ordering != Ordering::full) return;
    if (writes)
      emit(EventKind::fence, {Tag::mb, Tag::of_full_rmw});
    else
      ++next_slot_;
  }

  /// What the script lets each piece of an access return.
  std::vector<std::uint64_t> guess_pieces(const Instruction& i, const Value& address) {
    std::vector<std::uint64_t> parts;
    for (std::uint64_t p = 0; p < i.pieces; ++p)
      parts.push_back(guess({address.number + p, address.sources}));
    return parts;
  }

  static std::uint64_t number_of(const std::vector<std::uint64_t>& parts) {
    std::uint64_t number = 0;
    for (std::size_t p = parts.size(); p-- > 0;) number = number << 8U | parts[p];
    return number;
  }

  /// Emits a read of each piece. Returns all of them.
  Bits read_pieces(const Value& address, const std::vector<std::uint64_t>& parts, TagSet tags,
                   bool atomic) {
    Bits reads = 0;
    for (std::size_t p = 0; p < parts.size(); ++p)
      reads |= bit(read({address.number + p, address.sources}, parts[p], tags, atomic));
    return reads;
  }

  void write_piece(const Value& address, std::size_t piece, const Value& value, TagSet tags) {
    write({address.number + piece, address.sources},
          {value.number >> (8 * piece) & 0xffU, value.sources}, tags);
  }

  void load_pieces(const Instruction& i) {
    const Value address = locate(i.address);
    const std::vector<std::uint64_t> parts = guess_pieces(i, address);
    instruction_ = next_slot_;
    const Bits reads = read_pieces(address, parts, read_tags(i.ordering), false);
    instruction_ = kWholeAccess;
    if (i.target != kNoRegister) registers_[i.target] = {number_of(parts), reads};
  }

  void store_pieces(const Instruction& i) {
    const Value address = locate(i.address);
    const Value value = evaluate(i.value);
    instruction_ = next_slot_;
    for (std::size_t p = 0; p < i.pieces; ++p)
      write_piece(address, p, value, write_tags(i.ordering));
    instruction_ = kWholeAccess;
  }

  /// Whether a compare-exchange writes is a choice that the explorer makes first.
  void modify_pieces(const Instruction& i) {
    const Value address = locate(i.address);
    const Value operand = evaluate(i.value);
    const Value expected = evaluate(i.expected);
    const std::vector<std::uint64_t> parts = guess_pieces(i, address);
    const std::uint64_t old = number_of(parts);
    const std::uint64_t mask =
        i.pieces == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8U * i.pieces)) - 1;
    const bool compares = i.op == Op::compare_exchange;
    const bool writes = !compares || old == (expected.number & mask);
    const TagSet mark = i.ordering == Ordering::full ? TagSet{Tag::of_full_rmw} : TagSet{};

    if (compares) emit(EventKind::choice, {}).value = writes ? 0 : 1;
    fence_of_rmw(i, writes);
    instruction_ = next_slot_;
    const auto first = trace_.events.size();
    const Bits reads =
        read_pieces(address, parts, writes ? read_tags(i.ordering) | mark : TagSet{Tag::once},
                    i.atomic && writes);
    Value stored = operand;
    if (i.op == Op::add) stored = {old + operand.number, operand.sources | reads};
    for (std::size_t p = 0; p < parts.size(); ++p) {
      if (!writes) {
        ++next_slot_;
        continue;
      }
      write_piece(address, p, stored, write_tags(i.ordering) | mark);
      TraceEvent& w = trace_.events.back();
      w.atomic = i.atomic;
      w.partner = static_cast<int>(first + p);
      if (compares) w.control |= expected.sources | reads;
      trace_.events[first + p].partner = static_cast<int>(trace_.events.size()) - 1;
    }
    instruction_ = kWholeAccess;
    fence_of_rmw(i, writes);
    if (i.target != kNoRegister) registers_[i.target] = {old, reads};
  }

  void load(const Instruction& i) {
    if (i.pieces > 0) return load_pieces(i);
    const Value address = locate(i.address);
    const std::uint64_t value = i.op == Op::await ? i.expected.constant : guess(address);
    const int r = read(address, value, read_tags(i.ordering), false);
    if (i.target != kNoRegister) registers_[i.target] = {value, bit(r)};
  }

  void store(const Instruction& i) {
    if (i.pieces > 0) return store_pieces(i);
    write(locate(i.address), evaluate(i.value), write_tags(i.ordering));
  }

  void read_modify_write(const Instruction& i) {
    if (i.pieces > 0) return modify_pieces(i);
    const Value address = locate(i.address);
    const Value operand = evaluate(i.value);
    const Value expected = evaluate(i.expected);
    const std::uint64_t old = guess(address);
    const bool writes = i.op != Op::compare_exchange || old == expected.number;
    const TagSet mark = i.ordering == Ordering::full ? TagSet{Tag::of_full_rmw} : TagSet{};

    fence_of_rmw(i, writes);
    const int r =
        read(address, old, writes ? read_tags(i.ordering) | mark : TagSet{Tag::once}, i.atomic);
    if (writes) {
      Value stored = operand;
      if (i.op == Op::add) stored = {old + operand.number, operand.sources | bit(r)};
      TraceEvent& w = write(address, stored, write_tags(i.ordering) | mark);
      w.atomic = i.atomic;
      w.partner = r;
      // Whether the write happens at all depends on the expected value.
      if (i.op == Op::compare_exchange) w.control |= expected.sources;
      trace_.events[static_cast<std::size_t>(r)].partner = r + 1;
    } else {
      ++next_slot_;
    }
    fence_of_rmw(i, writes);
    if (i.target != kNoRegister) registers_[i.target] = {old, bit(r)};
  }

  void choose(const Instruction& i) {
    const std::uint64_t value = script_.next(i.choices);
    emit(EventKind::choice, {}).value = value;
    registers_[i.target] = {value, 0};
  }

  [[nodiscard]] bool holds(const Condition& c) const {
    return (registers(c.reg).number == c.constant) == c.equal;
  }

  bool branch(const Instruction& i) {
    const bool either = i.speculative && purpose_ == Purpose::values;
    const bool taken = either ? script_.next(2) == 1 : holds(i.condition);
    if (!i.speculative) control_ |= registers(i.condition.reg).sources;
    return taken;
  }

  /// Everything that follows depends on an assume, not only the rest of its block.
  void assume(const Instruction& i) {
    assumed_ |= registers(i.condition.reg).sources;
    control_ |= assumed_;
    if (!holds(i.condition)) trace_.blocked = true;
  }

  const Code& code_;
  const ValueSets& values_;
  Purpose purpose_;
  Script& script_;
  Trace trace_;
  std::array<Value, kMaxRegisters> registers_{};
  std::vector<Bits> outer_;
  Bits control_ = 0;
  Bits assumed_ = 0;
  std::uint16_t next_slot_ = 0;
  std::uint16_t instruction_ = kWholeAccess;
};

bool run_all(const Code& code, const ValueSets& values, Purpose purpose, std::size_t limit,
             std::vector<Trace>& traces) {
  Script script;
  std::size_t runs = 0;
  do {
    if (++runs > limit) return false;
    traces.push_back(Run(code, values, purpose, script).run());
  } while (script.advance());
  return true;
}

}  // namespace

bool append_traces(const Code& code, const ValueSets& values, std::size_t limit,
                   std::vector<Trace>& traces) {
  return run_all(code, values, Purpose::exact, limit, traces);
}

bool possible_values(const TestProgram& program, std::size_t limit, ValueSets& values) {
  std::vector<std::set<std::uint64_t>> sets(program.initial.size());
  std::size_t rounds = 1;
  for (std::size_t l = 0; l < sets.size(); ++l) sets[l].insert(program.initial[l]);
  for (const Code& code : program.threads)
    rounds += static_cast<std::size_t>(std::count_if(
        code.begin(), code.end(), [](const Instruction& i) { return may_write(i.op); }));
  for (bool grew = true; grew && rounds > 0; --rounds) {
    grew = false;
    values.clear();
    for (const auto& set : sets) values.emplace_back(set.begin(), set.end());
    for (const Code& code : program.threads) {
      std::vector<Trace> traces;
      if (!run_all(code, values, Purpose::values, limit, traces)) return false;
      for (const Trace& trace : traces)
        for (const TraceEvent& e : trace.events)
          if (e.kind == EventKind::write) grew |= sets[e.location].insert(e.value).second;
    }
  }
  return true;
}

}  // namespace ringcheck::oracle
