// `ringcheck kernel --scenario`: the kernel's own text under memory models.
// Tested by tests/cli/kernel_command_test.cpp and `make kernel`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ostream>

#include "cli/check_runs.hpp"
#include "cli/output.hpp"
#include "cli/programs/kernel_command.hpp"
#include "cli/programs/program_text.hpp"
#include "kernel/explored/scenario_row.hpp"

namespace ringcheck {
namespace {

/// Models for which the kernel is compiled, or against which it is written.
std::vector<std::string> usual_models() {
  return {"sc", "x86-tso", "armv8", "riscv", "power", "lkmm"};
}

/// A line of the table: its head, or a row.
template <class Count>
std::string line_text(std::string_view scenario, std::string_view version,
                      std::string_view left_out, std::string_view model, std::string_view source,
                      const Count& executions, std::string_view specification,
                      const Count& specified, std::string_view comparison) {
  return fmt::format("{:<22}{:<12}{:<9}{:<9}{:<15}{:>11}  {:<15}{:>11}  {}\n", scenario, version,
                     left_out, model, source, executions, specification, specified, comparison);
}

/// How the executions of both sides compare.
std::string comparison_text(const ScenarioRow& row) {
  if (!row.difference.empty()) return "others";
  if (row.own == 0) return "the same";
  return fmt::format("the same, and {} of second looks", row.own);
}

std::string row_text(const ScenarioRow& row) {
  return line_text(row.scenario, row.version, row.point.site.empty() ? "-" : row.point.site,
                   row.model, verdict_of(row.text), row.text.executions,
                   verdict_name(row.specification), row.executions, comparison_text(row));
}

nlohmann::ordered_json row_json(const ScenarioRow& row) {
  nlohmann::ordered_json json = {{"scenario", row.scenario},
                                 {"kernel", row.version},
                                 {"left_out", row.point.site},
                                 {"model", row.model},
                                 {"verdict", verdict_of(row.text)},
                                 {"executions", row.text.executions},
                                 {"blocked", row.text.blocked},
                                 {"specification", verdict_name(row.specification)},
                                 {"specification_executions", row.executions},
                                 {"second_looks", row.own},
                                 {"agrees", row.agrees()}};
  if (row.text.error) {
    json["claim"] = row.claim;
    json["where"] = row.text.error->where;
  }
  if (!row.difference.empty()) json["difference"] = row.difference;
  return json;
}

}  // namespace

ExitStatus explore_kernel(const KernelOptions& options, const std::vector<KernelTree>& trees) {
  const std::vector<Model> models =
      chosen_models(options.models.empty() ? usual_models() : options.models);
  const std::string settings = fmt::format("{}", fmt::join(options.parameters, " "));
  Workers workers(static_cast<int>(options.jobs));
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  ExitStatus status = ExitStatus::holds;
  std::string witness;
  std::ostream out(text_buffer(options));
  out << line_text("scenario", "kernel", "left out", "model", "source", "executions",
                   "specification", "executions", "they are");
  for (const std::string& name : options.scenarios)
    for (const KernelTree& tree : trees)
      for (const DroppedPoint& point : find_kernel_scenario(name).points) {
        if (!point.site.empty() && !options.barriers) break;
        const ScenarioOnTree scenario(tree, find_kernel_scenario(name), settings, point);
        for (const Model& model : models) {
          const ScenarioRow row = scenario.run(model, &workers);
          out << row_text(row) << row.difference << std::flush;
          if (!row.agrees()) status = worse(status, ExitStatus::violated);
          if (row.text.error && row.point.site.empty() && witness.empty())
            witness =
                fmt::format("\n{}\n{}", row.claim, program_text(row.version, model, row.text));
          rows.push_back(row_json(row));
        }
      }
  out << witness;
  if (!options.json.empty()) write_output(options.json, json_rows(rows));
  return status;
}

}  // namespace ringcheck
