// Mutexes, spin locks and reader-writer locks.
#include "source/library/clock.hpp"
#include "source/library/lock_word.hpp"
#include "source/library/rows.hpp"

namespace ringcheck::source {
namespace {

constexpr std::uint64_t kBusy = 16;             ///< EBUSY
constexpr std::uint64_t kNotPermitted = 1;      ///< EPERM
constexpr std::uint64_t kDeadlock = 35;         ///< EDEADLK
constexpr std::uint64_t kWriter = 0xffff'ffff;  ///< what a lock held for writing holds

/// Where glibc's pthread_mutex_t has the kind of the mutex, and the kinds.
constexpr std::uint64_t kKindOffset = 16;
constexpr std::uint64_t kRecursive = 1;
constexpr std::uint64_t kErrorChecking = 2;

std::uint64_t kind_of(LibraryCall& call, const Value& mutex) {
  const Value kind = call.machine.peek({4, call.place(), false}, plus(mutex, kKindOffset));
  return is_undefined(kind) ? 0 : call.machine.number_of(kind) & 3;
}

CallOutcome mutex_init(LibraryCall& call) {
  call.machine.store(word(call), call.argument(0), 0, {Tag::once});
  Value kind(0);
  if (call.argument_count() > 1 && call.machine.number_of(call.argument(1)) != 0)
    kind = call.machine.load({4, call.place(), false}, call.argument(1),
                             call.interpreter.options().plain);
  call.machine.store({4, call.place(), false}, plus(call.argument(0), kKindOffset), kind,
                     call.interpreter.options().plain);
  return returned(call, 0);
}

CallOutcome mutex_destroy(LibraryCall& call) {
  if (call.argument(0).word.known && holds(call, call.argument(0)))
    call.machine.fail(ErrorKind::unlock, call.place(), "a mutex is destroyed by who has locked it");
  return destroy(call);
}

/// mtx_init(mutex, type): 1 is recursive.
CallOutcome mtx_init_(LibraryCall& call) {
  call.machine.store(word(call), call.argument(0), 0, {Tag::once});
  call.machine.store({4, call.place(), false}, plus(call.argument(0), kKindOffset),
                     call.machine.number_of(call.argument(1)) & 1,
                     call.interpreter.options().plain);
  return returned(call, 0);
}

CallOutcome attribute_init(LibraryCall& call) {
  call.machine.store({4, call.place(), false}, call.argument(0), 0,
                     call.interpreter.options().plain);
  return returned(call, 0);
}

CallOutcome attribute_settype(LibraryCall& call) {
  call.machine.store({4, call.place(), false}, call.argument(0), call.argument(1),
                     call.interpreter.options().plain);
  return returned(call, 0);
}

/// `ends`: as for take().
CallOutcome lock(LibraryCall& call, bool ends) {
  const Value mutex = call.argument(0);
  if (mutex.word.known && holds(call, mutex)) {
    const std::uint64_t kind = kind_of(call, mutex);
    if (kind == kErrorChecking) return returned(call, kDeadlock);
    if (kind == kRecursive) {
      note_taken(call, mutex);
      return returned(call, 0);
    }
  }
  take(call, mutex, ends);
  return returned(call, 0);
}

CallOutcome mutex_lock(LibraryCall& call) {
  return lock(call, false);
}

CallOutcome mutex_trylock(LibraryCall& call) {
  const Value mutex = call.argument(0);
  if (mutex.word.known && holds(call, mutex) && kind_of(call, mutex) == kRecursive) {
    note_taken(call, mutex);
    return returned(call, 0);
  }
  const Value old = try_take(call, mutex, 1, Tag::lock_read, Tag::lock_write);
  call.state.note_effect(is(old, 0));
  const bool taken = call.machine.branch(is(old, 0));
  if (taken) note_taken(call, mutex);
  return returned(call, taken ? 0 : kBusy);
}

/// Calls `Lock` for a wait of which argument `Until` says when it ends at the latest.
template <CallOutcome (*Lock)(LibraryCall&, bool), std::size_t Until>
CallOutcome lock_until(LibraryCall& call) {
  const auto late = times_out(call, Until);
  if (!late) return CallOutcome::ended;
  return *late ? returned(call, kTimedOut) : Lock(call, true);
}

/// Takes all locks at the addresses that `address_of` gives. std::lock waits for one of them
/// without holding any, and gives it back if another one is taken. Such a turn in vain changes
/// nothing, so executions without one show the rest.
template <class AddressOf>
CallOutcome take_all(LibraryCall& call, AddressOf&& address_of) {
  const std::size_t count = call.argument_count();
  const auto first = call.machine.choose(count);
  if (!first) return CallOutcome::ended;
  for (std::size_t n = 0; n < count; ++n) take(call, address_of((*first + n) % count), n > 0);
  return CallOutcome::returned;
}

CallOutcome lock_mutexes(LibraryCall& call) {
  return take_all(call, [&](std::size_t n) { return call.argument(n); });
}

/// A std::unique_lock has the address of its mutex, and then whether it owns it.
CallOutcome lock_unique_locks(LibraryCall& call) {
  const CallOutcome outcome =
      take_all(call, [&](std::size_t n) { return call.load_pointer(call.argument(n)); });
  if (outcome == CallOutcome::ended) return outcome;
  for (std::size_t n = 0; n < call.argument_count(); ++n)
    call.machine.store(call.site(1),
                       plus(call.argument(n), static_cast<std::uint64_t>(call.pointer_bytes())), 1,
                       call.interpreter.options().plain);
  return outcome;
}

CallOutcome mutex_unlock(LibraryCall& call) {
  const Value mutex = call.argument(0);
  if (!note_released(call, mutex)) {
    if (kind_of(call, mutex) == kErrorChecking) return returned(call, kNotPermitted);
    call.machine.fail(ErrorKind::unlock, call.place(),
                      "unlock of a lock that the thread does not hold");
  }
  if (!holds(call, mutex)) release(call, mutex);
  return returned(call, 0);
}

/// `ends`: as for wait_for(), here and below.
CallOutcome lock_for_writing(LibraryCall& call, bool ends) {
  ++call.state.effects;
  const Value old = try_take(call, call.argument(0), kWriter, Tag::lock_read, Tag::lock_write);
  wait_for(call, is(old, 0), ends);
  call.machine.note_stored(old);
  note_taken(call, call.argument(0));
  return returned(call, 0);
}

CallOutcome write_lock(LibraryCall& call) {
  return lock_for_writing(call, false);
}

CallOutcome try_write_lock(LibraryCall& call) {
  const Value old = try_take(call, call.argument(0), kWriter, Tag::lock_read, Tag::lock_write);
  call.state.note_effect(is(old, 0));
  const bool taken = call.machine.branch(is(old, 0));
  if (taken) note_taken(call, call.argument(0));
  return returned(call, taken ? 0 : kBusy);
}

Value try_read(LibraryCall& call) {
  Update how;
  how.op = RmwOp::add;
  how.unless = true;
  how.order = {{Tag::acquire}, {Tag::once}, false, true, {Tag::once}, 32};
  const Value old = call.machine.update(word(call), how, call.argument(0), 1, kWriter);
  check_alive(call, old, ErrorKind::uninitialized);
  return is_not(old, kWriter);
}

CallOutcome lock_for_reading(LibraryCall& call, bool ends) {
  ++call.state.effects;
  wait_for(call, try_read(call), ends);
  note_taken(call, call.argument(0));
  return returned(call, 0);
}

CallOutcome read_lock(LibraryCall& call) {
  return lock_for_reading(call, false);
}

CallOutcome try_read_lock(LibraryCall& call) {
  const Value success = try_read(call);
  call.state.note_effect(success);
  const bool taken = call.machine.branch(success);
  if (taken) note_taken(call, call.argument(0));
  return returned(call, taken ? 0 : kBusy);
}

/// One compare-exchange for a lock held for writing, one subtraction for a lock held for reading.
/// The word tells which it is, and this thread itself has put that there.
CallOutcome rwlock_unlock(LibraryCall& call) {
  if (!note_released(call, call.argument(0)))
    call.machine.fail(ErrorKind::unlock, call.place(),
                      "unlock of a lock that the thread does not hold");
  ++call.state.effects;
  const Value old =
      call.machine.update(word(call), compare_exchange({Tag::once}, {Tag::release}, {Tag::once}),
                          call.argument(0), 0, kWriter);
  if (call.machine.branch(is(old, kWriter))) return returned(call, 0);
  Update how;
  how.op = RmwOp::subtract;
  how.order = {{Tag::once}, {Tag::release}, false, true, {Tag::once}, 32};
  call.machine.update(word(call), how, call.argument(0), 1, {});
  return returned(call, 0);
}

constexpr LibraryRow kRows[] = {
    {"pthread_mutex_init", mutex_init},
    {"pthread_mutex_destroy", mutex_destroy},
    {"pthread_mutex_lock", mutex_lock},
    {"pthread_mutex_trylock", mutex_trylock},
    {"pthread_mutex_timedlock", lock_until<lock, 1>},
    {"pthread_mutex_clocklock", lock_until<lock, 2>},
    {"pthread_mutex_unlock", mutex_unlock},
    {"pthread_mutexattr_init", attribute_init},
    {"pthread_mutexattr_settype", attribute_settype},
    {"pthread_mutexattr_destroy", attribute_init},
    {"pthread_spin_init", make_word},
    {"pthread_spin_destroy", destroy},
    {"pthread_spin_lock", mutex_lock},
    {"pthread_spin_trylock", mutex_trylock},
    {"pthread_spin_unlock", mutex_unlock},
    {"pthread_rwlock_init", make_word},
    {"pthread_rwlock_destroy", destroy},
    {"pthread_rwlock_rdlock", read_lock},
    {"pthread_rwlock_tryrdlock", try_read_lock},
    {"pthread_rwlock_wrlock", write_lock},
    {"pthread_rwlock_trywrlock", try_write_lock},
    {"pthread_rwlock_timedrdlock", lock_until<lock_for_reading, 1>},
    {"pthread_rwlock_clockrdlock", lock_until<lock_for_reading, 2>},
    {"pthread_rwlock_timedwrlock", lock_until<lock_for_writing, 1>},
    {"pthread_rwlock_clockwrlock", lock_until<lock_for_writing, 2>},
    {"pthread_rwlock_unlock", rwlock_unlock},
    {"std::lock of mutexes", lock_mutexes},
    {"std::lock of unique_locks", lock_unique_locks},
    {"mtx_init", mtx_init_},
    {"mtx_destroy", mutex_destroy},
    {"mtx_lock", mutex_lock},
    {"mtx_trylock", mutex_trylock},
    {"mtx_timedlock", lock_until<lock, 1>},
    {"mtx_unlock", mutex_unlock},
};

}  // namespace

std::span<const LibraryRow> lock_rows() {
  return kRows;
}

}  // namespace ringcheck::source
