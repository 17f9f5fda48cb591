#pragma once
// What must hold in this area, one to a file.

#include <array>

#include "properties/core/perf_view.hpp"
#include "properties/ring/invariants.hpp"

namespace ringcheck {

extern const Property kBackwardHead;     ///< I-18
extern const Property kReadWindow;       ///< I-19
extern const Property kPauseQuiescence;  ///< I-20
extern const Property kNoReplay;         ///< I-21
extern const Property kFits;             ///< I-22

/// What holds for a scenario with a backward overwrite buffer.
inline constexpr std::array kOverwriteProperties = {
    &kEventualPublication, &kNestBalance,     &kLostConservation, &kBackwardHead,
    &kReadWindow,          &kPauseQuiescence, &kNoReplay,         &kFits,
    &kHeaderStability};

}  // namespace ringcheck
