#pragma once
// The groups of mutants, by name; properties/mutant_registry.cpp lists them.

#include <span>
#include <string_view>

#include "check/mutant.hpp"
#include "properties/core/perf_scenario.hpp"

namespace ringcheck {

using MutantRows = std::span<const Mutant>;

/// Where a mistake shows that interleaving and interrupts are enough for.
inline constexpr Names kAnyModel = {"sc", "x86-tso", "armv8", "riscv", "power", "rc11", "lkmm"};

extern const MutantRows kOrderingMutants;    ///< section M: memory ordering
extern const MutantRows kNestingMutants;     ///< section N: nested writers and publication
extern const MutantRows kLostMutants;        ///< section L: accounting of losses
extern const MutantRows kReaderMutants;      ///< section R: readers of the data ring
extern const MutantRows kNeutralMutants;     ///< section G: not of any one commit
extern const MutantRows kAuxCoreMutants;     ///< section A: transactions of the AUX area
extern const MutantRows kPtMutants;          ///< section P: Intel PT
extern const MutantRows kBtsMutants;         ///< section T: Intel BTS
extern const MutantRows kCoreSightMutants;   ///< section C: sinks of Arm CoreSight
extern const MutantRows kSpeMutants;         ///< section S: Arm SPE
extern const MutantRows kAuxReadoutMutants;  ///< section R: perf reads the AUX area
extern const MutantRows kFilterMutants;      ///< section F: address filters
extern const MutantRows kAuxWidthMutants;    ///< section W: widths of numbers in the AUX area
extern const MutantRows kOverwriteMutants;   ///< section O: overwrite mode
extern const MutantRows kWidthMutants;       ///< section W: widths of positions
extern const MutantRows kWakeupMutants;      ///< section K: wakeups
extern const MutantRows kShapeMutants;       ///< sections M and N: readers and writers of others
extern const MutantRows kCompiledMutants;    ///< sections M, N and K: what a compiler does
extern const MutantRows kOverwriteExploredMutants;  ///< section O: what is explored of it
extern const MutantRows kWaitingMutants;            ///< section K: what is explored of it
extern const MutantRows kLifetimeMutants;           ///< section Z: mmap, munmap, attaching
extern const MutantRows kMappingMutants;            ///< sections G, N, Z: sharing, mapping
extern const MutantRows kAuxExploredMutants;        ///< sections C and P: what exploration finds

/// Every mutant, section by section.
std::vector<const Mutant*> all_mutants();

/// The mutant with this id. Errors: InputError that lists the ids.
const Mutant& find_mutant(std::string_view id);

}  // namespace ringcheck
