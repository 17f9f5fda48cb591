#pragma once
// Ctrl-C, asked for at leisure.

#include <atomic>

namespace ringcheck {

/// From the first call on, SIGINT, SIGTERM or SIGHUP makes the returned flag true, and a second
/// SIGINT ends the process. Explorations that watch the flag end cleanly, with what is known.
const std::atomic<bool>& interrupt_flag();

}  // namespace ringcheck
