#pragma once
// Machines of sequences of this area, for its mutants and its tests.

#include "properties/aux/aux_sequence.hpp"

namespace ringcheck {

extern const AuxSequence kDeployment;              ///< deployment
extern const AuxSequence kDeploymentAsDocumented;  ///< D-06
extern const AuxSequence kMapSize;                 ///< map-size
extern const AuxSequence kSampleFieldsRead;        ///< sample-fields
extern const AuxSequence kSampleSizesRepaired;     ///< sample-sizes
extern const AuxSequence kSampleSizesAsItIs;       ///< D-03
extern const AuxSequence kSampleStackAsItIs;       ///< D-04
extern const AuxSequence kWrappedRecords;          ///< wrapped-records
extern const AuxSequence kWrappedRecordsAsItIs;    ///< D-10
extern const AuxSequence kReadRecords;             ///< read-records
extern const AuxSequence kReadRecordsAsItIs;       ///< D-11, D-12
extern const AuxSequence kGroupSamples;            ///< group-samples
extern const AuxSequence kGroupSamplesAsItIs;      ///< D-13
extern const AuxSequence kAuxtracePieces;          ///< auxtrace-pieces
extern const AuxSequence kRecordLoop;              ///< record-loop
extern const AuxSequence kDumpStates;              ///< dump-states
extern const AuxSequence kRecordEndAsItIs;         ///< D-07
extern const AuxSequence kRecordFlushAsItIs;       ///< D-08
extern const AuxSequence kRecordHeader;            ///< record-header
extern const AuxSequence kRecordPlacement;         ///< record-placement
extern const AuxSequence kRecordIds;               ///< record-ids
extern const AuxSequence kRecordIdsAsItIs;         ///< D-15
extern const AuxSequence kCompressedRings;         ///< compressed-rings
extern const AuxSequence kCompressedRingsAsItIs;   ///< D-20
extern const AuxSequence kToldRecords;             ///< told-records
extern const AuxSequence kToldRecordsAsItIs;       ///< D-17
extern const AuxSequence kToldMappings;            ///< told-mappings
extern const AuxSequence kToldMappingsAsItIs;      ///< D-21
extern const AuxSequence kSampleAddresses;         ///< sample-addresses
extern const AuxSequence kSampleAddressesAsItIs;   ///< D-22
extern const AuxSequence kPerfSession;             ///< perf-session
extern const AuxSequence kEventSources;            ///< event-sources
extern const AuxSequence kEventInit;               ///< event-init
extern const AuxSequence kEventTerms;              ///< event-terms
extern const AuxSequence kAuxFragments;            ///< aux-fragments
extern const AuxSequence kOverwriteUnpaused;       ///< overwrite-lost
extern const AuxSequence kOverwriteLostAsItIs;     ///< D-05
extern const AuxSequence kOverwriteLostRepaired;   ///< D-05

}  // namespace ringcheck
