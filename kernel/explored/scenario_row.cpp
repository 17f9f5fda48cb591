// Tested by `make kernel`.
#include "kernel/explored/scenario_row.hpp"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "graph/diagnostic.hpp"
#include "kernel/explored/changed_tree.hpp"
#include "kernel/explored/kernel_program.hpp"

namespace ringcheck {
namespace {

/// The model under which settings are read; any model does.
constexpr const char* kAnyModel = "sc";

}  // namespace

bool ScenarioRow::agrees() const {
  return difference.empty() && violated == std::holds_alternative<Violated>(specification);
}

ScenarioOnTree::ScenarioOnTree(const KernelTree& tree, const KernelScenario& scenario,
                               std::string settings, const DroppedPoint& point)
    : version_(tree.version()), scenario_(scenario), settings_(std::move(settings)), point_(point) {
  settings_ = with_settings_of(scenario, tree, std::move(settings_));
  const Check check = specification_check(scenario, settings_, point, find_model(kAnyModel));
  auto changed = tree_without(repaired_tree(tree, scenario, check), point);
  if (!changed)
    throw InputError({(tree.folder() / point.file).string(), 0, 0,
                      fmt::format("saw no {}, or several, expected one", point.what)});
  if (scenario.interrupts) changed = tree_with_interrupts(*changed, scenario);
  if (!changed)
    throw InputError(
        {tree.folder().string(), 0, 0,
         "saw no place for interrupts in perf_output_get_handle, perf_output_wakeup or "
         "perf_pending_irq, expected one in each"});
  KernelProgram program = program_of(scenario, check);
  if (!point.macro.empty()) program.arguments.push_back(fmt::format("-D{}", point.macro));
  comparison_ = comparison_of(scenario, program);
  code_ = kernel_program(*changed, program);
}

ScenarioRow ScenarioOnTree::run(const Model& model, Workers* workers) const {
  const auto start = std::chrono::steady_clock::now();
  ParallelOptions how;
  how.workers = workers;
  ScenarioRow row;
  row.scenario = scenario_.name;
  row.version = version_;
  row.point = point_;
  row.model = model.name();
  const Check check = specification_check(scenario_, settings_, point_, model);
  const bool second_looks = comparison_ == Comparison::second_looks;
  TextExploration text = explore_text(code_, model, second_looks, how);
  SpecificationExploration specification = explore_specification(check, second_looks, how);
  row.specification = std::move(specification.verdict);
  for (const auto& [execution, times] : specification.executions) row.executions += times;
  row.difference = first_difference(specification.executions, text.executions, comparison_);
  if (second_looks) row.own = own_executions(specification.executions, text.executions);
  row.violated = text.violated;
  row.text = std::move(text.result);
  if (row.text.error) row.claim = claim_at(row.text.error->where, row.text.error->what);
  row.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return row;
}

}  // namespace ringcheck
