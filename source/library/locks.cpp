// Mutexes, reader-writer locks, condition variables, barriers, and what is to happen once.
//
// A lock is its first word: 0, or 1 when it is held. To take it is an acquiring compare-exchange
// that blocks the execution when it fails; to release it is a releasing store.
#include <algorithm>

#include "source/library/rows.hpp"

namespace ringcheck::source {
namespace {

constexpr std::uint64_t kBusy = 16;               ///< EBUSY
constexpr std::uint64_t kNotPermitted = 1;        ///< EPERM
constexpr std::uint64_t kDeadlock = 35;           ///< EDEADLK
constexpr std::uint64_t kTimedOut = 110;          ///< ETIMEDOUT
constexpr std::uint64_t kDestroyed = 0x0dead10c;  ///< what a destroyed object holds
constexpr std::uint64_t kWriter = 0xffff'ffff;    ///< what a lock held for writing holds

/// Where glibc's pthread_mutex_t has the kind of the mutex, and the kinds.
constexpr std::uint64_t kKindOffset = 16;
constexpr std::uint64_t kRecursive = 1;
constexpr std::uint64_t kErrorChecking = 2;

Value plus(const Value& address, std::uint64_t offset) {
  return combine_values(address, Value(offset), [](auto x, auto y) { return x + y; });
}

Value is(const Value& a, std::uint64_t b) {
  return combine_values(a, Value(b), [](auto x, auto y) { return std::uint64_t{x == y}; });
}

Value is_not(const Value& a, const Value& b) {
  return combine_values(a, b, [](auto x, auto y) { return std::uint64_t{x != y}; });
}

Site word(const LibraryCall& call) {
  return {4, call.place(), true};
}

Update compare_exchange(TagSet read, TagSet write, TagSet fail) {
  Update how;
  how.compares = true;
  how.order = {read, write, false, true, fail, 32};
  return how;
}

/// Fails if the object was destroyed, which its first word, `value`, says. A lock may be made again
/// in its place: it is one without a value until then.
void check_alive(LibraryCall& call, const Value& value, ErrorKind kind) {
  if (call.machine.decide(is(value, kDestroyed)))
    call.machine.fail(kind, call.place(),
                      "the use of a lock, condition or barrier that was destroyed");
}

Value try_take(LibraryCall& call, const Value& lock, std::uint64_t held, Tag read, Tag write) {
  ++call.state.effects;
  const Value old = call.machine.update(
      word(call), compare_exchange({read}, {write}, {Tag::lock_fail}), lock, held, 0);
  check_alive(call, old, ErrorKind::uninitialized);
  return old;
}

/// True iff the thread holds the lock. Pre: its address is known.
bool holds(const LibraryCall& call, const Value& lock) {
  return std::ranges::find(call.state.held, lock.word.value) != call.state.held.end();
}

void note_taken(LibraryCall& call, const Value& lock) {
  call.state.held.push_back(call.machine.number_of(lock));
}

/// Takes note that the lock is released. Returns false when the thread does not hold it.
bool note_released(LibraryCall& call, const Value& lock) {
  const std::uint64_t address = call.machine.number_of(lock);
  const auto at = std::ranges::find(call.state.held, address);
  if (at == call.state.held.end()) return false;
  call.state.held.erase(at);
  return true;
}

void take(LibraryCall& call, const Value& lock) {
  const std::uint64_t effects = call.state.effects;
  const Value old = try_take(call, lock, 1, Tag::lock_read, Tag::lock_write);
  call.machine.await(is(old, 0), call.place());
  call.state.effects = effects;
  call.state.note_undoable(call.machine.number_of(lock), 1, true);
  note_taken(call, lock);
}

void release(LibraryCall& call, const Value& lock) {
  const std::uint64_t effects = call.state.effects;
  call.machine.store(word(call), lock, 0, {Tag::unlock});
  call.state.effects = effects;
  call.state.note_undoable(call.machine.number_of(lock), -1, true);
}

std::uint64_t kind_of(LibraryCall& call, const Value& mutex) {
  const Value kind = call.machine.peek({4, call.place(), false}, plus(mutex, kKindOffset));
  return is_undefined(kind) ? 0 : call.machine.number_of(kind) & 3;
}

CallOutcome returned(LibraryCall& call, const Value& result) {
  call.result = result;
  return CallOutcome::returned;
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

CallOutcome destroy(LibraryCall& call) {
  call.machine.store(word(call), call.argument(0), kDestroyed, {Tag::once});
  return returned(call, 0);
}

CallOutcome mutex_lock(LibraryCall& call) {
  const Value mutex = call.argument(0);
  if (mutex.word.known && holds(call, mutex)) {
    const std::uint64_t kind = kind_of(call, mutex);
    if (kind == kErrorChecking) return returned(call, kDeadlock);
    if (kind == kRecursive) {
      note_taken(call, mutex);
      return returned(call, 0);
    }
  }
  take(call, mutex);
  return returned(call, 0);
}

CallOutcome mutex_trylock(LibraryCall& call) {
  const Value mutex = call.argument(0);
  if (mutex.word.known && holds(call, mutex) && kind_of(call, mutex) == kRecursive) {
    note_taken(call, mutex);
    return returned(call, 0);
  }
  const Value old = try_take(call, mutex, 1, Tag::lock_read, Tag::lock_write);
  const bool taken = call.machine.branch(is(old, 0));
  if (taken) note_taken(call, mutex);
  return returned(call, taken ? 0 : kBusy);
}

CallOutcome mutex_timedlock(LibraryCall& call) {
  const auto late = call.machine.choose(2);
  if (!late) return CallOutcome::ended;
  return *late != 0 ? returned(call, kTimedOut) : mutex_lock(call);
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

CallOutcome write_lock(LibraryCall& call) {
  call.machine.await(
      is(try_take(call, call.argument(0), kWriter, Tag::lock_read, Tag::lock_write), 0),
      call.place());
  note_taken(call, call.argument(0));
  return returned(call, 0);
}

CallOutcome try_write_lock(LibraryCall& call) {
  const Value old = try_take(call, call.argument(0), kWriter, Tag::lock_read, Tag::lock_write);
  const bool taken = call.machine.branch(is(old, 0));
  if (taken) note_taken(call, call.argument(0));
  return returned(call, taken ? 0 : kBusy);
}

Value try_read(LibraryCall& call) {
  ++call.state.effects;
  Update how;
  how.op = RmwOp::add;
  how.unless = true;
  how.order = {{Tag::acquire}, {Tag::once}, false, true, {Tag::once}, 32};
  const Value old = call.machine.update(word(call), how, call.argument(0), 1, kWriter);
  check_alive(call, old, ErrorKind::uninitialized);
  return is_not(old, kWriter);
}

CallOutcome read_lock(LibraryCall& call) {
  call.machine.await(try_read(call), call.place());
  note_taken(call, call.argument(0));
  return returned(call, 0);
}

CallOutcome try_read_lock(LibraryCall& call) {
  const bool taken = call.machine.branch(try_read(call));
  if (taken) note_taken(call, call.argument(0));
  return returned(call, taken ? 0 : kBusy);
}

/// Of a lock held for writing, one compare-exchange; of one held for reading, one subtraction.
/// Which it is depends on what the word holds, and that is this thread's own doing.
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

CallOutcome cond_init(LibraryCall& call) {
  call.machine.store(word(call), call.argument(0), 0, {Tag::once});
  return returned(call, 0);
}

// A barrier: how many threads it still waits for, how often it has opened, how many it is for.
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
    call.machine.store(word(call), plus(barrier, kOpenings),
                       combine_values(openings, Value(1), [](auto x, auto y) { return x + y; }),
                       {Tag::release});
    return returned(call, 0xffff'ffff);  // PTHREAD_BARRIER_SERIAL_THREAD
  }
  const Value now = call.machine.load(word(call), plus(barrier, kOpenings), {Tag::acquire});
  call.machine.await(is_not(now, openings), call.place());
  return returned(call, 0);
}

/// The function itself. std::call_once gives a function of the C++ library, which calls what a
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

/// A static variable of a function in C++: its first byte says that it is there, the word after is
/// a lock.
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
    {"pthread_mutex_init", mutex_init},
    {"pthread_mutex_destroy", destroy},
    {"pthread_mutex_lock", mutex_lock},
    {"pthread_mutex_trylock", mutex_trylock},
    {"pthread_mutex_timedlock", mutex_timedlock},
    {"pthread_mutex_unlock", mutex_unlock},
    {"pthread_mutexattr_init", attribute_init},
    {"pthread_mutexattr_settype", attribute_settype},
    {"pthread_mutexattr_destroy", attribute_init},
    {"pthread_spin_init", cond_init},
    {"pthread_spin_destroy", destroy},
    {"pthread_spin_lock", mutex_lock},
    {"pthread_spin_trylock", mutex_trylock},
    {"pthread_spin_unlock", mutex_unlock},
    {"pthread_rwlock_init", cond_init},
    {"pthread_rwlock_destroy", destroy},
    {"pthread_rwlock_rdlock", read_lock},
    {"pthread_rwlock_tryrdlock", try_read_lock},
    {"pthread_rwlock_wrlock", write_lock},
    {"pthread_rwlock_trywrlock", try_write_lock},
    {"pthread_rwlock_unlock", rwlock_unlock},
    {"pthread_cond_init", cond_init},
    {"pthread_cond_destroy", destroy},
    {"pthread_cond_wait", cond_wait},
    {"pthread_cond_timedwait", cond_timedwait},
    {"pthread_cond_signal", signal},
    {"pthread_cond_broadcast", signal},
    {"pthread_barrier_init", barrier_init},
    {"pthread_barrier_destroy", destroy},
    {"pthread_barrier_wait", barrier_wait},
    {"pthread_once", once},
    {"call_once", once},
    {"mtx_init", mtx_init_},
    {"mtx_destroy", destroy},
    {"mtx_lock", mutex_lock},
    {"mtx_trylock", mutex_trylock},
    {"mtx_timedlock", mutex_timedlock},
    {"mtx_unlock", mutex_unlock},
    {"cnd_init", cond_init},
    {"cnd_destroy", destroy},
    {"cnd_wait", cond_wait},
    {"cnd_timedwait", cond_timedwait},
    {"cnd_signal", signal},
    {"cnd_broadcast", signal},
    {"_ZNSt18condition_variableC1Ev", cond_init},
    {"_ZNSt18condition_variableD1Ev", destroy},
    {"_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE", std_wait},
    {"_ZNSt18condition_variable10notify_oneEv", signal},
    {"_ZNSt18condition_variable10notify_allEv", signal},
    {"__cxa_guard_acquire", guard_acquire},
    {"__cxa_guard_release", guard_release},
};

}  // namespace

std::span<const LibraryRow> lock_rows() {
  return kRows;
}

}  // namespace ringcheck::source
