// What the area has, by name.
#include <array>

#include "properties/core/area.hpp"
#include "properties/perf_tool/coverage.hpp"
#include "properties/perf_tool/sequences.hpp"
#include "protocol/perf_tool/defects.hpp"
#include "protocol/perf_tool/sites.hpp"

namespace ringcheck {

extern const MutantRows kAuxReadoutMutants;  ///< section R: perf reads the AUX area
extern const ConformSet kArmSpeFindSnapshotSet;
extern const ConformSet kAuxtraceMmapReadSet;
extern const ConformSet kCsEtmFindSnapshotSet;
extern const ConformSet kIntelBtsFindSnapshotSet;
extern const ConformSet kIntelPtFindSnapshotSet;
extern const ConformSet kIntelPtRefCmpSet;

namespace {

constexpr std::array<const MutantRows*, 1> kMutants = {&kAuxReadoutMutants};
constexpr std::array<const AuxSequence*, 23> kSequences = {
    &kAuxDrain,         &kCoreSightSnapshots, &kPtFirstSnapshots,  &kPtCopySnapshots,
    &kSpeSnapshotTable, &kAuxtraceFile,       &kCompatReader,      &kAioPush,
    &kSnapshotMode,     &kOffsetSnapshots,    &kPtOverlap,         &kAuxtraceInfo,
    &kAuxtraceOptions,  &kSnapshotTexts,      &kAuxtraceReference, &kSnapshotDeployments,
    &kRecordedEvents,   &kAuxtraceReads,      &kSnapshotFinders,   &kSnapshotSizes,
    &kSnapshotCopies,   &kSnapshotTrigger,    &kSnapshotEnd};
constexpr std::array<const ConformSet*, 6> kSets = {
    &kArmSpeFindSnapshotSet,   &kAuxtraceMmapReadSet,    &kCsEtmFindSnapshotSet,
    &kIntelBtsFindSnapshotSet, &kIntelPtFindSnapshotSet, &kIntelPtRefCmpSet};

}  // namespace

extern const Area kPerfToolArea;
constinit const Area kPerfToolArea = {.name = "perf-tool",
                                      .sites = site::kPerfToolSites,
                                      .defects = defect::kPerfToolDefects,
                                      .mutants = kMutants,
                                      .sequences = kSequences,
                                      .conform_sets = kSets,
                                      .coverage = kPerfToolCoverage};

}  // namespace ringcheck
