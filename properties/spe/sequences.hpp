#pragma once
// Machines of AUX sequences of this area, for its mutants and its tests.

#include "properties/aux/aux_sequence.hpp"

namespace ringcheck {

extern const AuxSequence kSpeTransactions;      ///< spe-transactions
extern const AuxSequence kSpeStopsWithoutRoom;  ///< spe-stops-without-room
extern const AuxSequence kSpeStatus;            ///< spe-status
extern const AuxSequence kSpeFatal;             ///< V-28
extern const AuxSequence kSpeFatalRepaired;     ///< spe-fatal-repaired
extern const AuxSequence kSpeSampling;          ///< spe-sampling
extern const AuxSequence kSpeDecoder;           ///< spe-decoder
extern const AuxSequence kSpeCaps;              ///< spe-caps
extern const AuxSequence kSpeClusters;          ///< spe-clusters
extern const AuxSequence kSpeOffline;           ///< spe-offline
extern const AuxSequence kSpeOfflineAsItIs;     ///< V-53

}  // namespace ringcheck
