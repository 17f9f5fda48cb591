#pragma once
// Properties: what must hold in every execution, besides what the program's own code requires.

#include <functional>
#include <optional>
#include <string>

#include "ringcheck/execution.hpp"

namespace ringcheck {

/// A property of complete executions. It may look at observations, at events and at final values.
struct property {
  std::string name;  ///< what a verdict calls it
  /// What is wrong with an execution; nothing if it has the property.
  std::function<std::optional<std::string>(const execution&)> violated;
  /// True iff the execution shows that the property says something: if this is never true, the
  /// verdict is *vacuous*. None: the property is never vacuous by itself.
  std::function<bool(const execution&)> seen{};
};

}  // namespace ringcheck
