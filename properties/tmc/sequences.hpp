#pragma once
// Machines of AUX sequences of this area, for its mutants and its tests.

#include "properties/aux/aux_sequence.hpp"

namespace ringcheck {

extern const AuxSequence kEtrCopy;              ///< etr-copy
extern const AuxSequence kEtfCopy;              ///< etf-copy
extern const AuxSequence kSinkSession;          ///< sink-session
extern const AuxSequence kSessionBuffer;        ///< session-buffer
extern const AuxSequence kEtrReopened;          ///< etr-reopened
extern const AuxSequence kEtrPagesRepaired;     ///< etr-pages-repaired
extern const AuxSequence kEtrStatus;            ///< etr-status
extern const AuxSequence kEtrError;             ///< V-27
extern const AuxSequence kEtrErrorRepaired;     ///< etr-error-repaired
extern const AuxSequence kSgTables;             ///< sg-tables
extern const AuxSequence kEtrScattered;         ///< etr-scattered
extern const AuxSequence kEtrPages;             ///< V-04
extern const AuxSequence kWideCopy;             ///< V-18
extern const AuxSequence kWideCopyRepaired;     ///< V-18
extern const AuxSequence kEtfCopyAnyRoom;       ///< V-16
extern const AuxSequence kEtrAlloc;             ///< etr-alloc
extern const AuxSequence kEtbSharing;           ///< etb-sharing
extern const AuxSequence kEtbSharingAsItIs;     ///< V-34
extern const AuxSequence kEtfScattered;         ///< etf-scattered
extern const AuxSequence kEtrDirect;            ///< etr-direct
extern const AuxSequence kEtrDirectAroundRoom;  ///< an ETR that goes round in the room
extern const AuxSequence kEtrDirectAroundArea;  ///< an ETR that goes round in the area
extern const AuxSequence kEtrDirectShared;      ///< etr-direct-shared
extern const AuxSequence kEtrWriteBack;         ///< etr-write-back
extern const AuxSequence kEtrWriteBackAsItIs;   ///< V-36
extern const AuxSequence kDevicePages;          ///< device-pages
extern const AuxSequence kDevicePagesAsItIs;    ///< V-58
extern const AuxSequence kEtrCatu;              ///< etr-catu
extern const AuxSequence kEtrShared;            ///< etr-shared
extern const AuxSequence kEtrSharedAsItIs;      ///< V-63, V-64
extern const AuxSequence kEtrCatuAsItIs;        ///< V-52

}  // namespace ringcheck
