// The list of scenarios: a row each.
#include <array>

#include "properties/core/perf_scenario.hpp"
#include "properties/core/scenarios.hpp"

namespace ringcheck {

namespace {

constexpr std::array kAll = {&kOneSlotRing,
                             &kSpscRing,
                             &kPerfRing,
                             &kPerfRingFull,
                             &kPerfRingNested,
                             &kPerfRingLevels,
                             &kPerfRingLost,
                             &kPerfRingOverrun,
                             &kPerfWakeup,
                             &kPerfWakeupNested,
                             &kPerfWakeupStamp,
                             &kPerfWakeupFull,
                             &kPerfPollShared,
                             &kPerfRingOverwrite,
                             &kPerfRingOversize,
                             &kMmapLifetime,
                             &kMmapCloseTwice,
                             &kEventOncpu,
                             &kPerfPollRedirect,
                             &kPerfDeployment,
                             &kAuxRing,
                             &kAuxEtr,
                             &kAuxPt,
                             &kAuxPtSample,
                             &kAuxPtSampleStart,
                             &kAuxBts,
                             &kAuxBtsRefused,
                             &kAuxEtf,
                             &kAuxSpe,
                             &kAuxTrbe,
                             &kAuxTeardown,
                             &kAuxTeardownAttach,
                             &kAuxMapShared,
                             &kAuxWakeup,
                             &kAuxCadence,
                             &kAuxSink,
                             &kAuxBtsSnapshot,
                             &kAuxRecords};

}  // namespace

std::span<const Scenario* const> all_scenarios() {
  return kAll;
}

}  // namespace ringcheck
