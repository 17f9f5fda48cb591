// Throwing and catching. An exception is a block with a header: the type_info of its class, its
// destructor, and where it was thrown.
// Source: Itanium C++ ABI, exception handling, level II. Tested by tests/source/exceptions_test.cpp.
#include "source/library/exceptions.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "graph/diagnostic.hpp"
#include "source/library/lock_word.hpp"
#include "source/library/rows.hpp"
#include "source/place_of_user.hpp"
#include "source/type_info.hpp"

namespace ringcheck::source {
namespace {

constexpr std::uint64_t kHeader = 32;  ///< bytes before the object

/// A word of the header of `exception`: type, destructor, place.
std::uint64_t word_at(Machine& machine, std::uint64_t exception, std::uint64_t number) {
  return machine.number_of(machine.peek({8, 0}, exception - kHeader + 8 * number));
}
void set_word(LibraryCall& call, std::uint64_t number, const Value& value) {
  call.machine.store(call.site(8), plus(call.argument(0), 8 * number - kHeader), value,
                     call.interpreter.options().plain);
}

bool catches_some(const LibraryCall& call) {
  const std::vector<std::string>& names = call.interpreter.code().unit.externals;
  return std::ranges::find(names, kIsThrowing) != names.end();
}

[[noreturn]] void fail_uncaught(LibraryCall& call) {
  call.machine.fail(ErrorKind::assertion, call.place(), kUncaught);
}

/// (bytes)
CallOutcome allocate_exception(LibraryCall& call) {
  if (!catches_some(call)) fail_uncaught(call);
  const std::uint64_t bytes = call.machine.number_of(call.argument(0));
  return returned(call, plus(call.machine.allocate(kHeader + bytes, call.place()), kHeader));
}

CallOutcome free_exception(LibraryCall& call) {
  call.machine.free(call.machine.number_of(call.argument(0)) - kHeader, call.place());
  return returned(call, 0);
}

/// (exception, its type_info, its destructor or 0)
CallOutcome throw_exception(LibraryCall& call) {
  if (!catches_some(call)) fail_uncaught(call);
  set_word(call, 0, call.argument(1));
  set_word(call, 1, call.argument(2));
  set_word(call, 2, place_of_user(call.interpreter.code(), call.state, call.place()));
  call.state.thrown = call.machine.number_of(call.argument(0));
  ++call.state.uncaught;
  return CallOutcome::thrown;
}

CallOutcome throw_again(LibraryCall& call) {
  if (call.state.caught.empty()) fail_uncaught(call);
  call.state.caught.back().thrown_again = true;
  call.state.thrown = call.state.caught.back().address;
  ++call.state.uncaught;
  return CallOutcome::thrown;
}

CallOutcome is_throwing(LibraryCall& call) {
  return returned(call, std::uint64_t{call.state.thrown != 0});
}

/// (type_info or 0, number)...: the number of the first type that catches what is thrown; 0: none.
CallOutcome caught_type(LibraryCall& call) {
  const Code& code = call.interpreter.code();
  const std::uint64_t thrown = word_at(call.machine, call.state.thrown, 0);
  for (std::size_t n = 0; n < call.argument_count(); n += 2) {
    switch (catches(code, call.machine.number_of(call.argument(n)), thrown)) {
      case Catches::yes:
        return returned(call, call.argument(n + 1));
      case Catches::no:
        break;
      case Catches::not_modelled:
        throw InputError({code.where(place_of_throw(call.machine, call.state.thrown)), 0, 0,
                          "saw an exception that a handler catches as a part of it, or as another "
                          "pointer, which is not modelled"});
    }
  }
  return returned(call, 0);
}

/// The exception; the thread goes on.
CallOutcome land_with_exception(LibraryCall& call) {
  return returned(call, std::exchange(call.state.thrown, 0));
}

CallOutcome resume_throwing(LibraryCall& call) {
  call.state.thrown = call.machine.number_of(call.argument(0));
  return CallOutcome::thrown;
}

/// The exception; if that is a pointer, its value.
CallOutcome begin_catch(LibraryCall& call) {
  const std::uint64_t exception = call.machine.number_of(call.argument(0));
  call.state.caught.push_back({exception, false});
  --call.state.uncaught;
  const bool is_pointer =
      is_pointer_type(call.interpreter.code(), word_at(call.machine, exception, 0));
  return returned(call, is_pointer ? call.load_pointer(exception) : call.argument(0));
}

/// The exception is destroyed, unless its handler throws it again.
CallOutcome end_catch(LibraryCall& call) {
  const CaughtException done = call.state.caught.back();
  call.state.caught.pop_back();
  if (done.thrown_again) return returned(call, 0);
  const Code& code = call.interpreter.code();
  const std::uint64_t block = done.address - kHeader;
  const std::uint64_t destructor = word_at(call.machine, done.address, 1);
  const std::uint64_t routine = code.addresses.slot(destructor);
  if (destructor == 0 || routine >= code.routines.size()) {
    call.machine.free(block, call.place());
    return returned(call, 0);
  }
  ++call.state.frames.back().next;
  const Value object(done.address);
  call.interpreter.enter(static_cast<std::uint32_t>(routine), {&object, 1}, kNoOperand);
  call.state.frames.back().frees = block;
  return CallOutcome::entered;
}

CallOutcome is_uncaught(LibraryCall& call) {
  return returned(call, std::uint64_t{call.state.uncaught != 0});
}
CallOutcome count_uncaught(LibraryCall& call) {
  return returned(call, call.state.uncaught);
}

CallOutcome same_exception(LibraryCall& call) {
  return returned(call, call.argument(0));
}

constexpr LibraryRow kRows[] = {
    {"__cxa_allocate_exception", allocate_exception},
    {"__cxa_free_exception", free_exception},
    {"__cxa_throw", throw_exception},
    {"__cxa_rethrow", throw_again},
    {"__cxa_begin_catch", begin_catch},
    {"__cxa_end_catch", end_catch},
    {"__cxa_get_exception_ptr", same_exception},
    {"_ZSt18uncaught_exceptionv", is_uncaught},
    {"_ZSt19uncaught_exceptionsv", count_uncaught},
    {kIsThrowing, is_throwing},
    {"ringcheck_caught_type", caught_type},
    {"ringcheck_land", land_with_exception},
    {"ringcheck_resume", resume_throwing},
};

}  // namespace

std::uint32_t place_of_throw(Machine& machine, std::uint64_t exception) {
  return static_cast<std::uint32_t>(word_at(machine, exception, 2));
}

std::span<const LibraryRow> exception_rows() {
  return kRows;
}

}  // namespace ringcheck::source
