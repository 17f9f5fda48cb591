// The list of scenarios: a row each.
#include <array>

#include "graph/diagnostic.hpp"
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

const Scenario& find_scenario(std::string_view name) {
  std::string known;
  for (const Scenario* scenario : kAll) {
    if (scenario->name == name) return *scenario;
    known.append(known.empty() ? "" : ", ").append(scenario->name);
  }
  throw InputError({"", 0, 0, "no scenario \"" + std::string(name) + "\"; there are " + known});
}

}  // namespace ringcheck
