#pragma once
// What must hold in this area, one to a file.

#include <cstdint>

#include "properties/core/perf_view.hpp"

namespace ringcheck {

/// What `task.read` holds until the task has read its counter.
inline constexpr std::uint64_t kNothingRead = 99;

extern const Property kReadsItself;  ///< I-120

}  // namespace ringcheck
