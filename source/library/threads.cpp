// Threads: pthread, C11 and the C++ library's.
#include <algorithm>

#include "graph/diagnostic.hpp"
#include "source/arithmetic.hpp"
#include "source/library/rows.hpp"
#include "source/thread_end.hpp"

namespace ringcheck::source {
namespace {

/// The routine at the address that `function` holds; fails if there is none.
std::uint32_t routine_at(LibraryCall& call, const Value& function) {
  const std::uint64_t address = call.machine.number_of(function);
  const Code& code = call.interpreter.code();
  if (code.addresses.region(address) != Region::function ||
      code.addresses.slot(address) >= code.routines.size())
    call.machine.fail(ErrorKind::unallocated, call.place(),
                      "a thread is to run what is no function");
  return static_cast<std::uint32_t>(code.addresses.slot(address));
}

void store_number(LibraryCall& call, std::uint32_t bytes, const Value& address,
                  const Value& value) {
  call.machine.store(call.site(bytes), address, value, call.interpreter.options().plain);
}

/// (thread, function, argument): stores the number of the thread that it creates.
CallOutcome create(LibraryCall& call, const Value& thread, const Value& function,
                   const Value& argument) {
  const auto number =
      call.machine.create_thread(routine_at(call, function), argument, call.place());
  if (!number) return CallOutcome::ended;
  store_number(call, static_cast<std::uint32_t>(call.pointer_bytes()), thread, *number);
  call.result = 0;
  return CallOutcome::returned;
}

CallOutcome pthread_create_(LibraryCall& call) {
  return create(call, call.argument(0), call.argument(2), call.argument(3));
}

CallOutcome thrd_create_(LibraryCall& call) {
  return create(call, call.argument(0), call.argument(1), call.argument(2));
}

/// (attributes, function, argument) of the checker's interface: returns the number.
CallOutcome verifier_create(LibraryCall& call) {
  const auto number = call.machine.create_thread(routine_at(call, call.argument(1)),
                                                 call.argument(2), call.place());
  if (!number) return CallOutcome::ended;
  call.result = *number;
  return CallOutcome::returned;
}

/// Stores what the joined thread returned, unless nobody asks for it.
CallOutcome join(LibraryCall& call, std::uint32_t bytes) {
  const auto result = call.machine.join_thread(call.argument(0), call.place());
  if (!result) return CallOutcome::ended;
  const Value to = call.argument(1);
  if (!to.word.known || to.word.value != 0) store_number(call, bytes, to, *result);
  call.result = 0;
  return CallOutcome::returned;
}

CallOutcome pthread_join_(LibraryCall& call) {
  return join(call, static_cast<std::uint32_t>(call.pointer_bytes()));
}

CallOutcome thrd_join_(LibraryCall& call) {
  return join(call, 4);
}

CallOutcome verifier_join(LibraryCall& call) {
  const auto result = call.machine.join_thread(call.argument(0), call.place());
  if (!result) return CallOutcome::ended;
  call.result = *result;
  return CallOutcome::returned;
}

CallOutcome self(LibraryCall& call) {
  call.machine.tell_apart();
  call.result = call.machine.this_thread();
  return CallOutcome::returned;
}

/// The thread's functions end with it, and their local variables.
CallOutcome exit_thread(LibraryCall& call) {
  call.state.leaves = true;
  for (; !call.state.locals.empty(); call.state.locals.pop_back())
    call.machine.leave_local(call.state.locals.back(), call.place());
  call.state.result = call.argument(0);
  return CallOutcome::ended;
}

CallOutcome equal(LibraryCall& call) {
  call.result = combine_values(call.argument(0), call.argument(1),
                               [](auto x, auto y) { return std::uint64_t{x == y}; });
  return CallOutcome::returned;
}

CallOutcome nothing(LibraryCall& call) {
  call.result = 0;
  return CallOutcome::returned;
}

/// std::thread::_M_start_thread(this, unique_ptr<_State>&, …): the state's virtual function _M_run,
/// the third of its table, is the thread. It destroys and frees the state when that has returned.
CallOutcome start_thread(LibraryCall& call) {
  const auto bytes = static_cast<std::uint32_t>(call.pointer_bytes());
  const Value state = call.load_pointer(call.argument(1));
  const Value table = call.load_pointer(state);
  const Value run = call.load_pointer(plus(table, 2 * bytes));
  const auto number = call.machine.create_thread(routine_at(call, run), state, call.place());
  if (!number) return CallOutcome::ended;
  store_number(call, bytes, call.argument(1), 0);
  // A joined thread holds 0 in C++, and no created thread has the number 0.
  store_number(call, bytes, call.argument(0), *number);
  return CallOutcome::returned;
}

CallOutcome std_join(LibraryCall& call) {
  const Value thread = call.load_pointer(call.argument(0));
  if (!call.machine.join_thread(thread, call.place())) return CallOutcome::ended;
  store_number(call, static_cast<std::uint32_t>(call.pointer_bytes()), call.argument(0), 0);
  return CallOutcome::returned;
}

CallOutcome std_detach(LibraryCall& call) {
  store_number(call, static_cast<std::uint32_t>(call.pointer_bytes()), call.argument(0), 0);
  return CallOutcome::returned;
}

CallOutcome two(LibraryCall& call) {
  call.result = 2;
  return CallOutcome::returned;
}

/// (key, destructor): the key says who has created it, so no two threads create the same.
CallOutcome key_create(LibraryCall& call) {
  constexpr std::uint64_t kNoMore = 11;  // EAGAIN
  call.result = kNoMore;
  if (call.state.keys == ThreadKey::kMost) return CallOutcome::returned;
  const std::uint64_t destructor = call.machine.number_of(call.argument(1));
  const AddressLayout& addresses = call.interpreter.code().addresses;
  if (destructor != 0 && addresses.region(destructor) != Region::function)
    call.machine.fail(ErrorKind::unallocated, call.place(),
                      "a key with a destructor that is no function");
  call.machine.tell_apart();
  const ThreadKey key{call.state.keys++, call.machine.this_thread(),
                      destructor == 0 ? 0 : addresses.slot(destructor) + 1};
  store_number(call, 4, call.argument(0), key.packed());
  call.result = 0;
  return CallOutcome::returned;
}

/// Where the thread keeps what it has for a key; the end: it has nothing.
auto find_specific(ThreadState& state, std::uint64_t key) {
  return std::ranges::find(state.specific, key, [](const auto& its) { return its.first; });
}

CallOutcome setspecific(LibraryCall& call) {
  const std::uint64_t key = call.machine.number_of(call.argument(0));
  const auto at = find_specific(call.state, key);
  if (at == call.state.specific.end())
    call.state.specific.emplace_back(key, call.argument(1));
  else
    at->second = call.argument(1);
  call.result = 0;
  return CallOutcome::returned;
}

CallOutcome getspecific(LibraryCall& call) {
  const auto at = find_specific(call.state, call.machine.number_of(call.argument(0)));
  call.result = at == call.state.specific.end() ? Value(0) : at->second;
  return CallOutcome::returned;
}

/// atexit, __cxa_atexit, __cxa_thread_atexit: a function to call at the end of the thread.
CallOutcome at_end(LibraryCall& call) {
  const Code& code = call.interpreter.code();
  const std::uint64_t address = call.machine.number_of(call.argument(0));
  call.result = 0;
  if (code.addresses.region(address) == Region::function &&
      code.addresses.slot(address) >= code.routines.size()) {
    // Destructors that the C++ library defines do not touch shared memory.
    const std::size_t number = code.addresses.slot(address) - code.routines.size();
    if (code.library[number] != nullptr) return CallOutcome::returned;
    throw InputError(
        {code.where(call.place()), 0, 0,
         "saw a call of " + code.unit.externals[number] + " at the end, which is defined nowhere"});
  }
  call.state.at_end.emplace_back(routine_at(call, call.argument(0)),
                                 call.argument_count() > 1 ? call.argument(1) : Value(0));
  return CallOutcome::returned;
}

constexpr LibraryRow kRows[] = {
    {"pthread_create", pthread_create_},
    {"pthread_join", pthread_join_},
    {"_pthread_join", pthread_join_},
    {"pthread_exit", exit_thread},
    {"pthread_self", self},
    {"pthread_equal", equal},
    {"pthread_detach", nothing},
    {"thrd_create", thrd_create_},
    {"thrd_join", thrd_join_},
    {"thrd_exit", exit_thread},
    {"thrd_current", self},
    {"thrd_equal", equal},
    {"thrd_detach", nothing},
    {"__VERIFIER_thread_create", verifier_create},
    {"__VERIFIER_thread_create_symmetric", verifier_create},
    {"__VERIFIER_thread_join", verifier_join},
    {"__VERIFIER_thread_exit", exit_thread},
    {"__VERIFIER_thread_self", self},
    {"__VERIFIER_tid", self},
    {"_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE",
     start_thread},
    {"_ZNSt6thread4joinEv", std_join},
    {"_ZNSt6thread6detachEv", std_detach},
    {"_ZNSt6thread20hardware_concurrencyEv", two},
    {"_ZNSt6thread6_StateD2Ev", nothing},
    {"pthread_key_create", key_create},
    {"pthread_key_delete", nothing},
    {"pthread_setspecific", setspecific},
    {"pthread_getspecific", getspecific},
    {"tss_create", key_create},
    {"tss_set", setspecific},
    {"tss_get", getspecific},
    {"tss_delete", nothing},
    {"atexit", at_end},
    {"__VERIFIER_atexit", at_end},
    {"__cxa_atexit", at_end},
    {"__cxa_thread_atexit", at_end},
    {"__cxa_thread_atexit_impl", at_end},
};

}  // namespace

std::span<const LibraryRow> thread_rows() {
  return kRows;
}

}  // namespace ringcheck::source
