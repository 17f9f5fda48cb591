#pragma once
// A scenario on the kernel's text and on the specification, under a model.

#include <memory>
#include <string>
#include <vector>

#include "check/verdict.hpp"
#include "kernel/explored/kernel_scenario.hpp"
#include "kernel/explored/text_exploration.hpp"

namespace ringcheck {

/// The result of a scenario on both sides.
struct ScenarioRow {
  std::string_view scenario;
  std::string version;  ///< of the tree
  DroppedPoint point;   ///< what is left out
  std::string model;
  source::CheckResult text;      ///< what the source's executions show
  bool violated = false;         ///< and not only in executions of second looks
  std::string claim;             ///< the claim that does not hold
  Verdict specification;         ///< what those of the specification show
  std::uint64_t executions = 0;  ///< complete ones of the specification
  std::uint64_t own = 0;         ///< of the source: those of second looks (own_executions())
  std::string difference;        ///< the first execution that only one has; empty: none
  double seconds = 0;

  /// True iff both have the same verdict and the same executions, except those of second looks.
  [[nodiscard]] bool agrees() const;
};

/// A scenario on a tree, compiled once for all models.
class ScenarioOnTree {
 public:
  /// Errors: InputError for invalid settings, and for a text that does not compile.
  ScenarioOnTree(const KernelTree& tree, const KernelScenario& scenario, std::string settings,
                 const DroppedPoint& point);

  /// Explores both sides under `model`. Errors: InputError.
  [[nodiscard]] ScenarioRow run(const Model& model, Workers* workers) const;

 private:
  std::string version_;
  KernelScenario scenario_;
  std::string settings_;
  DroppedPoint point_;
  Comparison comparison_ = Comparison::how_often;
  std::shared_ptr<const source::Code> code_;
};

}  // namespace ringcheck
