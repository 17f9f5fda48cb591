#pragma once
// Two sources of answers side by side.

#include <string>
#include <vector>

#include "litmus/log.hpp"

namespace ringcheck {

/// How what a source says of a test stands to what the reference says.
enum class LogVerdict : std::uint8_t {
  same,
  differs,    ///< two models disagree
  forbidden,  ///< runs of hardware showed a state that the reference does not have
  unseen,     ///< runs of hardware showed less than the reference has: no contradiction
  missing,    ///< one of the two has no answer
};

/// A test in two sources.
struct LogComparison {
  std::string name;
  LogVerdict verdict = LogVerdict::same;
  std::vector<LoggedState> only_reference;  ///< states of the first alone, on what both show
  std::vector<LoggedState> only_other;      ///< states of the second alone
  std::string note;                         ///< why the verdict is missing, or counts that differ
};

/// Compares `other` with `reference`, test by test in the order of names; all tests of either.
/// States are compared on the parts that both sources show. Counts of executions are compared if
/// neither is of hardware.
std::vector<LogComparison> compare_logs(const LitmusLog& reference, const LitmusLog& other);

/// The word for a verdict.
std::string_view text_of(LogVerdict verdict);

}  // namespace ringcheck
