#pragma once
// What is wrong in the executions of a user's program.

#include <map>
#include <set>
#include <string>

#include "check/least.hpp"
#include "explore/explore.hpp"
#include "face/session.hpp"
#include "ringcheck/check.hpp"

namespace ringcheck {

/// Judges executions one after the other; a fold (fold_executions).
class UserJudge {
 public:
  /// Pre: both outlive this.
  UserJudge(const Session& session, const check_options& options)
      : session_(&session), options_(&options) {}

  /// Returns false to end the exploration.
  bool visit(const Execution& execution);
  void append(UserJudge&& later);

  /// How properties are violated, by their names, with a message; empty: the message is made from
  /// the execution.
  [[nodiscard]] const std::map<std::string, LeastFinding<std::string>>& found() const {
    return found_;
  }
  /// Names of the properties that were seen, and of the observations that had to be and were.
  [[nodiscard]] const std::set<std::string>& seen() const { return seen_; }
  /// True iff some execution had accesses that could have raced.
  [[nodiscard]] bool judged_races() const { return judged_races_; }
  /// The bound that some thread reached; empty: none did.
  [[nodiscard]] const std::string& bound() const { return bound_; }

 private:
  void take(const std::string& property, const ExecutionGraph& graph, const std::string& message);
  void judge_flags(const ExecutionGraph& graph);
  void judge_freed(const ExecutionGraph& graph);
  void judge_waits(const ExecutionGraph& graph);
  void judge_end(const ExecutionGraph& graph);
  void judge_properties(const ExecutionGraph& graph);

  const Session* session_;
  const check_options* options_;
  std::map<std::string, LeastFinding<std::string>> found_;
  std::set<std::string> seen_;
  bool judged_races_ = false;
  std::string bound_;
};

/// What a flag that the model raises on `graph` is about; for a data race, its two accesses.
std::string flag_message(const Session& session, const ExecutionGraph& graph,
                         const std::string& flag);

}  // namespace ringcheck
