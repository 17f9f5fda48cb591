#pragma once
// Example executions: of a check that holds, one to look at.

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

/// Of the executions of `check` that violate nothing of its scenario, and of the first `limit` of
/// them (0: all), the one in which most of `wanted` is seen; of those the least (least.hpp). Without
/// a limit it does not depend on the order in which executions are explored. Pre: the check has a
/// model, and its scenario judges by each of `wanted`.
Example example_of(const Check& check, std::span<const Property* const> wanted,
                   std::uint64_t limit = 0);

/// The properties that the scenario of `check` is there to show: all but the incidental ones.
std::vector<const Property*> shown_properties(const Check& check);

/// An example run again, with all dependencies, so that every model can be asked about it. Pre: it
/// has an execution.
class ShownExample {
 public:
  explicit ShownExample(const Example& example);
  /// What is said of it; valid as long as this and the example are.
  [[nodiscard]] Explained explained() const;

 private:
  const Example& example_;
  Subject built_;
  ExecutionGraph graph_;
  Transcript transcript_;
};

}  // namespace ringcheck
