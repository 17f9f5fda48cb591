// Barriers.
#include "source/library/lock_word.hpp"
#include "source/library/rows.hpp"

namespace ringcheck::source {
namespace {

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
    {"pthread_barrier_init", barrier_init},
    {"pthread_barrier_destroy", destroy},
    {"pthread_barrier_wait", barrier_wait},
};

}  // namespace

std::span<const LibraryRow> meeting_rows() {
  return kRows;
}

}  // namespace ringcheck::source
