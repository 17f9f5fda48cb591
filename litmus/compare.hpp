#pragma once
// Two sources of answers side by side.

#include <string>
#include <vector>

#include "litmus/log.hpp"

namespace ringcheck {

/// How a source's answer for a test compares with the reference's.
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
  std::vector<LoggedState> only_reference;  ///< states only of the first, on what both show
  std::vector<LoggedState> only_other;      ///< states only of the second, on what both show
  std::string note;                         ///< why the verdict is missing, or counts that differ
};

/// Compares `other` with `reference`, for all tests of either in the order of names. States are
/// compared on the parts that both sources show. Counts of executions are compared if neither comes
/// from hardware.
std::vector<LogComparison> compare_logs(const LitmusLog& reference, const LitmusLog& other);

/// The word for a verdict.
std::string_view text_of(LogVerdict verdict);

}  // namespace ringcheck
