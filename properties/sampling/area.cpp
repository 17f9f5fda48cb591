// What the area has, by name.
#include <array>

#include "properties/core/area.hpp"
#include "properties/sampling/coverage.hpp"
#include "properties/sampling/sequences.hpp"
#include "protocol/sampling/defects.hpp"

namespace ringcheck {

extern const Scenario kCallchainBuffers;
extern const Scenario kSelfMonitoring;
extern const MutantRows kSamplingMutants;  ///< section X: sample sources
std::vector<KnownViolation> sampling_violations();

namespace {

constexpr std::array<const Scenario*, 2> kScenarios = {&kCallchainBuffers, &kSelfMonitoring};
constexpr std::array<const MutantRows*, 1> kMutants = {&kSamplingMutants};
constexpr std::array<const AuxSequence*, 7> kSequences = {
    &kSampleSources, &kPebs,      &kIbsSamples, &kIbsLateInterrupt,
    &kIbsPeriods,    &kPebsSizes, &kBtsSamples};

}  // namespace

extern const Area kSamplingArea;
constinit const Area kSamplingArea = {.name = "sampling",
                                      .scenarios = kScenarios,
                                      .defects = defect::kSamplingDefects,
                                      .mutants = kMutants,
                                      .sequences = kSequences,
                                      .coverage = kSamplingCoverage,
                                      .findings = sampling_violations};

}  // namespace ringcheck
