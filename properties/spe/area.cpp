// What the area has, by name.
#include <array>

#include "properties/core/area.hpp"
#include "properties/spe/coverage.hpp"
#include "properties/spe/sequences.hpp"
#include "protocol/spe/defects.hpp"
#include "protocol/spe/sites.hpp"

namespace ringcheck {

extern const Scenario kAuxSpe;
extern const MutantRows kSpeMutants;  ///< section S: Arm SPE
extern const ConformSet kArmSpeOffSet;
extern const ConformSet kArmSpeSeqSet;
std::vector<KnownViolation> spe_violations();
std::vector<DriverPoint> spe_driver_points();

namespace {

constexpr std::array<const Scenario*, 1> kScenarios = {&kAuxSpe};
constexpr std::array<const MutantRows*, 1> kMutants = {&kSpeMutants};
constexpr std::array<const AuxSequence*, 9> kSequences = {
    &kSpeTransactions, &kSpeStatus,  &kSpeFatalRepaired,    &kSpeSampling, &kSpeCaps,
    &kSpeClusters,     &kSpeDecoder, &kSpeStopsWithoutRoom, &kSpeOffline};
constexpr std::array<const ConformSet*, 2> kSets = {&kArmSpeOffSet, &kArmSpeSeqSet};

}  // namespace

extern const Area kSpeArea;
constinit const Area kSpeArea = {.name = "spe",
                                 .scenarios = kScenarios,
                                 .sites = site::kSpeSites,
                                 .defects = defect::kSpeDefects,
                                 .mutants = kMutants,
                                 .sequences = kSequences,
                                 .conform_sets = kSets,
                                 .coverage = kSpeCoverage,
                                 .findings = spe_violations,
                                 .driver_points = spe_driver_points};

}  // namespace ringcheck
