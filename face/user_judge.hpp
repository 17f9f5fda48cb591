#pragma once
// What is wrong in the executions of a user's program.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "check/least.hpp"
#include "explore/explore.hpp"
#include "face/session.hpp"
#include "ringcheck/check.hpp"

namespace ringcheck {

/// How a location is accessed, in one execution or in several.
struct Accesses {
  int thread = -1;      ///< one that accesses it; below 0: none does
  bool shared = false;  ///< several threads do
  bool plain = false;   ///< some access is plain
  bool stored = false;  ///< some access is a store

  /// Adds other accesses to the same location.
  void append(const Accesses& others) {
    if (others.thread < 0) return;
    shared |= others.shared || (thread >= 0 && thread != others.thread);
    thread = others.thread;
    plain |= others.plain;
    stored |= others.stored;
  }
  /// True iff only the order of the accesses, or that no execution has them all, keeps them from
  /// being a data race.
  [[nodiscard]] bool may_race() const { return shared && plain && stored; }
};

/// Judges executions one after the other; a fold (fold_executions).
class UserJudge {
 public:
  /// Pre: both outlive this.
  UserJudge(const Session& session, const check_options& options)
      : session_(&session), options_(&options), flags_(session.model().flag_names()) {}

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
  /// True iff there were accesses that could have raced, in one execution or in several: code that
  /// keeps threads from each other is judged by that, too.
  [[nodiscard]] bool judged_races() const;
  /// The bound that some thread reached; empty: none did.
  [[nodiscard]] const std::string& bound() const { return bound_; }

 private:
  void take(const std::string& property, const ExecutionGraph& graph, const std::string& message);
  void append(const std::vector<Accesses>& accesses);
  void judge_flags(const ExecutionGraph& graph);
  void judge_freed(const ExecutionGraph& graph);
  void judge_waits(const ExecutionGraph& graph);
  void judge_end(const ExecutionGraph& graph);
  void judge_properties(const ExecutionGraph& graph);

  const Session* session_;
  const check_options* options_;
  std::vector<std::string> flags_;  ///< of the model
  std::vector<Accesses> accesses_;  ///< by location, over all executions
  std::map<std::string, LeastFinding<std::string>> found_;
  std::set<std::string> seen_;
  std::string bound_;
};

/// What a flag that the model raises on `graph` is about; for a data race, its two accesses.
std::string flag_message(const Session& session, const ExecutionGraph& graph,
                         const std::string& flag);

}  // namespace ringcheck
