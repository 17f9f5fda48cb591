#pragma once
// Mutants of the AUX area, as machines of sequences look for them.

#include "properties/mutants/mutants.hpp"
#include "properties/sequences/aux_sequences.hpp"

namespace ringcheck {

/// Looks for a violation in `sequence`.
template <const AuxSequence& sequence>
Hunted hunt_in(const HuntTask& task) {
  const AuxSearchResult result =
      search_cases(sequence, task.defects,
                   {task.property, task.seed, task.cases != 0 ? task.cases : sequence.cases});
  if (!result.finding) return {false, "", result.cases};
  return {true,
          std::string(result.finding->what) + "\n  " + std::string(sequence.name) + ": " +
              case_text(sequence, result.example) + "\n",
          result.cases};
}

/// The hunt for `defect` in `sequence`.
template <const AuxSequence& sequence>
constexpr FunctionHunt aux_hunt(Defect defect) {
  return {Technique::sequences, hunt_in<sequence>, Defects(defect)};
}

/// The same where all cases are tried.
template <const AuxSequence& sequence>
constexpr FunctionHunt aux_values(Defect defect) {
  return {Technique::values, hunt_in<sequence>, Defects(defect)};
}

}  // namespace ringcheck
