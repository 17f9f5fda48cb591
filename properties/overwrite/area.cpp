// What the area has, by name.
#include <array>

#include "properties/core/area.hpp"
#include "properties/overwrite/coverage.hpp"
#include "protocol/overwrite/observations.hpp"

namespace ringcheck {

extern const Scenario kPerfRingOverwrite;
extern const Scenario kPerfRingOversize;
extern const AuxSequence kBackwardSpace;
extern const MutantRows kOverwriteMutants;          ///< section O: overwrite mode
extern const MutantRows kOverwriteExploredMutants;  ///< section O: the part that is explored
extern const ConformSet kOverwriteFindRangeSet;
std::vector<KnownViolation> overwrite_violations();

namespace {

constexpr std::array<const Scenario*, 2> kScenarios = {&kPerfRingOverwrite, &kPerfRingOversize};
constexpr std::array<const AuxSequence*, 1> kSequences = {&kBackwardSpace};
constexpr std::array<const MutantRows*, 2> kMutants = {&kOverwriteMutants,
                                                       &kOverwriteExploredMutants};
constexpr std::array<const ConformSet*, 1> kSets = {&kOverwriteFindRangeSet};

}  // namespace

extern const Area kOverwriteArea;
constinit const Area kOverwriteArea = {.name = "overwrite",
                                       .scenarios = kScenarios,
                                       .observations = said::kOverwriteKinds,
                                       .mutants = kMutants,
                                       .sequences = kSequences,
                                       .conform_sets = kSets,
                                       .coverage = kOverwriteCoverage,
                                       .findings = overwrite_violations};

}  // namespace ringcheck
