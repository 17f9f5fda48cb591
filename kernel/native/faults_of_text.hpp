#pragma once
// FaultsOfText: what the machine refuses to do for the kernel's text becomes a NativeFailure.

#include <signal.h>

#include <array>
#include <cstddef>
#include <exception>
#include <memory>

namespace ringcheck {

/// While one lives, a fault of the code that this thread runs (a null pointer that is used or
/// called, a division by zero, recursion without an end) throws a NativeFailure where it happens.
/// Calls of the kernel's text are held within its life. In a primitive of ours that the text calls,
/// a fault is told on standard error, and ends the process as a violation.
/// Pre: one at a time.
class FaultsOfText {
 public:
  FaultsOfText();
  FaultsOfText(const FaultsOfText&) = delete;
  FaultsOfText& operator=(const FaultsOfText&) = delete;
  ~FaultsOfText();

 private:
  static constexpr std::array kSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  static constexpr std::size_t kStackBytes = std::size_t{1} << 18U;

  std::unique_ptr<std::byte[]> stack_;  ///< of the handler: the text may have used up its own
  stack_t outer_stack_{};
  std::array<struct sigaction, kSignals.size()> outer_{};
  std::terminate_handler outer_terminate_ = nullptr;
};

}  // namespace ringcheck
