#pragma once
// Mutants of the AUX area, as machines of sequences look for them.

#include "properties/mutants/mutants.hpp"
#include "properties/sequences/aux_sequences.hpp"

namespace ringcheck {

/// Looks for a violation in `Sequence`.
template <const AuxSequence& Sequence>
Hunted hunt_in(const HuntTask& task) {
  const AuxSearchResult result =
      search_cases(Sequence, task.defects,
                   {task.property, task.seed, task.cases != 0 ? task.cases : Sequence.cases});
  if (!result.finding) return {false, "", result.cases};
  return {true,
          std::string(result.finding->what) + "\n  " + std::string(Sequence.name) + ": " +
              case_text(Sequence, result.example) + "\n",
          result.cases};
}

/// The hunt for `defect` in `Sequence`.
template <const AuxSequence& Sequence>
constexpr FunctionHunt aux_hunt(Defect defect) {
  return {Technique::sequences, hunt_in<Sequence>, Defects(defect)};
}

/// The same where all cases are tried.
template <const AuxSequence& Sequence>
constexpr FunctionHunt aux_values(Defect defect) {
  return {Technique::values, hunt_in<Sequence>, Defects(defect)};
}

/// The hunt for what Linux 6.1 does itself: `AsItIs` judges it, and in `Repaired` it is repaired.
template <const AuxSequence& AsItIs, const AuxSequence& Repaired>
constexpr FunctionHunt mainline_hunt(Technique technique) {
  return {technique, hunt_in<AsItIs>, {}, hunt_in<Repaired>};
}

}  // namespace ringcheck
