#pragma once
// Judge: what the properties of a scenario say of its executions.

#include <cstdint>
#include <string>
#include <vector>

#include "explore/explore.hpp"
#include "models/model.hpp"
#include "properties/least.hpp"
#include "properties/property.hpp"
#include "properties/ring/gathered_run.hpp"
#include "properties/scenario.hpp"
#include "properties/witness.hpp"

namespace ringcheck {

/// What is judged. Does not change, so that several judges may look at it.
struct Judged {
  ScenarioRun run;
  Model model;
  ScenarioProgram built = run.build();
  bool stop_at_violation = false;
};

/// How a property has fared.
struct Tally {
  std::uint64_t violations = 0;  ///< executions that violate it
  std::uint64_t seen = 0;        ///< executions in which its `sometimes` was seen
  Least least;                   ///< of those that violate it
  Finding finding;               ///< of `least`

  void append(const Tally& later);
};

/// Judges executions one after the other; a fold (fold_executions).
///
/// Judging is on the hot path: what the code says is gathered into lists that keep their memory,
/// and findings are numbers until one of them becomes a witness.
class Judge {
 public:
  /// `what` outlives the judge.
  explicit Judge(const Judged& what)
      : what_(&what), tallies_(what.run.scenario->properties.size()) {}

  /// Judges an execution. Returns false to end the exploration. Errors: InputError for an event
  /// that the model gives no meaning.
  bool visit(const Execution& execution);
  /// Takes in what another judge saw.
  void append(Judge&& later);

  /// By property, in the order of the scenario.
  [[nodiscard]] const std::vector<Tally>& tallies() const { return tallies_; }
  [[nodiscard]] std::vector<Tally>& tallies() { return tallies_; }
  /// Executions that violate some property.
  [[nodiscard]] std::uint64_t violating() const { return violating_; }
  void set_violating(std::uint64_t violating) { violating_ = violating; }
  /// The least execution that ended in a fault, and what happened there.
  [[nodiscard]] const Least& faulty() const { return faulty_; }
  [[nodiscard]] const std::string& fault() const { return fault_; }
  void set_fault(const ExecutionGraph& graph, const std::string& what);

 private:
  bool judge(const Execution& execution);
  void take(const Property& property, Tally& tally, const Execution& execution,
            const Finding& finding) const;
  void check_tags(const ExecutionGraph& graph) const;

  const Judged* what_;
  GatheredRun run_;
  std::vector<Tally> tallies_;
  Least faulty_;
  std::string fault_;
  std::uint64_t violating_ = 0;
};

}  // namespace ringcheck
