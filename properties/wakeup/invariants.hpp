#pragma once
// What must hold in this area, one to a file.

#include <array>

#include "properties/core/perf_view.hpp"
#include "properties/ring/invariants.hpp"

namespace ringcheck {

extern const Property kWakeup;          ///< I-16
extern const Property kFullLiveness;    ///< I-17
extern const Property kWakeupsBounded;  ///< I-42
extern const Property kSignals;         ///< I-41
extern const Property kRefreshed;       ///< I-121
extern const Property kWorkDone;        ///< I-122

/// What holds for a scenario in which tasks wait for records.
inline constexpr std::array kWakeupProperties = {
    &kPublication, &kHeadMonotone, &kEventualPublication, &kNoClobber,
    &kExactlyOnce, &kWakeup,       &kFullLiveness};

}  // namespace ringcheck
