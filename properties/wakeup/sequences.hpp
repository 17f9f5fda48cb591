#pragma once
// Machines of sequences of this area, for its mutants and its tests.

#include "properties/aux/aux_sequence.hpp"

namespace ringcheck {

extern const AuxSequence kEventHangup;         ///< event-hangup
extern const AuxSequence kEventHangupAsItIs;   ///< D-14
extern const AuxSequence kEventHangupUntold;   ///< event-hangup-untold
extern const AuxSequence kWakeupCounts;        ///< wakeup-counts
extern const AuxSequence kWakeupCountsAsItIs;  ///< D-16
extern const AuxSequence kWakeupCountsOfInts;  ///< wakeup-counts-of-ints

}  // namespace ringcheck
