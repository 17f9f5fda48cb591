// What the area has, by name.
#include <array>

#include "properties/aux/aux_monitors.hpp"
#include "properties/aux/coverage.hpp"
#include "properties/aux/sequences.hpp"
#include "properties/core/area.hpp"
#include "protocol/aux/defects.hpp"
#include "protocol/aux/observations.hpp"
#include "protocol/aux/sites.hpp"

namespace ringcheck {

extern const Scenario kAuxRing;
extern const Scenario kAuxRing32;
extern const Scenario kAuxTeardown;
extern const Scenario kAuxTeardownAttach;
extern const Scenario kAuxTeardownInherited;
extern const Scenario kAuxTeardownUnlisted;
extern const Scenario kAuxTeardownMapper;
extern const Scenario kAuxMapShared;
extern const Scenario kAuxMapRunning;
extern const Scenario kAuxWakeup;
extern const Scenario kAuxCadence;
extern const Scenario kAuxRecords;
extern const MutantRows kAuxWidthMutants;     ///< section W: widths of numbers in the AUX area
extern const MutantRows kAuxCoreMutants;      ///< section A: transactions of the AUX area
extern const MutantRows kFilterMutants;       ///< section F: address filters
extern const MutantRows kAuxExploredMutants;  ///< sections C and P: what exploration finds
extern const ConformSet kPerfAuxSet;
extern const ConformSet kPerfCopyAuxSet;
std::vector<KnownViolation> aux_violations();

namespace {

constexpr std::array<const Scenario*, 12> kScenarios = {&kAuxRing,
                                                        &kAuxRing32,
                                                        &kAuxTeardown,
                                                        &kAuxTeardownAttach,
                                                        &kAuxTeardownInherited,
                                                        &kAuxTeardownUnlisted,
                                                        &kAuxTeardownMapper,
                                                        &kAuxMapShared,
                                                        &kAuxMapRunning,
                                                        &kAuxWakeup,
                                                        &kAuxCadence,
                                                        &kAuxRecords};
constexpr std::array<const MutantRows*, 4> kMutants = {&kAuxWidthMutants, &kAuxCoreMutants,
                                                       &kFilterMutants, &kAuxExploredMutants};
constexpr std::array<const AuxSequence*, 19> kSequences = {
    &kAuxTransactions, &kAuxTransactions32, &kAuxPageHead,     &kAuxUnmap,     &kAuxCopy,
    &kAuxPieces,       &kBtsPieces,         &kFilterRanges,    &kFilterUpdate, &kFilterStart,
    &kFilterClone,     &kFilterFiles,       &kAuxPairing,      &kAuxOverrun,   &kAuxMmap,
    &kFilterMigration, &kAuxLives,          &kAuxOverrunSteps, &kFilterFamily};
constexpr std::array<const Monitor*, 2> kMonitors = {&kAuxNoClobberMonitor,
                                                     &kOneTransactionMonitor};
constexpr std::array<const ConformSet*, 2> kSets = {&kPerfAuxSet, &kPerfCopyAuxSet};

}  // namespace

extern const Area kAuxArea;
constinit const Area kAuxArea = {.name = "aux",
                                 .scenarios = kScenarios,
                                 .monitors = kMonitors,
                                 .sites = site::kAuxSites,
                                 .defects = defect::kAuxDefects,
                                 .observations = said::kAuxKinds,
                                 .mutants = kMutants,
                                 .sequences = kSequences,
                                 .conform_sets = kSets,
                                 .coverage = kAuxCoverage,
                                 .findings = aux_violations};

}  // namespace ringcheck
