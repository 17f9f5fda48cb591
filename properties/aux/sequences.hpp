#pragma once
// Machines of AUX sequences of this area, for its mutants and its tests.

#include "properties/aux/aux_sequence.hpp"

namespace ringcheck {

extern const AuxSequence kAuxTransactions;     ///< aux-transactions
extern const AuxSequence kAuxTransactions32;   ///< aux-transactions-32
extern const AuxSequence kAuxPageHead;         ///< aux-page-head
extern const AuxSequence kAuxPageHeadOfLong;   ///< F-23
extern const AuxSequence kAuxUnmap;            ///< aux-unmap
extern const AuxSequence kAuxLives;            ///< aux-lives
extern const AuxSequence kAuxCopy;             ///< aux-copy
extern const AuxSequence kAuxPieces;           ///< aux-pieces
extern const AuxSequence kBtsPieces;           ///< bts-pieces
extern const AuxSequence kFilterRanges;        ///< filter-ranges
extern const AuxSequence kFilterUpdate;        ///< filter-update
extern const AuxSequence kFilterStart;         ///< filter-start
extern const AuxSequence kFilterClone;         ///< filter-clone
extern const AuxSequence kFilterFiles;         ///< filter-files
extern const AuxSequence kFilterFilesAsItIs;   ///< V-55
extern const AuxSequence kFilterFamily;        ///< filter-family
extern const AuxSequence kAuxPairing;          ///< aux-pairing
extern const AuxSequence kAuxOverrun;          ///< aux-overrun
extern const AuxSequence kAuxOverrunSteps;     ///< overrun-steps
extern const AuxSequence kAuxMmap;             ///< aux-mmap
extern const AuxSequence kFilterMigration;     ///< filter-migration
extern const AuxSequence kAuxPairingHasty;     ///< V-23
extern const AuxSequence kAuxOverrunFirstCpu;  ///< V-01
extern const AuxSequence kAuxOverrunRepaired;  ///< V-01
extern const AuxSequence kAuxRefusedAsItIs;    ///< V-40
extern const AuxSequence kAuxRefusedRepaired;  ///< V-40
extern const AuxSequence kAuxRecordLost;       ///< V-03

}  // namespace ringcheck
