// What the area has, by name.
#include <array>

#include "properties/core/area.hpp"
#include "properties/pt/coverage.hpp"
#include "properties/pt/sample_monitor.hpp"
#include "properties/pt/sequences.hpp"
#include "protocol/pt/defects.hpp"
#include "protocol/pt/sites.hpp"

namespace ringcheck {

extern const Scenario kAuxPt;
extern const Scenario kAuxPtSample;
extern const Scenario kAuxPtSampleStart;
extern const MutantRows kPtMutants;  ///< section P: Intel PT
extern const ConformSet kIntelPtHwSet;
std::vector<DriverPoint> pt_driver_points();

namespace {

constexpr std::array<const Scenario*, 3> kScenarios = {&kAuxPt, &kAuxPtSample, &kAuxPtSampleStart};
constexpr std::array<const MutantRows*, 1> kMutants = {&kPtMutants};
constexpr std::array<const AuxSequence*, 14> kSequences = {
    &kPtTransactions,          &kPtSamples,     &kPtTables,       &kPtInterrupted, &kPtSampled,
    &kPtSampleStoppedRepaired, &kAuxSampleSize, &kPtConfig,       &kPtFilters,     &kPtRegistration,
    &kExclusiveEvents,         &kPtSingle,      &kPtErrorMachine, &kPtRestarted};
constexpr std::array<const Monitor*, 1> kMonitors = {&kSampleFrozenMonitor};
constexpr std::array<const ConformSet*, 1> kSets = {&kIntelPtHwSet};

}  // namespace

extern const Area kPtArea;
constinit const Area kPtArea = {.name = "pt",
                                .scenarios = kScenarios,
                                .monitors = kMonitors,
                                .sites = site::kPtSites,
                                .defects = defect::kPtDefects,
                                .mutants = kMutants,
                                .sequences = kSequences,
                                .conform_sets = kSets,
                                .coverage = kPtCoverage,
                                .driver_points = pt_driver_points};

}  // namespace ringcheck
