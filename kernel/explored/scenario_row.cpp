// Tested by `make kernel`.
#include "kernel/explored/scenario_row.hpp"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "graph/diagnostic.hpp"
#include "kernel/explored/kernel_program.hpp"

namespace ringcheck {
namespace {

/// The model under which settings are read: which one makes no difference to them.
constexpr const char* kAnyModel = "sc";

}  // namespace

bool ScenarioRow::agrees() const {
  const bool violated = std::holds_alternative<Violated>(specification.verdict);
  return difference.empty() && text.error.has_value() == violated;
}

ScenarioOnTree::ScenarioOnTree(const KernelTree& tree, const KernelScenario& scenario,
                               std::string settings, const DroppedPoint& point)
    : version_(tree.version()), scenario_(scenario), settings_(std::move(settings)), point_(point) {
  settings_ += " " + settings_of(scenario, tree);
  const Check check = specification_check(scenario, settings_, point, find_model(kAnyModel));
  auto changed = tree_without(tree, point);
  if (!changed)
    throw InputError({(tree.folder() / point.file).string(), 0, 0,
                      fmt::format("saw no {}, or several, expected one", point.what)});
  if (scenario.interrupts) changed = tree_with_interrupts(*changed);
  if (!changed)
    throw InputError({tree.folder().string(), 0, 0,
                      "saw no volatile rb->nest++ in perf_output_get_handle, expected one"});
  std::vector<std::string> arguments = program_arguments(scenario, check);
  if (!point.macro.empty()) arguments.push_back(fmt::format("-D{}", point.macro));
  code_ = kernel_program(*changed, arguments);
}

ScenarioRow ScenarioOnTree::run(const Model& model, Workers* workers) const {
  const auto start = std::chrono::steady_clock::now();
  ParallelOptions how;
  how.workers = workers;
  CheckOptions options;
  options.workers = workers;
  ScenarioRow row;
  row.scenario = scenario_.name;
  row.version = version_;
  row.point = point_;
  row.model = model.name();
  const Check check = specification_check(scenario_, settings_, point_, model);
  TextExploration text = explore_text(code_, model, how);
  row.specification = run_check(check, options);
  const SharedExecutions executions = specification_executions(check, how);
  for (const auto& [execution, times] : executions) row.executions += times;
  row.difference = first_difference(executions, text.executions, !scenario_.interrupts);
  row.text = std::move(text.result);
  if (row.text.error) row.claim = claim_at(row.text.error->where, row.text.error->what);
  row.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return row;
}

}  // namespace ringcheck
