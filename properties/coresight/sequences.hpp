#pragma once
// Machines of AUX sequences of this area, for its mutants and its tests.

#include "properties/aux/aux_sequence.hpp"

namespace ringcheck {

extern const AuxSequence kCoreSightPaths;       ///< coresight-paths
extern const AuxSequence kCoreSightPathsOne;    ///< coresight-paths-one
extern const AuxSequence kCoreSightPathsCti;    ///< V-30
extern const AuxSequence kCoreSightPathsNodes;  ///< V-31
extern const AuxSequence kCoreSightPathsEtf;    ///< V-29
extern const AuxSequence kClaimOnce;            ///< claim-race
extern const AuxSequence kDefaultSinks;         ///< default-sinks
extern const AuxSequence kNamedSinks;           ///< named-sinks
extern const AuxSequence kEtmSetup;             ///< etm-setup
extern const AuxSequence kEtmSetupLastSink;     ///< V-32
extern const AuxSequence kEtmSetupUnknownSink;  ///< V-33
extern const AuxSequence kEtmSetupKeptSink;     ///< V-46
extern const AuxSequence kEtmSetupEndedOwner;   ///< V-54
extern const AuxSequence kEtmStart;             ///< etm-start
extern const AuxSequence kEtmExclusive;         ///< etm-exclusive
extern const AuxSequence kEtmFilters;           ///< etm-filters
extern const AuxSequence kEtmFiltersAsItIs;     ///< V-35
extern const AuxSequence kTracerTold;           ///< tracer-told
extern const AuxSequence kTracerToldAsItIs;     ///< V-56
extern const AuxSequence kTraceIds;             ///< trace-ids
extern const AuxSequence kTraceIdsAsItIs;       ///< V-47

}  // namespace ringcheck
