#pragma once
// Mutants of the AUX area, as machines of sequences look for them.

#include <utility>

#include "properties/core/area.hpp"
#include "properties/core/mutants.hpp"
#include "properties/perf_tool/snapshot_study.hpp"

namespace ringcheck {

/// Looks for a violation in `Sequence`.
template <const AuxSequence& Sequence>
Hunted hunt_in(const HuntTask& task) {
  const DefectSet defects = typed(task.defects);
  const AuxSearch search = {task.property, task.seed,
                            task.cases != 0 ? task.cases : Sequence.cases};
  if (task.each) {
    ViolatingCases cases = violating_cases(Sequence, defects, search);
    return {false, "", 0, std::move(cases.numbers), std::move(cases.ways)};
  }
  const AuxSearchResult result = search_cases(Sequence, defects, search);
  if (!result.finding) return {false, "", result.cases};
  return {true,
          std::string(result.finding->what) + "\n  " + std::string(Sequence.name) + ": " +
              case_text(Sequence, result.example) + "\n",
          result.cases};
}

/// The hunt for `defect` in `Sequence`.
template <const AuxSequence& Sequence>
constexpr FunctionHunt aux_hunt(const Defect& defect) {
  return {Technique::sequences, hunt_in<Sequence>, defect};
}

/// The same when all cases are tried.
template <const AuxSequence& Sequence>
constexpr FunctionHunt aux_values(const Defect& defect) {
  return {Technique::values, hunt_in<Sequence>, defect};
}

/// Ids of the properties that `Sequence` judges.
template <const AuxSequence& Sequence>
std::span<const std::string_view> judged_in() {
  return Sequence.properties;
}

/// The hunt for a mistake of Linux 6.1 itself: `AsItIs` judges Linux 6.1, `Repaired` has the
/// repair.
template <const AuxSequence& AsItIs, const AuxSequence& Repaired>
constexpr FunctionHunt mainline_hunt(Technique technique) {
  return {technique, hunt_in<AsItIs>, {}, hunt_in<Repaired>, judged_in<AsItIs>};
}

/// The same for a mistake that nothing repairs.
template <const AuxSequence& AsItIs>
constexpr FunctionHunt mainline_values() {
  return {Technique::values, hunt_in<AsItIs>, {}, nullptr, judged_in<AsItIs>};
}

/// The hunt for histories of snapshots under which a finder of Linux 6.1 is inexact:
/// the row Finder. `Misses`: it misses what is new; otherwise it takes what is not.
template <FinderRow Finder, bool Misses>
Hunted hunt_in_snapshots(const HuntTask&) {
  constexpr std::size_t kSnapshots = 2;
  const SnapshotStudy study =
      study_snapshots(all_snapshot_cases().at(static_cast<std::size_t>(Finder)), kSnapshots);
  const auto& history = Misses ? study.misses : study.repeats;
  if (!history) return {false, "", study.tried};
  const LastSnapshot last = run_history(study.cases, *history);
  std::string shown(study.cases.what);
  for (const std::uint64_t bytes : *history)
    shown += ", " + std::to_string(bytes) + " bytes, a snapshot";
  return {true,
          shown + "\n  the last one takes " + std::to_string(last.taken) + " bytes, and " +
              std::to_string(last.fresh) + " are new\n",
          study.tried};
}
template <FinderRow Finder, bool Misses>
constexpr FunctionHunt mainline_snapshots() {
  return {Technique::values, hunt_in_snapshots<Finder, Misses>, {}, nullptr};
}

}  // namespace ringcheck
