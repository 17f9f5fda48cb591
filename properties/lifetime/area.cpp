// What the area has, by name.
#include <array>

#include "properties/core/area.hpp"
#include "properties/lifetime/coverage.hpp"
#include "properties/lifetime/lifetime_monitors.hpp"
#include "properties/lifetime/sequences.hpp"
#include "protocol/lifetime/defects.hpp"
#include "protocol/lifetime/observations.hpp"

namespace ringcheck {

extern const Scenario kMmapLifetime;
extern const Scenario kMmapCloseTwice;
extern const Scenario kMmapAuxRefused;
extern const Scenario kRedirectWalked;
extern const Scenario kEventOncpu;
extern const Scenario kPerfFault;
extern const Scenario kMmapCharged;
extern const Scenario kAuxMapFaults;
extern const MutantRows kLifetimeMutants;  ///< section Z: mmap, munmap, attaching
extern const MutantRows kMappingMutants;   ///< sections G, N, Z: sharing, mapping
extern const ConformSet kRbAllocSet;
std::vector<KnownViolation> lifetime_violations();

namespace {

constexpr std::array<const Scenario*, 8> kScenarios = {
    &kMmapLifetime, &kMmapCloseTwice, &kMmapAuxRefused, &kRedirectWalked,
    &kEventOncpu,   &kPerfFault,      &kMmapCharged,    &kAuxMapFaults};
constexpr std::array<const Monitor*, 1> kMonitors = {&kNoUseAfterFreeMonitor};
constexpr std::array<const MutantRows*, 2> kMutants = {&kLifetimeMutants, &kMappingMutants};
constexpr std::array<const AuxSequence*, 11> kSequences = {
    &kBufferLives, &kBufferSetup, &kSharedBuffers,    &kPageOfBuffer,
    &kMappedAreas, &kLockedPages, &kLockedPagesOfOne, &kWatermark32,
    &kAuxPageList, &kAuxListLeft, &kRingSizes};
constexpr std::array<const ConformSet*, 1> kSets = {&kRbAllocSet};

}  // namespace

extern const Area kLifetimeArea;
constinit const Area kLifetimeArea = {.name = "lifetime",
                                      .scenarios = kScenarios,
                                      .monitors = kMonitors,
                                      .defects = defect::kLifetimeDefects,
                                      .observations = said::kLifetimeKinds,
                                      .mutants = kMutants,
                                      .sequences = kSequences,
                                      .conform_sets = kSets,
                                      .coverage = kLifetimeCoverage,
                                      .findings = lifetime_violations};

}  // namespace ringcheck
