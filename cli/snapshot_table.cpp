// Tested by tests/cli/snapshot_table_test.cpp.
#include "cli/snapshot_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ringcheck {
namespace {

constexpr std::size_t kSnapshots = 3;

std::string cell(const SnapshotCases& cases, const std::optional<SnapshotHistory>& history) {
  if (!history) return "always";
  const LastSnapshot last = run_history(cases, *history);
  return fmt::format("not after {}: {} taken, {} new", fmt::join(*history, ", "), last.taken,
                     last.fresh);
}

}  // namespace

std::vector<SnapshotStudy> study_all_snapshots() {
  std::vector<SnapshotStudy> studies;
  for (const SnapshotCases& cases : all_snapshot_cases())
    studies.push_back(study_snapshots(cases, kSnapshots));
  return studies;
}

std::string snapshots_markdown(const std::vector<SnapshotStudy>& studies) {
  std::string text = fmt::format(
      "## What snapshots take\n\n"
      "perf finds the ends of a snapshot by its driver's `find_snapshot`. Each finder is tried "
      "with "
      "every history of up to {} snapshots, with a trace unit that knows every byte: so many bytes "
      "are written before each of them. Complete: the last snapshot takes all that is new and "
      "still "
      "there. Sound: it takes nothing else. Where that fails, the shortest history, in bytes; V "
      "are "
      "entries of docs/findings.md.\n\n"
      "| finder | area | step, most | histories | complete | sound | entry |\n"
      "|---|---:|---:|---:|---|---|---|\n",
      kSnapshots);
  for (const SnapshotStudy& study : studies) {
    const SnapshotCases& cases = study.cases;
    text += fmt::format("| {} | {} | {}, {} | {} | {} | {} | {} |\n", cases.what, cases.len,
                        cases.step, cases.most, study.tried, cell(cases, study.misses),
                        cell(cases, study.repeats), cases.finding);
  }
  return text + '\n';
}

}  // namespace ringcheck
