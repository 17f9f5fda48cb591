// What the area has, by name.
#include <array>

#include "properties/core/area.hpp"
#include "properties/tmc/coverage.hpp"
#include "properties/tmc/sequences.hpp"
#include "protocol/tmc/defects.hpp"
#include "protocol/tmc/observations.hpp"
#include "protocol/tmc/sites.hpp"

namespace ringcheck {

extern const Scenario kAuxEtr;
extern const Scenario kAuxEtrDirect;
extern const Scenario kAuxEtf;
extern const Scenario kAuxSink;
extern const Scenario kAuxSinkRead;
extern const MutantRows kCoreSightMutants;   ///< section C: sinks of Arm CoreSight
extern const MutantRows kSinkMemoryMutants;  ///< section C, continued: their memory, the ETB10
extern const ConformSet kEtrSyncSet;
std::vector<KnownViolation> tmc_violations();
std::vector<DriverPoint> tmc_driver_points();

namespace {

constexpr std::array<const Scenario*, 5> kScenarios = {&kAuxEtr, &kAuxEtrDirect, &kAuxEtf,
                                                       &kAuxSink, &kAuxSinkRead};
constexpr std::array<const MutantRows*, 2> kMutants = {&kCoreSightMutants, &kSinkMemoryMutants};
constexpr std::array<const AuxSequence*, 19> kSequences = {
    &kEtrCopy,          &kEtfCopy,    &kSinkSession,      &kSessionBuffer, &kEtrReopened,
    &kEtrPagesRepaired, &kEtrStatus,  &kEtrErrorRepaired, &kSgTables,      &kEtrScattered,
    &kEtrAlloc,         &kEtbSharing, &kEtfScattered,     &kEtrDirect,     &kEtrDirectShared,
    &kEtrWriteBack,     &kEtrCatu,    &kDevicePages,      &kEtrShared};
constexpr std::array<const ConformSet*, 1> kSets = {&kEtrSyncSet};

}  // namespace

extern const Area kTmcArea;
constinit const Area kTmcArea = {.name = "tmc",
                                 .scenarios = kScenarios,
                                 .sites = site::kTmcSites,
                                 .defects = defect::kTmcDefects,
                                 .observations = said::kTmcKinds,
                                 .mutants = kMutants,
                                 .sequences = kSequences,
                                 .conform_sets = kSets,
                                 .coverage = kTmcCoverage,
                                 .findings = tmc_violations,
                                 .driver_points = tmc_driver_points};

}  // namespace ringcheck
