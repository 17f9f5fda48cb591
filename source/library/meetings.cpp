// Condition variables and barriers.
#include "source/library/lock_word.hpp"
#include "source/library/rows.hpp"

namespace ringcheck::source {
namespace {

/// Waits on `condition`, which counts how often it was signalled, with `mutex` released.
CallOutcome wait(LibraryCall& call, const Value& condition, const Value& mutex) {
  const Value before = call.machine.load(word(call), condition, {Tag::once});
  check_alive(call, before, ErrorKind::uninitialized);
  if (!note_released(call, mutex))
    call.machine.fail(ErrorKind::unlock, call.place(),
                      "a wait on a condition with a mutex that the thread does not hold");
  release(call, mutex);
  const Value after = call.machine.load(word(call), condition, {Tag::acquire});
  call.machine.await(is_not(after, before), call.place());
  take(call, mutex);
  return returned(call, 0);
}

CallOutcome cond_wait(LibraryCall& call) {
  return wait(call, call.argument(0), call.argument(1));
}

CallOutcome cond_timedwait(LibraryCall& call) {
  const auto late = call.machine.choose(2);
  if (!late) return CallOutcome::ended;
  if (*late == 0) return cond_wait(call);
  if (!note_released(call, call.argument(1)))
    call.machine.fail(ErrorKind::unlock, call.place(),
                      "a wait on a condition with a mutex that the thread does not hold");
  release(call, call.argument(1));
  take(call, call.argument(1));
  return returned(call, kTimedOut);
}

/// std::condition_variable::wait(this, unique_lock&): the lock's first member is its mutex.
CallOutcome std_wait(LibraryCall& call) {
  return wait(call, call.argument(0), call.load_pointer(call.argument(1)));
}

CallOutcome signal(LibraryCall& call) {
  ++call.state.effects;
  Update how;
  how.op = RmwOp::add;
  how.order = {{Tag::once}, {Tag::release}, false, true, {Tag::once}, 32};
  check_alive(call, call.machine.update(word(call), how, call.argument(0), 1, {}),
              ErrorKind::uninitialized);
  return returned(call, 0);
}

// A barrier: how many threads it still waits for, how often it has opened, how many threads it is
// for.
constexpr std::uint64_t kOpenings = 4;
constexpr std::uint64_t kThreads = 8;

CallOutcome barrier_init(LibraryCall& call) {
  const Value count = call.argument(call.argument_count() - 1);
  if (call.machine.decide(is(count, 0)))
    call.machine.fail(ErrorKind::barrier, call.place(), "a barrier for no threads");
  const Value barrier = call.argument(0);
  const Value threads = call.machine.peek(word(call), plus(barrier, kThreads));
  const Value left = call.machine.peek(word(call), barrier);
  const bool is_made = !is_undefined(threads) && call.machine.decide(is_not(threads, 0)) &&
                       call.machine.decide(is_not(left, kDestroyed));
  if (is_made)
    call.machine.fail(ErrorKind::barrier, call.place(), "a barrier that is initialised already");
  call.machine.store(word(call), barrier, count, {Tag::once});
  call.machine.store(word(call), plus(barrier, kOpenings), 0, {Tag::once});
  call.machine.store(word(call), plus(barrier, kThreads), count, {Tag::once});
  return returned(call, 0);
}

CallOutcome barrier_wait(LibraryCall& call) {
  const Value barrier = call.argument(0);
  ++call.state.effects;
  const Value openings = call.machine.load(word(call), plus(barrier, kOpenings), {Tag::once});
  const Value threads = call.machine.load(word(call), plus(barrier, kThreads), {Tag::once});
  if (call.machine.decide(is(threads, 0)))
    call.machine.fail(ErrorKind::uninitialized, call.place(),
                      "a wait at a barrier that is not initialised");
  Update arrive;
  arrive.op = RmwOp::subtract;
  arrive.order = {{Tag::acquire}, {Tag::release}, false, true, {Tag::acquire}, 32};
  const Value left = call.machine.update(word(call), arrive, barrier, 1, {});
  check_alive(call, left, ErrorKind::freed);
  if (call.machine.branch(is(left, 1))) {
    call.machine.store(word(call), barrier, threads, {Tag::once});
    call.machine.store(word(call), plus(barrier, kOpenings), plus(openings, 1), {Tag::release});
    return returned(call, 0xffff'ffff);  // PTHREAD_BARRIER_SERIAL_THREAD
  }
  const Value now = call.machine.load(word(call), plus(barrier, kOpenings), {Tag::acquire});
  call.machine.await(is_not(now, openings), call.place());
  return returned(call, 0);
}

constexpr LibraryRow kRows[] = {
    {"pthread_cond_init", make_word},
    {"pthread_cond_destroy", destroy},
    {"pthread_cond_wait", cond_wait},
    {"pthread_cond_timedwait", cond_timedwait},
    {"pthread_cond_signal", signal},
    {"pthread_cond_broadcast", signal},
    {"pthread_barrier_init", barrier_init},
    {"pthread_barrier_destroy", destroy},
    {"pthread_barrier_wait", barrier_wait},
    {"cnd_init", make_word},
    {"cnd_destroy", destroy},
    {"cnd_wait", cond_wait},
    {"cnd_timedwait", cond_timedwait},
    {"cnd_signal", signal},
    {"cnd_broadcast", signal},
    {"_ZNSt18condition_variableC1Ev", make_word},
    {"_ZNSt18condition_variableD1Ev", destroy},
    {"_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE", std_wait},
    {"_ZNSt18condition_variable10notify_oneEv", signal},
    {"_ZNSt18condition_variable10notify_allEv", signal},
};

}  // namespace

std::span<const LibraryRow> meeting_rows() {
  return kRows;
}

}  // namespace ringcheck::source
