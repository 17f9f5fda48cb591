#pragma once
// Answers to litmus tests as tools write them: logs of herd7, litmus7 and klitmus7, and JSON.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ringcheck {

/// A final state: from each part, such as 0:r0 or x, to its value.
using LoggedState = std::map<std::string, std::string>;

/// What a log says of one test.
struct LoggedTest {
  std::string name;
  std::map<LoggedState, std::uint64_t> states;  ///< how often each was seen; 0: not counted
  bool has_states = false;                      ///< false: the log keeps to the observation
  bool counted = false;        ///< runs of real hardware, which need not have shown all states
  bool bounded = false;        ///< a limit ended the run
  std::uint64_t positive = 0;  ///< executions or runs that satisfy the proposition
  std::uint64_t negative = 0;
  std::string condition;
  std::string hash;   ///< Hash= of the log; empty: none
  std::string error;  ///< why there is no answer; empty: there is one

  /// Never, Sometimes or Always.
  [[nodiscard]] std::string_view observation() const;
};

/// A log, by the names of tests.
using LitmusLog = std::map<std::string, LoggedTest>;

/// Reads a log: rows of JSON if its first sign is a brace (as `litmus run --json` writes, or
/// recorded answers with name, observation, positive, negative, states), else herd7's, litmus7's or
/// klitmus7's text. Several answers to one test are added up. `file` names it in messages. Errors:
/// InputError for a text without any answer, or with invalid JSON.
LitmusLog read_litmus_log(std::string_view text, const std::string& file);

/// `state` as logs write it: 0:r0=1; [x]=2;
std::string text_of(const LoggedState& state);

/// The state in a text such as `0:r0=0x1; [x]=2;`; numbers are read as in C.
LoggedState state_of(std::string_view text);

}  // namespace ringcheck
