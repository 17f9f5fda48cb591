// POSIX semaphores: a word that counts.
// Tested by tests/source/further_library_test.cpp.
#include "source/library/clock.hpp"
#include "source/library/lock_word.hpp"
#include "source/library/rows.hpp"

namespace ringcheck::source {
namespace {

constexpr std::uint64_t kMinusOne = 0xffff'ffff;
constexpr std::uint64_t kTryAgain = 11;  ///< EAGAIN of Linux

/// sem_init(semaphore, whether processes share it, value)
CallOutcome semaphore_init(LibraryCall& call) {
  call.machine.store(word(call), call.argument(0), call.argument(2), {Tag::once});
  return returned(call, 0);
}

/// Takes one away unless there is none. Returns how many there were.
Value try_down(LibraryCall& call) {
  Update how;
  how.op = RmwOp::add;
  how.unless = true;
  how.order = {{Tag::acquire}, {Tag::once}, false, true, {Tag::once}, 32};
  const Value old = call.machine.update(word(call), how, call.argument(0), kMinusOne, 0);
  check_alive(call, old, ErrorKind::uninitialized);
  return old;
}

CallOutcome semaphore_wait(LibraryCall& call) {
  ++call.state.effects;
  call.machine.await(is_not(try_down(call), 0), call.place());
  return returned(call, 0);
}

CallOutcome failed(LibraryCall& call, std::uint64_t error) {
  call.set_error(error);
  return returned(call, kMinusOne);
}

CallOutcome semaphore_trywait(LibraryCall& call) {
  const Value there = is_not(try_down(call), 0);
  call.state.note_effect(there);
  return call.machine.branch(there) ? returned(call, 0) : failed(call, kTryAgain);
}

/// Argument `Until` says when the wait ends at the latest.
template <std::size_t Until>
CallOutcome semaphore_wait_until(LibraryCall& call) {
  const auto late = times_out(call, Until);
  if (!late) return CallOutcome::ended;
  if (*late) return failed(call, kTimedOut);
  ++call.state.effects;
  call.machine.assume(is_not(try_down(call), 0));
  return returned(call, 0);
}

CallOutcome semaphore_post(LibraryCall& call) {
  ++call.state.effects;
  Update how;
  how.op = RmwOp::add;
  how.order = {{Tag::once}, {Tag::release}, false, true, {Tag::once}, 32};
  check_alive(call, call.machine.update(word(call), how, call.argument(0), 1, {}),
              ErrorKind::uninitialized);
  return returned(call, 0);
}

/// sem_getvalue(semaphore, where to)
CallOutcome semaphore_value(LibraryCall& call) {
  const Value count = call.machine.load(word(call), call.argument(0), {Tag::once});
  check_alive(call, count, ErrorKind::uninitialized);
  call.machine.store({4, call.place(), false}, call.argument(1), count,
                     call.interpreter.options().plain);
  return returned(call, 0);
}

constexpr LibraryRow kRows[] = {
    {"sem_init", semaphore_init},
    {"sem_destroy", destroy},
    {"sem_wait", semaphore_wait},
    {"sem_trywait", semaphore_trywait},
    {"sem_timedwait", semaphore_wait_until<1>},
    {"sem_clockwait", semaphore_wait_until<2>},
    {"sem_post", semaphore_post},
    {"sem_getvalue", semaphore_value},
};

}  // namespace

std::span<const LibraryRow> semaphore_rows() {
  return kRows;
}

}  // namespace ringcheck::source
