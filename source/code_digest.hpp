#pragma once
// What the future of a thread's code depends on, as two numbers.

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "source/live_registers.hpp"
#include "source/thread_state.hpp"

namespace ringcheck::source {

/// A digest of all of `state` that the thread's future depends on, except memory that it shares
/// with others. Of two states that differ, each of the two numbers is equal with odds of about 2^-64.
/// `counts`: loops have a bound, so it matters how often they were repeated.
/// With `live`, by routine, registers that nothing reads any more do not matter. The function on
/// top is about to run its next instruction; its callers stand after their calls. Pre: every value
/// is known.
std::array<std::uint64_t, 2> digest_of(const ThreadState& state, bool counts,
                                       const std::vector<LiveRegisters>* live = nullptr);

/// A digest of all that is the thread's own, with `renamed` of each value in the value's place. How
/// much of the heap it has used does not matter. Pre: every value is known.
std::array<std::uint64_t, 2> digest_of_own(
    const ThreadState& state, const std::function<std::uint64_t(std::uint64_t)>& renamed);

/// A digest of where the code stands, with the two calls that led there, whatever the values.
std::uint64_t digest_of_place(const ThreadState& state);

}  // namespace ringcheck::source
