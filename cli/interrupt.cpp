// The handler only stores to a lock-free flag, which is all that a handler may do.
// Tested by tests/cli/check_session_test.cpp.
#include "cli/interrupt.hpp"

#include <csignal>

namespace ringcheck {

namespace {

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void note_interrupt(int signal) {
  interrupted.store(true, std::memory_order_relaxed);
  // A user who presses Ctrl-C twice is in a hurry. The other signals may come twice by themselves:
  // coreutils' timeout sends SIGTERM to the process and to its group, and a shell that ends passes
  // SIGHUP on.
  if (signal == SIGINT) std::signal(signal, SIG_DFL);
}

}  // namespace

const std::atomic<bool>& interrupt_flag() {
  std::signal(SIGINT, note_interrupt);
  std::signal(SIGTERM, note_interrupt);
  std::signal(SIGHUP, note_interrupt);
  return interrupted;
}

}  // namespace ringcheck
