#pragma once
// The results of a run over many litmus tests.

#include <string>
#include <vector>

#include "cli/ci_report.hpp"
#include "cli/exit_status.hpp"
#include "litmus/litmus.hpp"

namespace ringcheck {

/// What became of a litmus test.
enum class LitmusOutcome : std::uint8_t {
  agrees,          ///< the answer is what the test's text expects
  disagrees,       ///< it is not
  not_judged,      ///< there is an answer, and nothing to compare it with
  not_understood,  ///< the same: what the test's text expects is not understood
  bound_reached,   ///< a limit ended the run: no answer
  refused,         ///< the test was not run
};

/// A litmus test of a run.
struct LitmusRow {
  std::string file;
  LitmusOutcome outcome = LitmusOutcome::refused;
  std::string note;    ///< one line that says what was expected and seen, or why it is refused
  std::string log;     ///< in herd7's format; empty for a refused test
  double seconds = 0;  ///< of processor time
};

/// The row of an answered test. `expectations` is the file that says what is expected; empty: the
/// test's own comment does.
LitmusRow row_of(const LitmusResult& result, const LitmusJudgement& judgement,
                 const std::string& expectations = "");

/// How a command ends if one of its tests has this outcome.
ExitStatus status_of(LitmusOutcome outcome);

/// How many tests have each outcome, and the names of those that disagree, have no answer, or have
/// an expectation that is not understood.
std::string summary_text(const std::vector<LitmusRow>& rows, const std::string& model);

/// The test as a row for CI systems.
CiRow ci_row_of(const LitmusRow& row);

/// All of them.
std::vector<CiRow> ci_rows_of(const std::vector<LitmusRow>& rows);

/// The run as JUnit XML, which CI systems read, one testcase per file. A disagreement is a failure;
/// a refused test and a reached bound are errors. A test that says nothing about its answer is
/// skipped, since it checks nothing.
std::string junit_xml(const std::vector<LitmusRow>& rows, const std::string& model);

}  // namespace ringcheck
