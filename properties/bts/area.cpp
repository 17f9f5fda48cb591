// What the area has, by name.
#include <array>

#include "properties/bts/coverage.hpp"
#include "properties/bts/sequences.hpp"
#include "properties/core/area.hpp"
#include "protocol/bts/defects.hpp"
#include "protocol/bts/sites.hpp"

namespace ringcheck {

extern const Scenario kAuxBts;
extern const Scenario kAuxBtsRefused;
extern const Scenario kAuxBtsSnapshot;
extern const MutantRows kBtsMutants;  ///< section T: Intel BTS
extern const ConformSet kIntelBtsHwSet;
std::vector<KnownViolation> bts_violations();
std::vector<DriverPoint> bts_driver_points();

namespace {

constexpr std::array<const Scenario*, 3> kScenarios = {&kAuxBts, &kAuxBtsRefused, &kAuxBtsSnapshot};
constexpr std::array<const MutantRows*, 1> kMutants = {&kBtsMutants};
constexpr std::array<const AuxSequence*, 3> kSequences = {&kBtsTransactions, &kBtsInterrupted,
                                                          &kBtsBranches};
constexpr std::array<const ConformSet*, 1> kSets = {&kIntelBtsHwSet};

}  // namespace

extern const Area kBtsArea;
constinit const Area kBtsArea = {.name = "bts",
                                 .scenarios = kScenarios,
                                 .sites = site::kBtsSites,
                                 .defects = defect::kBtsDefects,
                                 .mutants = kMutants,
                                 .sequences = kSequences,
                                 .conform_sets = kSets,
                                 .coverage = kBtsCoverage,
                                 .findings = bts_violations,
                                 .driver_points = bts_driver_points};

}  // namespace ringcheck
