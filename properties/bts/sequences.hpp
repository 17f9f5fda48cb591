#pragma once
// Machines of AUX sequences of this area, for its mutants and its tests.

#include "properties/aux/aux_sequence.hpp"

namespace ringcheck {

extern const AuxSequence kBtsTransactions;  ///< bts-transactions
extern const AuxSequence kBtsInterrupted;   ///< bts-interrupted
extern const AuxSequence kBtsBranches;      ///< bts-branches

}  // namespace ringcheck
