#pragma once
// Ctrl-C, asked for at leisure.

#include <atomic>

namespace ringcheck {

/// From the first call on, the first SIGINT or SIGTERM makes the returned flag true and the second
/// ends the process. Explorations that watch the flag end cleanly, with what is known.
const std::atomic<bool>& interrupt_flag();

}  // namespace ringcheck
