#pragma once
// Machines of sequences of this area, for its mutants and its tests.

#include "properties/aux/aux_sequence.hpp"

namespace ringcheck {

extern const AuxSequence kSampleSources;     ///< sample-sources
extern const AuxSequence kPebs;              ///< pebs
extern const AuxSequence kIbsSamples;        ///< ibs-samples
extern const AuxSequence kIbsLateInterrupt;  ///< ibs-stopped
extern const AuxSequence kIbsStoppedAsItIs;  ///< V-44
extern const AuxSequence kIbsPeriods;        ///< ibs-periods
extern const AuxSequence kIbsPeriodsAsItIs;  ///< V-49
extern const AuxSequence kPebsSizes;         ///< pebs-sizes
extern const AuxSequence kPebsSizesAsItIs;   ///< V-50
extern const AuxSequence kBtsSamples;        ///< bts-samples
extern const AuxSequence kBtsSamplesAsItIs;  ///< D-19

}  // namespace ringcheck
