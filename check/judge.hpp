#pragma once
// Judge: what the properties of a scenario say of its executions.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "check/check.hpp"
#include "check/least.hpp"
#include "check/property.hpp"
#include "explore/explore.hpp"
#include "explore/sums.hpp"

namespace ringcheck {

/// What is judged. Does not change: several judges may share it.
struct Judged {
  Check check;  ///< with a model
  Subject subject = check.build();
  bool stop_at_violation = false;
};

/// The views of a subject, which gather one execution after the other.
class GatheredViews {
 public:
  /// Pre: `subject` outlives this, and has a view of the type of each of `properties`.
  GatheredViews(const Subject& subject, std::span<const Property* const> properties);

  // A copy would keep the addresses of the original's views.
  GatheredViews(const GatheredViews&) = delete;
  GatheredViews& operator=(const GatheredViews&) = delete;
  GatheredViews(GatheredViews&&) = default;
  GatheredViews& operator=(GatheredViews&&) = default;
  ~GatheredViews() = default;

  /// Shows `graph`, a complete execution.
  void gather(const ExecutionGraph& graph, Dependence dependence);
  /// The view that property number `i` judges by, as the last gather() left it.
  [[nodiscard]] const void* of(std::size_t i) const { return of_property_[i]; }

 private:
  const Program* program_;
  std::vector<View> views_;  ///< those that some property judges by
  bool needs_transcript_ = false;
  std::vector<const void*> of_property_;
};

/// How a property has fared.
struct Tally {
  std::uint64_t violations = 0;      ///< executions that violate it
  LeastFinding<Violation> violated;  ///< the least of those that violate it

  void append(Tally&& later);
};

/// Judges executions one after the other; a fold (fold_executions).
///
/// Judging is on the hot path: lists that gather what the code says keep their memory, and findings
/// are numbers until one of them becomes a witness.
class Judge {
 public:
  /// `what` outlives the judge.
  explicit Judge(const Judged& what)
      : what_(&what),
        views_(what.subject, what.check.scenario->properties),
        tallies_(what.check.scenario->properties.size()),
        sums_(1 + tallies_.size(), 0) {}

  /// Judges an execution. Returns false to end the exploration. Errors: InputError for an event
  /// that the model gives no meaning.
  bool visit(const Execution& execution);
  /// Takes in what another judge saw.
  void append(Judge&& later);

  /// What is added up over executions: how many are violations or faults, then for each property in
  /// how many it was seen.
  [[nodiscard]] Sums sums() {
    return {sums_, [this](const ExecutionGraph& graph) { check_tags(graph); }};
  }

  /// One tally for each property, in the order of the scenario.
  [[nodiscard]] const std::vector<Tally>& tallies() const { return tallies_; }
  [[nodiscard]] std::vector<Tally>& tallies() { return tallies_; }
  /// Executions in which the `sometimes` of property number `i` was seen.
  [[nodiscard]] std::uint64_t seen(std::size_t i) const { return sums_[1 + i]; }
  void set_seen(std::size_t i, std::uint64_t seen) { sums_[1 + i] = seen; }
  /// Executions that violate some property.
  [[nodiscard]] std::uint64_t violating() const { return violating_; }
  void set_violating(std::uint64_t violating) { violating_ = violating; }
  /// The least execution that ended in a fault, and what happened there.
  [[nodiscard]] const LeastFinding<std::string>& fault() const { return fault_; }
  void set_fault(const ExecutionGraph& graph, const std::string& what);

 private:
  bool judge(const Execution& execution);
  void take(const Property& property, Tally& tally, const Execution& execution,
            const Violation& finding) const;
  void check_tags(const ExecutionGraph& graph) const;

  const Judged* what_;
  GatheredViews views_;
  std::vector<Tally> tallies_;
  LeastFinding<std::string> fault_;
  std::uint64_t violating_ = 0;
  std::vector<std::uint64_t> sums_;  ///< as sums() has them
};

/// How `property` is violated in one complete execution of `subject`; nullopt if it is not.
std::optional<Violation> judge_property(const Property& property, const Subject& subject,
                                        const ExecutionGraph& graph, Dependence dependence);

}  // namespace ringcheck
