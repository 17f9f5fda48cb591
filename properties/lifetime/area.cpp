// What the area has, by name.
#include <array>

#include "properties/core/area.hpp"
#include "properties/lifetime/lifetime_monitors.hpp"
#include "protocol/lifetime/defects.hpp"
#include "protocol/lifetime/observations.hpp"

namespace ringcheck {

extern const Scenario kMmapLifetime;
extern const Scenario kMmapCloseTwice;
extern const Scenario kEventOncpu;
extern const MutantRows kLifetimeMutants;  ///< section Z: mmap, munmap, attaching
extern const MutantRows kMappingMutants;   ///< sections G, N, Z: sharing, mapping
extern const ConformSet kRbAllocSet;

namespace {

constexpr std::array<const Scenario*, 3> kScenarios = {&kMmapLifetime, &kMmapCloseTwice,
                                                       &kEventOncpu};
constexpr std::array<const Monitor*, 1> kMonitors = {&kNoUseAfterFreeMonitor};
constexpr std::array<const MutantRows*, 2> kMutants = {&kLifetimeMutants, &kMappingMutants};
constexpr std::array<const ConformSet*, 1> kSets = {&kRbAllocSet};

}  // namespace

extern const Area kLifetimeArea;
constinit const Area kLifetimeArea = {.name = "lifetime",
                                      .scenarios = kScenarios,
                                      .monitors = kMonitors,
                                      .defects = defect::kLifetimeDefects,
                                      .observations = said::kLifetimeKinds,
                                      .mutants = kMutants,
                                      .conform_sets = kSets};

}  // namespace ringcheck
