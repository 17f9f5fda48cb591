#pragma once
// Sets of sessions of a trace unit, for monitors.

#include <cstdint>

#include "graph/check.hpp"

namespace ringcheck {

/// The bit of `session` in a set of sessions.
inline std::uint64_t session_bit(std::uint64_t session) {
  RC_CHECK(session < 64, "a session that a monitor has no room for");
  return std::uint64_t{1} << session;
}

}  // namespace ringcheck
