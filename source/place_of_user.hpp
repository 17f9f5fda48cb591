#pragma once
// Where in the user's own code a thread is while it runs code of the system's headers.

#include <cstdint>

#include "source/code.hpp"
#include "source/thread_state.hpp"

namespace ringcheck::source {

/// `place`, where the thread of `state` is, or if that is in a header of the system, the place of
/// the innermost call outside of them; `place` if there is none.
std::uint32_t place_of_user(const Code& code, const ThreadState& state, std::uint32_t place);

/// The same for the place where a block is allocated; `place` if a variable gets the block's
/// address there, which names it (KeptBlock).
std::uint32_t place_of_block(const Code& code, const ThreadState& state, std::uint32_t place);

}  // namespace ringcheck::source
