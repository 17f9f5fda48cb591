// Loops: how often they are repeated, and which iterations only wait (awaits.hpp).
// Tested by tests/source/peers_test.cpp and tests/source/verdict_test.cpp.
#include <algorithm>
#include <bit>
#include <functional>
#include <ranges>
#include <utility>

#include "source/arithmetic.hpp"
#include "source/code_digest.hpp"
#include "source/interpreter.hpp"

namespace ringcheck::source {

namespace {

/// Iterations in a row that may change nothing, if the loop is not sure to be one that waits.
constexpr std::uint32_t kMaxInVain = 3;

bool is_sure(const Value& value) {
  return value.word.known && value.word.value != 0;
}

/// Iterations that read nothing that others are known to change mostly come to an end. So few of
/// them are looked at: some in a row, after more and more.
bool is_looked_at(std::uint32_t iteration) {
  constexpr std::uint32_t kFirst = 64;
  const std::uint32_t start = std::bit_floor(iteration);
  return start >= kFirst && iteration - start <= kMaxInVain + 1;
}

/// True: one of the two is. If one is for sure, the other need not be asked.
Value either(const Value& a, const Value& b) {
  if (is_sure(a) || is_sure(b)) return 1;
  return combine_values(a, b, [](auto x, auto y) { return std::uint64_t{x != 0 || y != 0}; });
}

/// True: the two differ.
Value differ(const Value& a, const Value& b) {
  Value differ = are_equal(a, b);
  differ.word.value ^= differ.word.known ? 1 : 0;
  return differ;
}

}  // namespace

void Interpreter::enter_loop(const Instruction& i) {
  LoopRecord record;
  record.loop = static_cast<std::uint32_t>(i.a);
  record.depth = routine_->loops[record.loop].depth;
  while (state_.loops.size() > frame().loops && state_.loops.back().depth >= record.depth)
    state_.loops.pop_back();
  record.effects = state_.effects;
  record.own_effects = state_.own_effects;
  record.doubtful = static_cast<std::uint32_t>(state_.doubtful.size());
  record.undone = static_cast<std::uint32_t>(state_.undoable.size());
  record.since = machine_.now();
  record.bound = next_bound_;
  next_bound_ = 0;
  state_.loops.push_back(record);
}

/// True iff the iteration has done something that others, or a later one, can see. Two effects that
/// undo each other unseen count as nothing: x + 1 and x - 1 where memory is only added to, or a
/// lock that is taken and released.
bool Interpreter::has_effect(const LoopRecord& record) {
  const std::uint64_t effects = state_.effects - record.effects - record.excused;
  if (effects == 0) return false;
  if (effects != 2 || state_.undoable.size() != record.undone + 2U) return true;
  const UndoableEffect& first = state_.undoable[record.undone];
  const UndoableEffect& second = state_.undoable[record.undone + 1];
  if (first.address != second.address || first.lock != second.lock || first.by != -second.by)
    return true;
  return !first.lock && !machine_.is_only_added_to(first.address);
}

/// True iff the iteration has changed nothing but memory that nobody else knows of, and has left
/// the thread as the iteration before did. A pointer to a block that is gone is as good as any
/// other.
bool Interpreter::is_as_before(LoopRecord& record) {
  const bool is_own = state_.effects - record.effects == state_.own_effects - record.own_effects;
  ++record.own_rounds;
  const bool has_read = machine_.now() != record.since;
  if (!is_own || state_.waits_for_values || (!has_read && !is_looked_at(record.own_rounds)))
    return false;
  const AddressLayout& addresses = code_.addresses;
  const auto self = static_cast<int>(machine_.this_thread());
  const auto renamed = [&](std::uint64_t value) {
    const bool is_gone = addresses.region(value) == Region::heap && addresses.is_of(value, self) &&
                         !machine_.block_bytes(addresses.slot_base(value));
    return is_gone ? addresses.heap(self, 0) + value - addresses.slot_base(value) : value;
  };
  const auto before = std::exchange(record.state, digest_of_own(state_, renamed));
  return before == record.state;
}

/// True: one of the iteration's doubtful effects was one.
Value Interpreter::doubtful_effect(const LoopRecord& record) const {
  Value effect(0);
  for (std::size_t n = record.doubtful; n < state_.doubtful.size(); ++n)
    effect = either(effect, state_.doubtful[n]);
  return effect;
}

// Asks also where there is no doubt: a run in which the value was not known has asked, and may have
// gone on.
void Interpreter::wait_in_loop(const Instruction& i) {
  if (state_.loops.size() == frame().loops ||
      state_.loops.back().loop != static_cast<std::uint32_t>(i.a))
    return;
  const LoopRecord& record = state_.loops.back();
  if (has_effect(record)) return;
  if (!machine_.presume(doubtful_effect(record)))
    machine_.wait_again(routine_->loops[record.loop].place, record.since);
  ++state_.effects;
}

void Interpreter::take_back(const Instruction& i) {
  const Value address = get(i.b);
  if (state_.loops.size() == frame().loops || state_.undoable.empty() || !address.word.known ||
      state_.loops.back().loop != static_cast<std::uint32_t>(i.a))
    return;
  const LoopRecord& record = state_.loops.back();
  const UndoableEffect& first = state_.undoable.back();
  const bool comes_before = i.detail == 1;
  const std::uint64_t done = state_.effects - record.effects - record.excused;
  const std::int64_t by = as_signed(get(i.c).word.value, i.width);
  const bool adds = static_cast<RmwOp>(i.other_width) == RmwOp::add;
  if (done == (comes_before ? 0 : 1) && first.number == state_.effects && !first.lock &&
      first.address == address.word.value && first.by == (adds ? -by : by) &&
      machine_.is_only_added_to(first.address) && !machine_.presume(doubtful_effect(record)))
    machine_.wait_again(routine_->loops[record.loop].place,
                        comes_before ? first.since : record.since, true);
}

void Interpreter::repeat_loop(const Instruction& i) {
  while (state_.loops.size() > frame().loops &&
         state_.loops.back().loop != static_cast<std::uint32_t>(i.a))
    state_.loops.pop_back();
  // A loop that was entered in its middle.
  if (state_.loops.size() == frame().loops) return enter_loop(i);
  LoopRecord& record = state_.loops.back();
  if (!has_effect(record)) {
    Value changed = doubtful_effect(record);
    const bool waits = i.detail == 1 || (i.detail == 2 && options_.loads_are_alike);
    for (Operand n = 0; n < i.c && (i.detail == 1 || !waits); ++n) {
      const auto pair = static_cast<std::uint32_t>(i.b + 2 * n);
      changed = either(changed,
                       differ(get(routine_->arguments[pair]), get(routine_->arguments[pair + 1])));
    }
    const bool in_vain = !machine_.presume(changed);
    record.in_vain = in_vain ? record.in_vain + 1 : 0;
    if (in_vain && (waits || record.in_vain > kMaxInVain)) {
      machine_.wait_again(routine_->loops[record.loop].place, record.since);
      record.in_vain = 0;
    }
  } else if (!is_as_before(record)) {
    record.in_vain = 0;
  } else if (++record.in_vain > kMaxInVain) {
    machine_.wait_again(routine_->loops[record.loop].place, record.since);
    record.in_vain = 0;
  }
  const std::uint32_t asked = record.bound != 0 ? record.bound : options_.unroll;
  const std::uint32_t bound = std::max(asked, options_.least_bound);
  const bool is_cut = bound != 0 && ++record.iterations >= bound &&
                      !options_.not_unrolled.contains(frame().routine);
  record.effects = state_.effects;
  record.own_effects = state_.own_effects;
  record.excused = 0;
  record.since = machine_.now();
  if (state_.loops.size() == 1) {
    state_.doubtful.clear();
    state_.undoable.clear();
  }
  record.undone = static_cast<std::uint32_t>(state_.undoable.size());
  record.doubtful = static_cast<std::uint32_t>(state_.doubtful.size());
  machine_.begin_again();
  if (machine_.looks_for_rounds())
    machine_.come_round(routine_->loops[record.loop].place, may_end());
  if (is_cut) machine_.reach_bound(routine_->loops[record.loop].place);
}

bool Interpreter::may_end() const {
  std::size_t next = state_.loops.size();
  for (const auto& f : std::views::reverse(state_.frames))
    while (next > f.loops)
      if (!code_.routines[f.routine].loops[state_.loops[--next].loop].is_left) return false;
  return true;
}

}  // namespace ringcheck::source
