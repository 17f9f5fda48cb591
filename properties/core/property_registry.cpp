// The list of properties: a row each.
#include <array>

#include "properties/core/invariants.hpp"
#include "properties/core/perf_scenario.hpp"

namespace ringcheck {

namespace {

constexpr std::array kAll = {
    &kPublication,          // I-01
    &kHeadMonotone,         // I-02
    &kCompleteOnly,         // I-03
    &kEventualPublication,  // I-04
    &kDisjoint,             // I-05
    &kNoClobber,            // I-06
    &kSpace,                // I-07
    &kNestBalance,          // I-08
    &kOneCpu,               // I-09
    &kLostConservation,     // I-10
    &kNoEmptyLost,          // I-11
    &kFraming,              // I-12
    &kUntrustedPage,        // I-13
    &kTailDiscipline,       // I-14
    &kExactlyOnce,          // I-15
    &kWakeup,               // I-16
    &kFullLiveness,         // I-17
    &kBackwardHead,         // I-18
    &kReadWindow,           // I-19
    &kPauseQuiescence,      // I-20
    &kNoReplay,             // I-21
    &kFits,                 // I-22
    &kNoUseAfterFree,       // I-39
    &kHeaderStability,      // H-01
    &kTimeOrder,            // H-03
    &kAuxPublication,       // I-23
    &kAuxNoClobber,         // I-24
    &kAuxAccounting,        // I-25
    &kOneTransaction,       // I-26
    &kLossFlagged,          // I-27
    &kSampleFrozen,         // H-02
    &kDisabledAndWoken,     // I-28
    &kCadence,              // I-29
    &kAuxPairs,             // I-30
    &kOverwriteHead,        // I-31
    &kBounceCopy,           // I-35
    &kSyncCoverage,         // I-36
    &kDiscontinuity,        // I-37
    &kSharedSink,           // I-38
    &kSlotsGrow,            // S-01
    &kSlotsInOrder,         // S-02
};

}  // namespace

std::span<const Property* const> all_properties() {
  return kAll;
}

}  // namespace ringcheck
