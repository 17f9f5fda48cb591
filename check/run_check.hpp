#pragma once
// run_check: explore every execution of a check and judge it.

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "check/judge.hpp"
#include "check/verdict.hpp"
#include "check/witness.hpp"
#include "explore/division.hpp"
#include "explore/parallel.hpp"
#include "explore/state_search.hpp"

namespace ringcheck {

/// How a check is to be run.
struct CheckOptions {
  ExploreLimits limits;
  bool stop_at_violation = false;  ///< end at the first violation, which need not be the least
  /// Visit every execution, even where their number follows from that of executions with equal
  /// futures (explore/subtree_counter.hpp). Changes the cost, and the counts of nodes and
  /// questions.
  bool visits_all = false;
  std::uint64_t nodes_before_counting = kNodesBeforeCounting;  ///< as in ParallelOptions
  Workers* workers = nullptr;                                  ///< null: one, on this thread
  std::function<void(const ExploreProgress&)> progress;        ///< as in ParallelOptions
};

/// How a property fared.
struct PropertyOutcome {
  const Property* property;
  std::uint64_t violations = 0;    ///< executions that violate it
  std::uint64_t seen = 0;          ///< executions in which its `sometimes` was seen
  std::optional<Witness> witness;  ///< the least one
};

/// The result of a check. Except for `seconds`, the same for the same input on every machine.
struct CheckResult {
  Verdict verdict;
  std::optional<Witness> witness;  ///< the least one of all properties, when violated
  std::vector<PropertyOutcome> properties;
  ExploreCounts counts;
  std::optional<StateCounts> states;  ///< of a check for the verdict alone (check_states.hpp)
  std::uint64_t violating = 0;        ///< executions that violate some property
  double seconds = 0;
};

/// The bound that ended an exploration. `execution_limit` is the one on executions.
BoundReached bound_of(EndedBy ended_by, std::uint64_t execution_limit);

/// How far an exploration went.
struct ExploredPart {
  bool is_all = true;                   ///< nothing is left
  EndedBy ended_by = EndedBy::nothing;  ///< why something is
  std::uint64_t execution_limit = 0;    ///< as bound_of() has it
  std::uint64_t cut = 0;                ///< executions that reached the bound of a loop
};

/// The verdict on `check` that follows from the rest of `result`. Vacuous takes the place of Holds
/// when a property that is not incidental to the scenario saw nothing.
Verdict verdict_of(const Check& check, const CheckResult& result, const ExploredPart& part);

/// What is known of `what` once `judge` has judged the executions that `counts` count. `is_all`:
/// there are no more; `execution_limit`: as bound_of() has it.
CheckResult result_of(const Judged& what, const Judge& judge, const ExploreCounts& counts,
                      bool is_all, std::uint64_t execution_limit = 0);

/// A check that can stop at a limit and go on later, even in another process: nothing is lost and
/// nothing is counted twice.
///
/// The least witness is the one with the fewest events, then the least canonical text.
class ResumableCheck {
 public:
  /// Pre: `check` has a model.
  explicit ResumableCheck(const Check& check);
  /// The check that `json` describes; to_json() made it of the same check.
  /// Errors: InputError for anything else.
  ResumableCheck(const Check& check, const nlohmann::ordered_json& json);

  /// Explores what is left, up to the limits. Errors: InputError when the program exceeds a
  /// capacity, or has an event that the model gives no meaning.
  void run(const CheckOptions& options);

  /// Divides what is left into about `pieces` subtrees and leaves them to others: nothing is left
  /// here. Other checks get the subtrees by leave(); after append() of these checks the result is
  /// that of this check undivided. Errors: as for run().
  std::vector<Piece> divide(std::size_t pieces);
  /// Leaves only these subtrees to explore. Pre: in the order of their paths.
  void leave(std::vector<Path> paths);
  /// The subtrees that are left.
  [[nodiscard]] std::vector<Path> left() const;
  /// Takes in what `other`, the same check on other subtrees, knows and has left.
  void append(ResumableCheck&& other);

  /// True iff nothing is left to explore.
  [[nodiscard]] bool done() const { return started_ && rest_.empty(); }
  [[nodiscard]] const ExploreCounts& counts() const { return counts_; }
  [[nodiscard]] const Check& check() const { return what_->check; }
  /// What is known by now.
  [[nodiscard]] CheckResult result() const;
  /// What is known and what is left.
  [[nodiscard]] nlohmann::ordered_json to_json() const;

 private:
  std::unique_ptr<Judged> what_;
  Judge judge_;
  ExploreCounts counts_;
  std::vector<Path> rest_;
  bool started_ = false;
  std::uint64_t execution_limit_ = 0;
  double seconds_ = 0;
};

/// Explores every execution of `check` that its model allows, up to the limits, and judges the
/// scenario's properties on each complete one. May be called from several threads at once. Pre:
/// `check` has a model. Errors: as for ResumableCheck::run.
CheckResult run_check(const Check& check, const CheckOptions& options = {});
/// The same under `model`.
CheckResult run_check(const Check& check, const Model& model, const CheckOptions& options = {});

}  // namespace ringcheck
