// What is to happen once: pthread_once and its kin, and static variables of functions in C++.
#include "source/library/lock_word.hpp"
#include "source/library/rows.hpp"

namespace ringcheck::source {
namespace {

/// The function itself. std::call_once passes a function of the C++ library that calls what a
/// variable of the thread holds.
std::uint64_t function_of_once(LibraryCall& call, std::uint64_t function) {
  const Code& code = call.interpreter.code();
  const std::uint64_t number = code.addresses.slot(function);
  if (code.addresses.region(function) != Region::function || number < code.routines.size() ||
      code.unit.externals[number - code.routines.size()] != "__once_proxy")
    return function;
  for (const Global& global : code.unit.globals)
    if (global.name == "_ZSt11__once_call")
      return call.machine.number_of(call.load_pointer(code.addresses.thread_local_of(
          static_cast<int>(call.machine.this_thread()), global.slot)));
  return function;
}

/// (flag, function): the first call runs the function, others wait until it has returned.
CallOutcome once(LibraryCall& call) {
  const Value flag = call.argument(0);
  const Value old = call.machine.update(
      word(call), compare_exchange({Tag::acquire}, {Tag::once}, {Tag::acquire}), flag, 1, 0);
  if (call.machine.branch(is(old, 0))) {
    ++call.state.effects;
    const Code& code = call.interpreter.code();
    const std::uint64_t function = function_of_once(call, call.machine.number_of(call.argument(1)));
    if (code.addresses.region(function) != Region::function ||
        code.addresses.slot(function) >= code.routines.size())
      call.machine.fail(ErrorKind::unallocated, call.place(),
                        "pthread_once of what is no function");
    ++call.state.frames.back().next;
    if (call.instruction.target != kNoOperand) call.interpreter.set(call.instruction.target, 0);
    call.interpreter.enter(static_cast<std::uint32_t>(code.addresses.slot(function)), {},
                           kNoOperand);
    call.state.frames.back().once = call.machine.number_of(flag);
    return CallOutcome::entered;
  }
  call.machine.await(is(old, kOnceDone), call.place());
  return returned(call, 0);
}

/// The guard of a static variable of a function in C++: its first byte says that the variable is
/// there, the word after is a lock.
constexpr std::uint64_t kGuardLock = 4;

CallOutcome guard_acquire(LibraryCall& call) {
  const Value guard = call.argument(0);
  const Site byte{1, call.place(), true};
  if (call.machine.branch(is_not(call.machine.load(byte, guard, {Tag::acquire}), Value(0))))
    return returned(call, 0);
  const Value lock = plus(guard, kGuardLock);
  take(call, lock);
  if (!call.machine.branch(is_not(call.machine.load(byte, guard, {Tag::acquire}), Value(0))))
    return returned(call, 1);
  note_released(call, lock);
  release(call, lock);
  return returned(call, 0);
}

CallOutcome guard_release(LibraryCall& call) {
  call.machine.store({1, call.place(), true}, call.argument(0), 1, {Tag::release});
  const Value lock = plus(call.argument(0), kGuardLock);
  note_released(call, lock);
  release(call, lock);
  return returned(call, 0);
}

constexpr LibraryRow kRows[] = {
    {"pthread_once", once},
    {"call_once", once},
    {"__cxa_guard_acquire", guard_acquire},
    {"__cxa_guard_release", guard_release},
};

}  // namespace

std::span<const LibraryRow> once_rows() {
  return kRows;
}

}  // namespace ringcheck::source
