// Runs the code of a thread.
// Values are 64 bits and wrap; comparisons are signed. Addresses are values that can be copied,
// compared for equality and dereferenced; arithmetic that would turn one into another ends the run
// with a fault.
//
// Control dependencies. What is inside a branch depends on its condition by control; the scope ends
// where the paths join. A local that a branch may assign still carries the condition after the
// join: its `implied` loads become control dependencies of every access that uses the local, and of
// every branch on it. They never become address or data dependencies: a compiler may well branch.
// herd7 forgets them at the join.
// Tested by tests/litmus/dependency_test.cpp.
#include <algorithm>
#include <array>
#include <string_view>

#include "litmus/arithmetic.hpp"
#include "litmus/code.hpp"

namespace ringcheck::litmus {

namespace {

/// A value, and the loads that it depends on through the way that control took.
struct Value {
  Word word;
  SourceSet implied{};
};

/// Ends the run by a fault of the instruction with these texts.
[[noreturn]] void fail(ThreadRun& run, const FaultTexts& texts, std::string_view fault) {
  run.fail(std::ranges::find(texts, fault)->c_str());
}

Value apply(ThreadRun& run, const FaultTexts& faults, BinaryOperator op, const Value& a,
            const Value& b) {
  Value result;
  result.word.sources = a.word.sources | b.word.sources;
  result.word.known = a.word.known && b.word.known;
  result.implied = a.implied | b.implied;
  if (result.word.known) {
    const Result value = litmus::apply(op, a.word.value, b.word.value);
    if (value.fault != nullptr) fail(run, faults, value.fault);
    result.word.value = value.value;
  }
  return result;
}

Value apply(ThreadRun& run, const FaultTexts& faults, UnaryOperator op, const Value& a) {
  Value result = a;
  if (!a.word.known) return result;
  if (op == UnaryOperator::logical_not) {
    result.word.value = a.word.value == 0 ? 1 : 0;
    return result;
  }
  if (is_address(a.word.value)) fail(run, faults, kAddressFault);
  result.word.value = op == UnaryOperator::negate ? 0 - a.word.value : ~a.word.value;
  if (is_address(result.word.value)) fail(run, faults, kNumberFault);
  return result;
}

Word truth_word(const Truth& truth) {
  return {truth.value ? std::uint64_t{1} : 0, truth.sources, truth.known};
}

Word result_of(const Primitive& primitive, const Word& old, const Word& operand,
               const Word& expected) {
  const auto updated = [&] {
    return primitive.operation == RmwOperation::subtract ? old - operand : old + operand;
  };
  switch (primitive.result) {
    case RmwResult::nothing:
    case RmwResult::old_value:
      return old;
    case RmwResult::new_value:
      return updated();
    case RmwResult::new_is_zero:
      return truth_word(updated() == Word(0));
    case RmwResult::new_is_negative:
      return combine(updated(), Word(0), [](auto x, auto) { return x >> 63; });
    case RmwResult::succeeded:
      return truth_word(primitive.operation == RmwOperation::add_unless ? old != expected
                                                                        : old == expected);
  }
  return old;
}

/// Adds implied dependencies to the control of the accesses that follow, until end() is called. A
/// destructor would not do, since a run may end in between.
struct ImpliedControl {
  ImpliedControl(ThreadRun& r, const SourceSet& implied) : run(r), before(r.control()) {
    if (implied.any()) run.set_control(before | implied);
  }
  void end() const { run.set_control(before); }

  ThreadRun& run;
  SourceSet before;
};

template <std::size_t N>
class Interpreter {
 public:
  Interpreter(const ThreadCode& code, ThreadRun& run) : code_(code), run_(run) {
    for (std::size_t i = 0; i < code.initial.size(); ++i) slots_[i].word.value = code.initial[i];
  }

  void interpret() {
    const std::size_t end = code_.instructions.size();
    for (std::size_t next = 0; next < end;) next = step(code_.instructions[next], next);
    if (!run_.transcribing()) return;
    for (const ObservedLocal& local : code_.observed)
      run_.observe(local.column, slots_[local.slot].word);
  }

 private:
  std::size_t step(const Instruction& i, std::size_t at) {
    const Value& a = slots_[i.a];
    const Value& b = slots_[i.b];
    Value& target = slots_[i.target];
    switch (i.opcode) {
      case Opcode::copy:
        target = a;
        break;
      case Opcode::unary:
        target = apply(run_, code_.faults[at], i.unary, a);
        break;
      case Opcode::binary:
        target = apply(run_, code_.faults[at], i.binary, a, b);
        break;
      case Opcode::branch: {
        target.implied = run_.control();
        run_.set_control(run_.control() | a.implied);
        if (i.count != 0) lasting_ = lasting_ | a.word.sources | a.implied;
        if (!run_.branch(a.word != Word(0))) return i.jump;
        break;
      }
      case Opcode::jump:
        return i.jump;
      case Opcode::join:
        for (std::size_t j = i.jump; j < i.jump + i.count && !code_.joins_forget; ++j)
          slots_[code_.joined[j]].implied |= run_.control();
        run_.set_control(a.implied | lasting_);
        break;
      default:
        access(i, at, a, b, slots_[i.c], target);
        break;
    }
    return at + 1;
  }

  void access(const Instruction& i, std::size_t at, const Value& a, const Value& b, const Value& c,
              Value& target) {
    if (i.opcode != Opcode::fence && a.word.known && !is_location(a.word.value))
      fail(run_, code_.faults[at], kNoAccessFault);
    const ImpliedControl control(run_, a.implied | b.implied | c.implied);
    if (i.awaited) run_.expect(*i.awaited);
    switch (i.opcode) {
      case Opcode::load:
        target = {run_.load(a.word, i.tags)};
        break;
      case Opcode::store:
        run_.store(a.word, b.word, i.tags);
        break;
      case Opcode::fence:
        run_.fence(i.tags);
        break;
      case Opcode::rmw: {
        const Primitive& p = *i.primitive;
        const Word old = run_.read_modify_write(p.operation, a.word, b.word, p.order, c.word);
        target = {result_of(p, old, b.word, c.word), b.implied | c.implied};
        break;
      }
      case Opcode::spin_lock:
        run_.spin_lock(a.word);
        break;
      case Opcode::spin_unlock:
        run_.spin_unlock(a.word);
        break;
      case Opcode::spin_trylock:
        target = {truth_word(run_.spin_trylock(a.word))};
        break;
      case Opcode::spin_is_locked:
        target = {truth_word(run_.spin_is_locked(a.word))};
        break;
      case Opcode::srcu:
        if (i.tags.has(Tag::srcu_lock))
          target = {run_.srcu_read_lock(a.word)};
        else if (i.tags.has(Tag::srcu_unlock))
          run_.srcu_read_unlock(a.word, b.word);
        else
          run_.synchronize_srcu(a.word);
        break;
      default:
        break;
    }
    control.end();
  }

  [[nodiscard]] bool is_location(std::uint64_t v) const {
    return v - kAddressBase < run_.program().locations.size();
  }

  const ThreadCode& code_;
  ThreadRun& run_;
  std::array<Value, N> slots_{};
  SourceSet lasting_{};  // of branches whose scope does not end where paths join
};

}  // namespace

void interpret(const ThreadCode& code, ThreadRun& run) {
  constexpr int kFew = 24;
  if (code.slots <= kFew)
    Interpreter<kFew>(code, run).interpret();
  else
    Interpreter<kMaxSlots>(code, run).interpret();
}

}  // namespace ringcheck::litmus
