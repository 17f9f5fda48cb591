#pragma once
// What must hold in this area, one to a file.

#include <array>

#include "properties/aux/invariants.hpp"
#include "properties/core/perf_view.hpp"

namespace ringcheck {

extern const Property kBounceCopy;     ///< I-35
extern const Property kSyncCoverage;   ///< I-36
extern const Property kDiscontinuity;  ///< I-37
extern const Property kSharedSink;     ///< I-38

/// What holds if trace goes through a bounce buffer.
inline constexpr std::array kBounceProperties = {&kAuxPublication, &kAuxNoClobber,  &kAuxAccounting,
                                                 &kOneTransaction, &kLossFlagged,   &kBounceCopy,
                                                 &kSyncCoverage,   &kDiscontinuity, &kCadence};

}  // namespace ringcheck
