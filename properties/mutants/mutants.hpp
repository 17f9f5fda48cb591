#pragma once
// The groups of mutants, by name; properties/mutant_registry.cpp lists them.

#include <span>
#include <string_view>

#include "properties/mutant.hpp"

namespace ringcheck {

using MutantRows = std::span<const Mutant>;

/// Where a mistake shows that interleaving and interrupts are enough for.
inline constexpr std::string_view kAnyModel = "sc x86-tso armv8 riscv power rc11 lkmm";

extern const MutantRows kOrderingMutants;  ///< section M: memory ordering
extern const MutantRows kNestingMutants;   ///< section N: nested writers and publication
extern const MutantRows kLostMutants;      ///< section L: accounting of losses
extern const MutantRows kReaderMutants;    ///< section R: readers of the data ring
extern const MutantRows kNeutralMutants;   ///< section G: not of any one commit

}  // namespace ringcheck
