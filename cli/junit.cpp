// A run over litmus tests, for CI systems to read.
// Tested by tests/cli/litmus_summary_test.cpp.
#include <filesystem>

#include "cli/litmus_summary.hpp"

namespace ringcheck {

CiRow ci_row_of(const LitmusRow& row) {
  const std::filesystem::path file(row.file);
  const std::string folder = file.parent_path().string();
  CiRow ci;
  ci.suite = folder.empty() ? "." : folder;
  ci.name = file.filename().string();
  ci.message = row.note;
  ci.details = row.log;
  ci.file = row.file;
  ci.seconds = row.seconds;
  switch (row.outcome) {
    case LitmusOutcome::agrees:
      break;
    case LitmusOutcome::not_judged:
    case LitmusOutcome::not_understood:
      ci.outcome = CiOutcome::skipped;
      break;
    case LitmusOutcome::disagrees:
      ci.outcome = CiOutcome::failed;
      ci.rule = "disagrees";
      break;
    case LitmusOutcome::bound_reached:
      ci.outcome = CiOutcome::undecided;
      ci.rule = "bound reached";
      break;
    case LitmusOutcome::refused:
      ci.outcome = CiOutcome::undecided;
      ci.rule = "refused";
      ci.details.clear();
      break;
  }
  return ci;
}

std::vector<CiRow> ci_rows_of(const std::vector<LitmusRow>& rows) {
  std::vector<CiRow> all;
  for (const LitmusRow& row : rows) all.push_back(ci_row_of(row));
  return all;
}

std::string junit_xml(const std::vector<LitmusRow>& rows, const std::string& model) {
  return junit_of(ci_rows_of(rows), "litmus tests under " + model);
}

}  // namespace ringcheck
