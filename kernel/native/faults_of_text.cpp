// A fault comes at an instruction of the text, and its handler throws from there. The text is C, with
// unwind tables and nothing to clean up, so the exception passes as it does from our hooks.
// Tested by tests/kernel/faults_of_text_test.cpp.
#include "kernel/native/faults_of_text.hpp"

#include <fmt/format.h>
#include <ucontext.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>

#include "kernel/native/native_machine.hpp"

namespace ringcheck {
namespace {

constexpr int kViolated = 1;  ///< the exit status

/// What a signal says of a fault.
std::string text_of(int signal, const siginfo_t& info) {
  const auto address = reinterpret_cast<std::uintptr_t>(info.si_addr);
  if (signal == SIGFPE) return "it divides by zero";
  if (signal == SIGILL) return "it comes to what is no instruction";
  if (address < 0x10000) return fmt::format("it uses a null pointer (at {:#x})", address);
  return fmt::format("it accesses {:#x}, where no memory is", address);
}

/// A call of a null pointer has left the text: the exception begins where the call returns to.
void leave_called_null([[maybe_unused]] void* context) {
#if defined(__x86_64__)
  auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  if (registers[REG_RIP] >= 0x10000) return;
  std::memcpy(&registers[REG_RIP], reinterpret_cast<const void*>(registers[REG_RSP]),
              sizeof(registers[REG_RIP]));
  registers[REG_RSP] += static_cast<greg_t>(sizeof(registers[REG_RIP]));
#endif
}

/// The text has handed one of our primitives what it cannot use: C++ lets no exception out at such
/// an instruction. Nothing can be shrunk then, but said.
[[noreturn]] void tell_and_leave() {
  try {
    if (const auto failure = std::current_exception()) std::rethrow_exception(failure);
  } catch (const std::exception& failure) {
    std::cerr << fmt::format("the kernel's text alone: in a primitive that it calls, {}\n",
                             failure.what());
  } catch (...) {
    std::cerr << "the kernel's text alone: a primitive that it calls fails\n";
  }
  std::_Exit(kViolated);
}

void throw_failure(int signal, siginfo_t* info, void* context) {
  leave_called_null(context);
  throw NativeFailure(text_of(signal, *info));
}

}  // namespace

FaultsOfText::FaultsOfText() : stack_(std::make_unique<std::byte[]>(kStackBytes)) {
  stack_t stack{};
  stack.ss_sp = stack_.get();
  stack.ss_size = kStackBytes;
  sigaltstack(&stack, &outer_stack_);
  struct sigaction action {};
  action.sa_sigaction = throw_failure;
  // The handler is left by an exception, so that nothing would let the signal in again.
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    sigaction(kSignals.at(i), &action, &outer_.at(i));
  outer_terminate_ = std::set_terminate(tell_and_leave);
}

FaultsOfText::~FaultsOfText() {
  std::set_terminate(outer_terminate_);
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    sigaction(kSignals.at(i), &outer_.at(i), nullptr);
  sigaltstack(&outer_stack_, nullptr);
}

}  // namespace ringcheck
