#pragma once
// Ctrl-C as a flag to look at.

#include <atomic>

namespace ringcheck {

/// From the first call on, SIGINT, SIGTERM or SIGHUP makes the returned flag true, and a second
/// SIGINT ends the process. Explorations that watch the flag end cleanly, with what they know.
const std::atomic<bool>& interrupt_flag();

}  // namespace ringcheck
