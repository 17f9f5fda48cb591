#pragma once
// What the future of a thread's code depends on, as two numbers.

#include <array>
#include <cstdint>
#include <vector>

#include "source/live_registers.hpp"
#include "source/thread_state.hpp"

namespace ringcheck::source {

/// A digest of all of `state` that what the thread does next depends on, memory that it shares with
/// others apart. Of two states that differ, it is the same with odds of about 2^-64 each number.
/// `counts`: how often loops were repeated matters, since they have a bound.
/// With `live`, by routine, registers that nothing reads any more do not matter. The function that
/// runs is about to run its next instruction; those that called others stand after their calls.
/// Pre: every value is known.
std::array<std::uint64_t, 2> digest_of(const ThreadState& state, bool counts,
                                       const std::vector<LiveRegisters>* live = nullptr);

}  // namespace ringcheck::source
