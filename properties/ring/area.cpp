// What the area has, by name.
#include <array>

#include "properties/core/area.hpp"
#include "properties/ring/coverage.hpp"
#include "properties/ring/reader_monitors.hpp"
#include "properties/ring/slot_monitors.hpp"
#include "properties/ring/writer_monitors.hpp"
#include "protocol/ring/defects.hpp"
#include "protocol/ring/observations.hpp"
#include "protocol/ring/sites.hpp"

namespace ringcheck {

extern const Scenario kOneSlotRing;
extern const Scenario kSpscRing;
extern const Scenario kPerfRing;
extern const Scenario kPerfRingFull;
extern const Scenario kPerfRingNested;
extern const Scenario kPerfRingLevels;
extern const Scenario kPerfRingLost;
extern const Scenario kPerfRingOverrun;
extern const Scenario kPerfRing32;
extern const Scenario kPerfRingCompat;
extern const Scenario kPerfRingUntilEqual;
extern const Scenario kPerfDeployment;
extern const MutantRows kOrderingMutants;  ///< section M: memory ordering
extern const MutantRows kNestingMutants;   ///< section N: nested writers and publication
extern const MutantRows kLostMutants;      ///< section L: accounting of losses
extern const MutantRows kWidthMutants;     ///< section W: widths of positions
extern const MutantRows kReaderMutants;    ///< section R: readers of the data ring
extern const MutantRows kNeutralMutants;   ///< section G: mistakes of no single commit
extern const MutantRows kShapeMutants;     ///< sections M and N: others' readers and writers
extern const MutantRows kCompiledMutants;  ///< sections M, N and K: what a compiler does
extern const ConformSet kPerfMmapForwardSet;
extern const ConformSet kPerfRingSet;
std::vector<KnownViolation> ring_violations();

namespace {

constexpr std::array<const Scenario*, 12> kScenarios = {
    &kOneSlotRing,    &kSpscRing,       &kPerfRing,           &kPerfRingFull,
    &kPerfRingNested, &kPerfRingLevels, &kPerfRingLost,       &kPerfRingOverrun,
    &kPerfRing32,     &kPerfRingCompat, &kPerfRingUntilEqual, &kPerfDeployment};
constexpr std::array<const Monitor*, 18> kMonitors = {&kPublicationMonitor,
                                                      &kHeadMonotoneMonitor,
                                                      &kCompleteOnlyMonitor,
                                                      &kEventualPublicationMonitor,
                                                      &kDisjointMonitor,
                                                      &kNoClobberMonitor,
                                                      &kSpaceMonitor,
                                                      &kNestBalanceMonitor,
                                                      &kLostConservationMonitor,
                                                      &kNoEmptyLostMonitor,
                                                      &kFramingMonitor,
                                                      &kUntrustedPageMonitor,
                                                      &kNoFalseLossMonitor,
                                                      &kTailDisciplineMonitor,
                                                      &kExactlyOnceMonitor,
                                                      &kHeaderStabilityMonitor,
                                                      &kSlotsGrowMonitor,
                                                      &kSlotsInOrderMonitor};
constexpr std::array<const MutantRows*, 8> kMutants = {
    &kOrderingMutants, &kNestingMutants, &kLostMutants,  &kWidthMutants,
    &kReaderMutants,   &kNeutralMutants, &kShapeMutants, &kCompiledMutants};
constexpr std::array<const ConformSet*, 2> kSets = {&kPerfMmapForwardSet, &kPerfRingSet};

}  // namespace

extern const Area kRingArea;
constinit const Area kRingArea = {.name = "ring",
                                  .scenarios = kScenarios,
                                  .monitors = kMonitors,
                                  .sites = site::kRingSites,
                                  .defects = defect::kRingDefects,
                                  .observations = said::kRingKinds,
                                  .mutants = kMutants,
                                  .conform_sets = kSets,
                                  .coverage = kRingCoverage,
                                  .findings = ring_violations};

}  // namespace ringcheck
