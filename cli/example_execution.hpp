#pragma once
// Example executions: one to look at, for a check that holds.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "check/check.hpp"
#include "check/property.hpp"
#include "cli/explorer_data.hpp"
#include "graph/execution_graph.hpp"

namespace ringcheck {

/// A complete execution of a check, and the properties whose `sometimes` is seen in it.
struct Example {
  Check check;
  std::vector<const Property*> seen;
  std::shared_ptr<const ExecutionGraph> graph;  ///< null: the check has no complete execution
};

/// Looks at the first `limit` executions of `check` (0: all) that violate nothing of its scenario.
/// Chooses the one in which most of `wanted` is seen; of several such, the least (least.hpp).
/// Without a limit, the choice does not depend on the order in which executions are explored. Pre:
/// the check has a model, and its scenario judges by each of `wanted`.
Example example_of(const Check& check, std::span<const Property* const> wanted,
                   std::uint64_t limit = 0);

/// The properties that the scenario of `check` is there to show: all but the incidental ones.
std::vector<const Property*> shown_properties(const Check& check);

/// An example that is run again with all dependencies, so that every model can be asked about it.
/// Pre: the example has an execution.
class ShownExample {
 public:
  explicit ShownExample(const Example& example);
  /// What is said about it; valid while this and the example are.
  [[nodiscard]] Explained explained() const;

 private:
  const Example& example_;
  Subject built_;
  ExecutionGraph graph_;
  Transcript transcript_;
};

}  // namespace ringcheck
