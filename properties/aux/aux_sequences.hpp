#pragma once
// Every machine of sequences of the AUX area.

#include <span>

#include "properties/aux/aux_sequence.hpp"

namespace ringcheck {

extern const AuxSequence kAuxTransactions;           ///< aux-transactions
extern const AuxSequence kAuxUnmap;                  ///< aux-unmap
extern const AuxSequence kAuxCopy;                   ///< aux-copy
extern const AuxSequence kAuxPieces;                 ///< aux-pieces
extern const AuxSequence kPtTransactions;            ///< pt-transactions
extern const AuxSequence kPtInterrupted;             ///< pt-interrupted
extern const AuxSequence kBtsTransactions;           ///< bts-transactions
extern const AuxSequence kBtsInterrupted;            ///< bts-interrupted
extern const AuxSequence kBtsPieces;                 ///< bts-pieces
extern const AuxSequence kEtrCopy;                   ///< etr-copy
extern const AuxSequence kSpeTransactions;           ///< spe-transactions
extern const AuxSequence kAuxDrain;                  ///< aux-drain
extern const AuxSequence kCoreSightSnapshots;        ///< coresight-snapshots
extern const AuxSequence kPtFirstSnapshots;          ///< pt-first-snapshots
extern const AuxSequence kPtCopySnapshots;           ///< pt-copy-snapshots
extern const AuxSequence kSpeSnapshotTable;          ///< spe-snapshot-table
extern const AuxSequence kAuxtraceFile;              ///< auxtrace-file
extern const AuxSequence kCompatReader;              ///< compat-reader
extern const AuxSequence kPtSampled;                 ///< pt-sampled
extern const AuxSequence kAuxSampleSize;             ///< aux-sample-size
extern const AuxSequence kFilterRanges;              ///< filter-ranges
extern const AuxSequence kFilterUpdate;              ///< filter-update
extern const AuxSequence kFilterClone;               ///< filter-clone
extern const AuxSequence kTrbeTransactions;          ///< trbe-transactions
extern const AuxSequence kEtfCopy;                   ///< etf-copy
extern const AuxSequence kSinkSession;               ///< sink-session
extern const AuxSequence kSessionBuffer;             ///< session-buffer
extern const AuxSequence kAioPush;                   ///< aio-push
extern const AuxSequence kSnapshotMode;              ///< snapshot-mode
extern const AuxSequence kOffsetSnapshots;           ///< offset-snapshots
extern const AuxSequence kAuxPairing;                ///< aux-pairing
extern const AuxSequence kAuxOverrun;                ///< aux-overrun
extern const AuxSequence kAuxMmap;                   ///< aux-mmap
extern const AuxSequence kEtrReopened;               ///< etr-reopened
extern const AuxSequence kSinkRegisters;             ///< sink-registers
extern const AuxSequence kFilterMigration;           ///< filter-migration
extern const AuxSequence kPtOverlap;                 ///< pt-overlap
extern const AuxSequence kEtrPagesRepaired;          ///< etr-pages-repaired
extern const AuxSequence kSinkRegistersSpeRepaired;  ///< sink-registers-spe-repaired

/// All of them, in the order above.
std::span<const AuxSequence* const> all_aux_sequences();

// What Linux 6.1 violates, judged all the same: for mutants that are marked so (docs/findings.md).
// Each has a twin in which that is repaired, where there is a repair.
extern const AuxSequence kSnapshotModeAsItIs, kSnapshotModeRepaired;  ///< V-21, V-22
extern const AuxSequence kAuxPairingHasty;                            ///< V-23
extern const AuxSequence kAuxOverrunFirstCpu, kAuxOverrunRepaired;    ///< V-01
extern const AuxSequence kSinkRegistersSpe;                           ///< V-24
extern const AuxSequence kEtrPages;                                   ///< V-04
extern const AuxSequence kWideCopy, kWideCopyRepaired;                ///< V-18
extern const AuxSequence kEtfCopyAnyRoom;                             ///< V-16
extern const AuxSequence kAuxRecordLost;                              ///< V-03

/// What holds in the AUX area, judged by machines of sequences: at the level of values, where every
/// number is known, and so sharper than what executions are judged by.
struct AuxInvariant {
  std::string_view id;     ///< as in the list of invariants
  std::string_view title;  ///< what holds, in a sentence
};
std::span<const AuxInvariant> all_aux_invariants();

}  // namespace ringcheck
