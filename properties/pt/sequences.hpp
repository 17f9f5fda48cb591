#pragma once
// Machines of AUX sequences of this area, for its mutants and its tests.

#include "properties/aux/aux_sequence.hpp"

namespace ringcheck {

extern const AuxSequence kPtTransactions;           ///< pt-transactions
extern const AuxSequence kPtInterrupted;            ///< pt-interrupted
extern const AuxSequence kPtSampled;                ///< pt-sampled
extern const AuxSequence kPtSamples;                ///< pt-samples
extern const AuxSequence kPtTables;                 ///< pt-tables
extern const AuxSequence kPtSampleStopped;          ///< pt-sample-stopped
extern const AuxSequence kPtSampleStoppedRepaired;  ///< pt-sample-stopped-repaired
extern const AuxSequence kPtConfig;                 ///< pt-config
extern const AuxSequence kPtFilters;                ///< pt-filters
extern const AuxSequence kAuxSampleSize;            ///< aux-sample-size
extern const AuxSequence kPtRegistration;           ///< pt-registration
extern const AuxSequence kExclusiveEvents;          ///< exclusive-events
extern const AuxSequence kPtSingle;                 ///< pt-single
extern const AuxSequence kPtRestarted;              ///< pt-restarted
extern const AuxSequence kPtRestartedAsItIs;        ///< V-48
extern const AuxSequence kPtErrorMachine;           ///< pt-error

}  // namespace ringcheck
