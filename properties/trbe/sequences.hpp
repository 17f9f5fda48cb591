#pragma once
// Machines of AUX sequences of this area, for its mutants and its tests.

#include "properties/aux/aux_sequence.hpp"

namespace ringcheck {

extern const AuxSequence kTrbeTransactions;          ///< trbe-transactions
extern const AuxSequence kTrbeErrorAsItIs;           ///< V-39
extern const AuxSequence kTrbeAbortAsItIs;           ///< V-42
extern const AuxSequence kTrbeStopAsItIs;            ///< V-43
extern const AuxSequence kTrbeOfflineAsItIs;         ///< V-45
extern const AuxSequence kTrbeFaults;                ///< trbe-faults
extern const AuxSequence kSinkRegisters;             ///< sink-registers
extern const AuxSequence kSinkRegistersSpeRepaired;  ///< sink-registers-spe-repaired
extern const AuxSequence kSinkRegistersSpe;          ///< V-24

}  // namespace ringcheck
