#pragma once
// What must hold in this area, one to a file.

#include <cstdint>

#include "properties/core/perf_view.hpp"

namespace ringcheck {

/// What `task.read` holds until the task has read its counter.
inline constexpr std::uint64_t kNothingRead = 99;
/// What the counter of self-monitoring says.
inline constexpr std::uint64_t kReadCounter = 6;

extern const Property kReadsItself;  ///< I-120
extern const Property kChainsTaken;  ///< I-123

}  // namespace ringcheck
