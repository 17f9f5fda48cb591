// What the area has, by name.
#include <array>

#include "properties/core/area.hpp"
#include "properties/record/sequences.hpp"
#include "protocol/record/defects.hpp"

namespace ringcheck {

extern const Scenario kRecordRingsRead;
extern const MutantRows kRecordMutants;  ///< section E: what perf opens and maps

namespace {

constexpr std::array<const Scenario*, 1> kScenarios = {&kRecordRingsRead};
constexpr std::array<const MutantRows*, 1> kMutants = {&kRecordMutants};
constexpr std::array<const AuxSequence*, 23> kSequences = {
    &kDeployment,     &kMapSize,           &kSampleFieldsRead, &kSampleSizesRepaired,
    &kRecordIds,      &kOverwriteUnpaused, &kRecordLoop,       &kAuxtracePieces,
    &kPerfSession,    &kEventSources,      &kEventTerms,       &kAuxFragments,
    &kRecordHeader,   &kRecordPlacement,   &kDumpStates,       &kEventInit,
    &kWrappedRecords, &kReadRecords,       &kGroupSamples,     &kToldRecords,
    &kToldMappings,   &kCompressedRings,   &kSampleAddresses};

}  // namespace

extern const Area kRecordArea;
constinit const Area kRecordArea = {.name = "record",
                                    .scenarios = kScenarios,
                                    .defects = defect::kRecordDefects,
                                    .mutants = kMutants,
                                    .sequences = kSequences};

}  // namespace ringcheck
