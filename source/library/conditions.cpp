// Condition variables.
//
// A condition is its first 64 bits: two bits for each thread that waits, which say that a signal has
// woken it, and that the signal could have woken another; how many have come to wait; how often there
// was a broadcast. A thread that comes to wait gets the next bits. A signal sets those of one thread
// that waits, any of them; if none waits, it does nothing. Nothing else wakes a thread.
//
// A loop around a wait that was in vain only waits (Interpreter::repeat_loop), unless another thread
// could have had the signal: without the wait, a signal that only this thread could have is lost.
//
// Deviations: POSIX lets a wait end without a signal, and a signal wake several threads.
// Tested by tests/source/conditions_test.cpp.
#include <bit>
#include <string>

#include "graph/diagnostic.hpp"
#include "source/library/clock.hpp"
#include "source/library/lock_word.hpp"
#include "source/library/rows.hpp"

namespace ringcheck::source {
namespace {

/// How many threads can come to wait at a condition, one after the other.
constexpr std::uint32_t kMostWaits = 22;
constexpr std::uint32_t kWaitsBits = 6;
constexpr std::uint64_t kOneWait = std::uint64_t{1} << 2 * kMostWaits;
constexpr std::uint64_t kOneBroadcast = kOneWait << kWaitsBits;

/// The two bits of each thread, here of the first.
constexpr std::uint64_t kWoken = 1;
constexpr std::uint64_t kChosen = 2;

constexpr std::uint64_t broadcasts_in(std::uint64_t condition) {
  return condition / kOneBroadcast;
}

/// How many threads have come to wait.
constexpr std::uint64_t waits_in(std::uint64_t condition) {
  return condition % kOneBroadcast / kOneWait;
}

/// True iff the thread that came to wait when the condition was `before` has this bit.
constexpr bool has(std::uint64_t condition, std::uint64_t before, std::uint64_t bit) {
  return (condition & bit << 2 * waits_in(before)) != 0;
}

/// The kWoken of all threads that wait.
constexpr std::uint64_t waiting_in(std::uint64_t condition) {
  std::uint64_t waiting = 0;
  for (std::uint64_t n = 0; n < waits_in(condition); ++n) waiting |= kWoken << 2 * n;
  return waiting & ~condition;
}

Site whole(const LibraryCall& call) {
  return {8, call.place(), true};
}

CallOutcome make_condition(LibraryCall& call) {
  call.machine.store(whole(call), call.argument(0), 0, {Tag::once});
  return returned(call, 0);
}

CallOutcome destroy_condition(LibraryCall& call) {
  call.machine.store(whole(call), call.argument(0), kDestroyed, {Tag::once});
  return returned(call, 0);
}

/// Adds `by` to the condition; returns what it was.
Value add(LibraryCall& call, const Value& condition, std::uint64_t by, TagSet write) {
  Update how;
  how.op = RmwOp::add;
  how.order = {{Tag::once}, write, false, true, {Tag::once}, 64};
  const Value old = call.machine.update(whole(call), how, condition, by, {});
  check_alive(call, old, ErrorKind::uninitialized);
  return old;
}

/// Releases a mutex that the thread holds, to wait.
void leave_mutex(LibraryCall& call, const Value& mutex) {
  if (!note_released(call, mutex))
    call.machine.fail(ErrorKind::unlock, call.place(),
                      "a wait on a condition with a mutex that the thread does not hold");
}

/// Waits on `condition` with `mutex` released. `ends`: the wait is over at some time even if nothing
/// wakes the thread.
CallOutcome wait(LibraryCall& call, const Value& condition, const Value& mutex, bool ends = false) {
  leave_mutex(call, mutex);
  const std::uint64_t before = call.machine.number_of(add(call, condition, kOneWait, {Tag::once}));
  if (waits_in(before) == kMostWaits)
    throw InputError({call.interpreter.code().where(call.place()), 0, 0,
                      "saw more waits at one condition variable than are modelled (" +
                          std::to_string(kMostWaits) + ")"});
  release(call, mutex);
  const Value after = call.machine.load(whole(call), condition, {Tag::acquire});
  const Value woken = combine_values(after, Value(before), [](auto x, auto y) {
    return std::uint64_t{broadcasts_in(x) != broadcasts_in(y) || has(x, y, kWoken)};
  });
  wait_for(call, woken, ends);
  // Another thread may need the signal.
  call.state.note_effect(combine_values(
      after, Value(before), [](auto x, auto y) { return std::uint64_t{has(x, y, kChosen)}; }));
  take(call, mutex);
  return returned(call, 0);
}

CallOutcome cond_wait(LibraryCall& call) {
  return wait(call, call.argument(0), call.argument(1));
}

/// Argument `until` says when the wait ends at the latest.
CallOutcome wait_until(LibraryCall& call, std::size_t until) {
  const auto late = times_out(call, until);
  if (!late) return CallOutcome::ended;
  if (!*late) return wait(call, call.argument(0), call.argument(1), true);
  leave_mutex(call, call.argument(1));
  release(call, call.argument(1));
  take(call, call.argument(1));
  return returned(call, kTimedOut);
}

CallOutcome cond_timedwait(LibraryCall& call) {
  return wait_until(call, 2);
}
/// pthread_cond_clockwait(condition, mutex, clock, until)
CallOutcome cond_clockwait(LibraryCall& call) {
  return wait_until(call, 3);
}

/// std::condition_variable::wait(this, unique_lock&): the lock's first member is its mutex.
CallOutcome std_wait(LibraryCall& call) {
  return wait(call, call.argument(0), call.load_pointer(call.argument(1)));
}

/// Wakes one of the threads that wait.
CallOutcome signal(LibraryCall& call) {
  const Value condition = call.argument(0);
  const Value read = call.machine.load(whole(call), condition, {Tag::once});
  check_alive(call, read, ErrorKind::uninitialized);
  const std::uint64_t old = call.machine.number_of(read);
  std::uint64_t waiting = waiting_in(old);
  if (waiting == 0) return returned(call, 0);
  const auto count = static_cast<std::uint64_t>(std::popcount(waiting));
  const auto chosen = count == 1 ? std::optional<std::uint64_t>(0) : call.machine.choose(count);
  if (!chosen) return CallOutcome::ended;
  for (std::uint64_t n = 0; n < *chosen; ++n) waiting &= waiting - 1;
  const std::uint64_t woken = (waiting & -waiting) * (count == 1 ? kWoken : kWoken | kChosen);
  ++call.state.effects;
  Update how = compare_exchange({Tag::once}, {Tag::release}, {Tag::once});
  how.order.bits = 64;
  const Value found = call.machine.update(whole(call), how, condition, old | woken, old);
  // If it has changed meanwhile, other executions show the rest.
  call.machine.assume(is(found, old));
  return returned(call, 0);
}

CallOutcome broadcast(LibraryCall& call) {
  ++call.state.effects;
  add(call, call.argument(0), kOneBroadcast, {Tag::release});
  return returned(call, 0);
}

constexpr LibraryRow kRows[] = {
    {"pthread_cond_init", make_condition},
    {"pthread_cond_destroy", destroy_condition},
    {"pthread_cond_wait", cond_wait},
    {"pthread_cond_timedwait", cond_timedwait},
    {"pthread_cond_clockwait", cond_clockwait},
    {"pthread_cond_signal", signal},
    {"pthread_cond_broadcast", broadcast},
    {"cnd_init", make_condition},
    {"cnd_destroy", destroy_condition},
    {"cnd_wait", cond_wait},
    {"cnd_timedwait", cond_timedwait},
    {"cnd_signal", signal},
    {"cnd_broadcast", broadcast},
    {"_ZNSt18condition_variableC1Ev", make_condition},
    {"_ZNSt18condition_variableD1Ev", destroy_condition},
    {"_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE", std_wait},
    {"_ZNSt18condition_variable10notify_oneEv", signal},
    {"_ZNSt18condition_variable10notify_allEv", broadcast},
};

}  // namespace

std::span<const LibraryRow> condition_rows() {
  return kRows;
}

}  // namespace ringcheck::source
