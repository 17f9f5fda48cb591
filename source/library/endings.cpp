// What ends a program, or an execution of it; and what a test tells its checker.
#include <algorithm>
#include <array>
#include <string_view>

#include "graph/diagnostic.hpp"
#include "source/library/exceptions.hpp"
#include "source/library/rows.hpp"
#include "source/place_of_user.hpp"

namespace ringcheck::source {
namespace {

/// Text that owns no memory.
struct Text {
  std::array<char, 256> bytes;
  std::size_t size = 0;

  void add(std::string_view more) {
    for (const char c : more)
      if (size < bytes.size()) bytes[size++] = c;
  }
  [[nodiscard]] std::string_view view() const { return {bytes.data(), size}; }
};

/// Ends the run because the assertion whose text is at `address` is false. Tells as much of the
/// text as can be read.
[[noreturn]] void fail_assertion(LibraryCall& call, const Value& address) {
  Text text;
  text.add("assertion \"");
  for (std::uint64_t n = 0; n < 200; ++n) {
    const Value byte = call.machine.peek(call.site(1), plus(address, n));
    if (!byte.word.known || byte.word.value == 0) break;
    const char letter = static_cast<char>(byte.word.value);
    text.add({&letter, 1});
  }
  text.add("\" failed");
  call.machine.fail(ErrorKind::assertion, call.place(), text.view());
}

CallOutcome assert_fail(LibraryCall& call) {
  fail_assertion(call, call.argument(0));
}

/// __assert_rtn(function, file, line, text), as macOS has it.
CallOutcome assert_rtn(LibraryCall& call) {
  fail_assertion(call, call.argument(3));
}

CallOutcome error(LibraryCall& call) {
  call.machine.fail(ErrorKind::assertion, call.place(), "the program reports an error");
}

CallOutcome abort_(LibraryCall& call) {
  call.machine.fail(ErrorKind::assertion, call.place(), "the program aborts");
}

CallOutcome trap(LibraryCall& call) {
  call.machine.fail(ErrorKind::assertion, call.place(), "the program reaches a trap");
}

/// The C++ library throws. Where a handler might catch the exception, the program is refused.
CallOutcome throw_(LibraryCall& call) {
  const Code& code = call.interpreter.code();
  if (std::ranges::find(code.unit.externals, "__cxa_end_catch") != code.unit.externals.end())
    throw InputError({code.where(place_of_user(code, call.state, call.place())), 0, 0,
                      "saw an exception of the C++ library in a program that catches some, which "
                      "is not modelled"});
  call.machine.fail(ErrorKind::assertion, call.place(), kUncaught);
}

/// A call without a branch: what follows does not wait for the assertion.
CallOutcome assert_(LibraryCall& call) {
  call.machine.claim(call.argument(0), call.place(), 0);
  return CallOutcome::returned;
}

/// The same, with the text of the error.
CallOutcome claim(LibraryCall& call) {
  call.machine.claim(call.argument(0), call.place(), call.machine.number_of(call.argument(1)));
  return CallOutcome::returned;
}

/// What decides here orders nothing: the truth of the argument, which depends on no load.
CallOutcome decide(LibraryCall& call) {
  call.result = std::uint64_t{call.machine.decide(call.argument(0))};
  return CallOutcome::returned;
}

CallOutcome assume(LibraryCall& call) {
  call.machine.assume(call.argument(0));
  return CallOutcome::returned;
}

/// No function returns, so local variables stay. Functions that were put off to the end run then.
CallOutcome exit_(LibraryCall& call) {
  call.state.result = call.argument(0);
  call.state.exits = true;
  call.state.frames.clear();
  call.state.registers.clear();
  call.state.loops.clear();
  call.state.branches.clear();
  return CallOutcome::ended;
}

CallOutcome exit_at_once(LibraryCall& call) {
  call.state.at_end.clear();
  return exit_(call);
}

CallOutcome loop_bound(LibraryCall& call) {
  call.interpreter.bound_next_loop(
      static_cast<std::uint32_t>(call.machine.number_of(call.argument(0))));
  return CallOutcome::returned;
}

/// The end of an iteration of a loop that only waits: the loop is repeated only if its condition is
/// false.
CallOutcome spin_end(LibraryCall& call) {
  call.machine.assume(call.argument(0));
  return CallOutcome::returned;
}

CallOutcome choose_bool(LibraryCall& call) {
  const auto chosen = call.machine.choose(2);
  if (!chosen) return CallOutcome::ended;
  call.result = *chosen;
  return CallOutcome::returned;
}

/// A block that need not be run: executions without it stand for all.
CallOutcome optional_block(LibraryCall& call) {
  call.result = 0;
  return CallOutcome::returned;
}

CallOutcome refuse_choice(LibraryCall& call) {
  throw InputError({call.interpreter.code().where(call.place()), 0, 0,
                    "saw a choice among all numbers, which is not modelled: choose among a few by "
                    "__VERIFIER_nondet_bool"});
}

constexpr LibraryRow kRows[] = {
    {"__assert_fail", assert_fail},
    {"__assert", assert_fail},
    {"__VERIFIER_assert_fail", assert_fail},
    {"__assert_rtn", assert_rtn},
    {"__VERIFIER_error", error},
    {"reach_error", error},
    {"__VERIFIER_assert", assert_},
    {"abort", abort_},
    {"_ZSt9terminatev", abort_},
    {"__cxa_pure_virtual", abort_},
    {"llvm.trap", trap},
    {"llvm.debugtrap", trap},
    {"llvm.ubsantrap", trap},
    {"_ZSt20__throw_system_errori", throw_},
    {"_ZSt20__throw_length_errorPKc", throw_},
    {"_ZSt17__throw_bad_allocv", throw_},
    {"_ZSt19__throw_logic_errorPKc", throw_},
    {"_ZSt20__throw_future_errori", throw_},
    {"_ZSt24__throw_out_of_range_fmtPKcz", throw_},
    {"_ZSt28__throw_bad_array_new_lengthv", throw_},
    {"_ZSt25__throw_bad_function_callv", throw_},
    {"__VERIFIER_assume", assume},
    {"ringcheck_claim", claim},
    {"ringcheck_decide", decide},
    {"exit", exit_},
    {"_exit", exit_at_once},
    {"_Exit", exit_at_once},
    {"quick_exit", exit_at_once},
    {"__VERIFIER_loop_bound", loop_bound},
    {"__VERIFIER_spin_end", spin_end},
    {"__VERIFIER_nondet_bool", choose_bool},
    {"__VERIFIER_nondet_int", refuse_choice},
    {"__VERIFIER_nondet_uint", refuse_choice},
    {"__VERIFIER_opt_begin", optional_block},
};

}  // namespace

std::span<const LibraryRow> ending_rows() {
  return kRows;
}

}  // namespace ringcheck::source
