#pragma once
// KernelScenario: a scenario of the specification that the kernel's own text can be run in.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "check/check.hpp"
#include "kernel/tree/kernel_tree.hpp"

namespace ringcheck {

/// A parameter of the scenario that the program around the text has too.
struct KernelParameter {
  std::string_view name;   ///< as the scenario has it
  std::string_view macro;  ///< that kernel/glue/ring_program.c knows it by
};

/// A scenario of properties/ whose writer may be the kernel's text.
struct KernelScenario {
  std::string_view name;  ///< of the scenario
  /// Others have to be as the scenario has them.
  std::span<const KernelParameter> parameters;
  /// Interrupts may come before each access of the text. Then executions are held against each
  /// other whatever their number: a point that does not matter makes one more of the same.
  bool interrupts = false;
};

/// Those that there are.
std::span<const KernelScenario> all_kernel_scenarios();

/// Errors: InputError that lists the names.
const KernelScenario& find_kernel_scenario(std::string_view name);

/// An ordering point that is left out: of the text, or of our reader.
struct DroppedPoint {
  std::string_view site;      ///< as the specification names it; empty: nothing is left out
  std::string_view what;      ///< for people
  std::string_view file;      ///< of the tree; empty: of our own C
  std::string_view function;  ///< where the call stands, once
  std::string_view call;
  std::string_view macro;  ///< that leaves it out of our own C
};

/// Each point that may be left out, nothing first.
std::span<const DroppedPoint> all_dropped_points();

/// What of the scenario's settings the text of a tree decides, as Check::with takes them.
std::string settings_of(const KernelScenario& scenario, const KernelTree& tree);

/// The check of the specification for `scenario` with `settings` (as Check::with takes them), with
/// `point` left out, under `model`. Errors: InputError for settings that the program around the
/// text does not have.
Check specification_check(const KernelScenario& scenario, const std::string& settings,
                          const DroppedPoint& point, const Model& model);

/// Arguments for clang that give the program around the text the same settings as `check`.
std::vector<std::string> program_arguments(const KernelScenario& scenario, const Check& check);

/// `tree` with `point` left out; nothing if the text does not have it once.
std::optional<KernelTree> tree_without(const KernelTree& tree, const DroppedPoint& point);

/// `tree` with what is no call made one, so that an interrupt can come there: the load and the
/// store that raise rb->nest. Nothing if the text does not have it once.
std::optional<KernelTree> tree_with_interrupts(const KernelTree& tree);

}  // namespace ringcheck
