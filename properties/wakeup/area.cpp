// What the area has, by name.
#include <array>

#include "properties/core/area.hpp"
#include "properties/wakeup/coverage.hpp"
#include "properties/wakeup/sequences.hpp"
#include "properties/wakeup/wakeup_monitors.hpp"
#include "protocol/wakeup/defects.hpp"
#include "protocol/wakeup/observations.hpp"

namespace ringcheck {

extern const Scenario kPerfWakeup;
extern const Scenario kPerfWakeupNested;
extern const Scenario kPerfWakeupStamp;
extern const Scenario kPerfWakeupFull;
extern const Scenario kPerfWakeupMoved;
extern const Scenario kPerfPollShared;
extern const Scenario kPerfPollRedirect;
extern const Scenario kPerfWakeupRedirect;
extern const Scenario kPerfWakeupRate;
extern const Scenario kPerfSigio;
extern const Scenario kPerfSigioWatermark;
extern const Scenario kPerfRefresh;
extern const MutantRows kWakeupMutants;   ///< section K: wakeups
extern const MutantRows kWaitingMutants;  ///< section K: the part that is explored
std::vector<KnownViolation> wakeup_violations();

namespace {

constexpr std::array<const Scenario*, 12> kScenarios = {
    &kPerfWakeup,      &kPerfWakeupNested, &kPerfWakeupStamp,    &kPerfWakeupFull,
    &kPerfWakeupMoved, &kPerfPollShared,   &kPerfPollRedirect,   &kPerfWakeupRedirect,
    &kPerfWakeupRate,  &kPerfSigio,        &kPerfSigioWatermark, &kPerfRefresh};
constexpr std::array<const Monitor*, 3> kMonitors = {&kWakeupMonitor, &kFullLivenessMonitor,
                                                     &kDisabledAndWokenMonitor};
constexpr std::array<const MutantRows*, 2> kMutants = {&kWakeupMutants, &kWaitingMutants};
constexpr std::array<const AuxSequence*, 4> kSequences = {&kEventHangup, &kEventHangupUntold,
                                                          &kWakeupCounts, &kWakeupCountsOfInts};

}  // namespace

extern const Area kWakeupArea;
constinit const Area kWakeupArea = {.name = "wakeup",
                                    .scenarios = kScenarios,
                                    .monitors = kMonitors,
                                    .defects = defect::kWakeupDefects,
                                    .observations = said::kWakeupKinds,
                                    .mutants = kMutants,
                                    .sequences = kSequences,
                                    .coverage = kWakeupCoverage,
                                    .findings = wakeup_violations};

}  // namespace ringcheck
