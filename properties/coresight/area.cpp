// What the area has, by name.
#include <array>

#include "properties/core/area.hpp"
#include "properties/coresight/coverage.hpp"
#include "properties/coresight/sequences.hpp"
#include "protocol/coresight/defects.hpp"
#include "protocol/coresight/sites.hpp"

namespace ringcheck {

extern const Scenario kCoreSightClaim;
extern const Scenario kCoreSightEtm;
extern const MutantRows kPathMutants;     ///< section C, continued: paths, the tracer
extern const MutantRows kSessionMutants;  ///< section C, continued: sessions and the PMU

namespace {

constexpr std::array<const Scenario*, 2> kScenarios = {&kCoreSightClaim, &kCoreSightEtm};
constexpr std::array<const MutantRows*, 2> kMutants = {&kPathMutants, &kSessionMutants};
constexpr std::array<const AuxSequence*, 11> kSequences = {
    &kCoreSightPaths, &kCoreSightPathsOne, &kClaimOnce,  &kEtmSetup, &kEtmStart,  &kEtmExclusive,
    &kEtmFilters,     &kDefaultSinks,      &kNamedSinks, &kTraceIds, &kTracerTold};

}  // namespace

extern const Area kCoreSightArea;
constinit const Area kCoreSightArea = {.name = "coresight",
                                       .scenarios = kScenarios,
                                       .sites = site::kCoreSightSites,
                                       .defects = defect::kCoreSightDefects,
                                       .mutants = kMutants,
                                       .sequences = kSequences,
                                       .coverage = kCoreSightCoverage};

}  // namespace ringcheck
