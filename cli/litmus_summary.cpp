// Sums up a run over litmus tests for people.
// Tested by tests/cli/litmus_summary_test.cpp.
#include "cli/litmus_summary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "litmus/expectation.hpp"

namespace ringcheck {

namespace {

std::size_t count(const std::vector<LitmusRow>& rows, LitmusOutcome outcome) {
  return static_cast<std::size_t>(std::ranges::count(rows, outcome, &LitmusRow::outcome));
}

/// The note of `row` with the name of its file; messages about a place begin with that already.
std::string named_note(const LitmusRow& row) {
  return row.note.starts_with(row.file) ? row.note : fmt::format("{}: {}", row.file, row.note);
}

}  // namespace

LitmusRow row_of(const LitmusResult& result, const LitmusJudgement& judgement,
                 const std::string& expectations) {
  const std::string who = expectations.empty() ? "the test's comment" : expectations;
  LitmusRow row;
  row.file = result.file;
  row.seconds = result.seconds;
  const std::string saw = answer_text(result);
  if (result.bound_reached()) {
    row.outcome = LitmusOutcome::bound_reached;
    row.note = result.counts.limit_reached()
                   ? fmt::format("bound reached after {} executions", result.counts.complete)
                   : fmt::format("{} executions go round a loop too often", result.counts.cut);
    return row;
  }
  switch (judgement.agreement) {
    case Agreement::agrees:
      row.outcome = LitmusOutcome::agrees;
      row.note = fmt::format("saw {}, as expected", saw);
      break;
    case Agreement::disagrees:
      row.outcome = LitmusOutcome::disagrees;
      row.note = fmt::format("saw {}, expected {} as {} says", saw, judgement.expected, who);
      break;
    case Agreement::not_understood:
      row.outcome = LitmusOutcome::not_understood;
      row.note = fmt::format("saw {}; '{}' in {} is no expectation that is known", saw,
                             judgement.expected, who);
      break;
    case Agreement::no_expectation:
    case Agreement::undecided:
      row.outcome = LitmusOutcome::not_judged;
      row.note = fmt::format("saw {}; no comment of the test says what is expected", saw);
      break;
  }
  return row;
}

ExitStatus status_of(LitmusOutcome outcome) {
  switch (outcome) {
    case LitmusOutcome::agrees:
    case LitmusOutcome::not_judged:
    case LitmusOutcome::not_understood:
      return ExitStatus::holds;
    case LitmusOutcome::disagrees:
      return ExitStatus::violated;
    case LitmusOutcome::bound_reached:
      return ExitStatus::bound_reached;
    case LitmusOutcome::refused:
      return ExitStatus::bad_input;
  }
  return ExitStatus::internal;
}

std::string summary_text(const std::vector<LitmusRow>& rows, const std::string& model) {
  std::string text = fmt::format(
      "Summary of {} tests under {}: {} agree with their expected result, {} disagree, {} have "
      "none, {} reached a bound, {} refused\n",
      rows.size(), model, count(rows, LitmusOutcome::agrees), count(rows, LitmusOutcome::disagrees),
      count(rows, LitmusOutcome::not_judged) + count(rows, LitmusOutcome::not_understood),
      count(rows, LitmusOutcome::bound_reached), count(rows, LitmusOutcome::refused));
  struct Section {
    LitmusOutcome outcome;
    const char* title;
  };
  for (const Section section :
       {Section{LitmusOutcome::disagrees, "Disagree"},
        Section{LitmusOutcome::not_understood, "Expectation not understood"},
        Section{LitmusOutcome::bound_reached, "Reached a bound"},
        Section{LitmusOutcome::refused, "Refused"}}) {
    if (count(rows, section.outcome) == 0) continue;
    text += fmt::format("{}:\n", section.title);
    for (const LitmusRow& row : rows)
      if (row.outcome == section.outcome) text += fmt::format("  {}\n", named_note(row));
  }
  return text;
}

}  // namespace ringcheck
