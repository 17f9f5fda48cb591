#pragma once
// Machines of AUX sequences of this area, for its mutants and its tests.

#include "properties/aux/aux_sequence.hpp"

namespace ringcheck {

extern const AuxSequence kAuxDrain;                 ///< aux-drain
extern const AuxSequence kCoreSightSnapshots;       ///< coresight-snapshots
extern const AuxSequence kPtFirstSnapshots;         ///< pt-first-snapshots
extern const AuxSequence kPtCopySnapshots;          ///< pt-copy-snapshots
extern const AuxSequence kSpeSnapshotTable;         ///< spe-snapshot-table
extern const AuxSequence kAuxtraceFile;             ///< auxtrace-file
extern const AuxSequence kCompatReader;             ///< compat-reader
extern const AuxSequence kAioPush;                  ///< aio-push
extern const AuxSequence kAioPushAsItIs;            ///< V-17
extern const AuxSequence kSnapshotMode;             ///< snapshot-mode
extern const AuxSequence kSnapshotTrigger;          ///< snapshot-trigger
extern const AuxSequence kSnapshotEnd;              ///< snapshot-end
extern const AuxSequence kOffsetSnapshots;          ///< offset-snapshots
extern const AuxSequence kPtOverlap;                ///< pt-overlap
extern const AuxSequence kSnapshotModeAsItIs;       ///< V-21, V-22
extern const AuxSequence kSnapshotModeRepaired;     ///< V-21, V-22
extern const AuxSequence kSnapshotModeOverwriting;  ///< V-41
extern const AuxSequence kSnapshotDeployments;      ///< snapshot-deployments
extern const AuxSequence kAuxtraceInfo;             ///< auxtrace-info
extern const AuxSequence kAuxtraceOptions;          ///< auxtrace-options
extern const AuxSequence kSnapshotTexts;            ///< snapshot-texts
extern const AuxSequence kRecordedEvents;           ///< recorded-events
extern const AuxSequence kAuxtraceReference;        ///< auxtrace-reference
extern const AuxSequence kAuxtraceReads;            ///< auxtrace-reads
extern const AuxSequence kSnapshotFinders;          ///< snapshot-finders
extern const AuxSequence kSnapshotSizes;            ///< snapshot-sizes
extern const AuxSequence kSnapshotCopies;           ///< snapshot-copies

}  // namespace ringcheck
