// The list of mutants: a line a group.
// Tested by tests/properties/core/mutants_test.cpp.
#include <algorithm>
#include <array>

#include "graph/diagnostic.hpp"
#include "properties/core/mutants.hpp"

namespace ringcheck {

namespace {

constexpr std::array kAll = {
    &kOrderingMutants,   // M
    &kNestingMutants,    // N
    &kLostMutants,       // L
    &kOverwriteMutants,  // O
    &kWidthMutants,      // W
    &kAuxWidthMutants,
    &kReaderMutants,  // R
    &kAuxReadoutMutants,
    &kWakeupMutants,             // K
    &kNeutralMutants,            // G
    &kAuxCoreMutants,            // A
    &kPtMutants,                 // P
    &kBtsMutants,                // T
    &kCoreSightMutants,          // C
    &kFilterMutants,             // F
    &kSpeMutants,                // S
    &kShapeMutants,              // M, N
    &kCompiledMutants,           // M, N, K
    &kOverwriteExploredMutants,  // O
    &kWaitingMutants,            // K
    &kLifetimeMutants,           // Z
    &kMappingMutants,            // G, N, Z
    &kAuxExploredMutants,        // C, P
};

}  // namespace

std::vector<const Mutant*> all_mutants() {
  std::vector<const Mutant*> all;
  for (const MutantRows* rows : kAll)
    for (const Mutant& mutant : *rows) all.push_back(&mutant);
  return all;
}

const Mutant& find_mutant(std::string_view id) {
  std::string known;
  for (const Mutant* mutant : all_mutants()) {
    if (mutant->id == id) return *mutant;
    known.append(known.empty() ? "" : ", ").append(mutant->id);
  }
  throw InputError({"", 0, 0, "no mutant \"" + std::string(id) + "\"; there are " + known});
}

}  // namespace ringcheck
