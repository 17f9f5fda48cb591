// `ringcheck kernel`: the kernel's own source in place of the specification.
// Tested by tests/cli/kernel_command_test.cpp and by `make kernel`.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/programs/kernel_command.hpp"
#include "graph/diagnostic.hpp"
#include "kernel/calls/call_area.hpp"
#include "kernel/native/faults_of_text.hpp"

namespace ringcheck {

namespace {

constexpr std::uint64_t kUsualPrograms = 10'000;

/// The areas that were asked for. Errors: InputError that lists the names.
std::vector<const CallArea*> chosen_areas(const std::vector<std::string>& names) {
  std::vector<const CallArea*> chosen;
  std::string known;
  for (const CallArea& area : all_call_areas()) {
    known.append(known.empty() ? "" : ", ").append(area.name);
    if (names.empty() || std::ranges::find(names, area.name) != names.end())
      chosen.push_back(&area);
  }
  for (const std::string& name : names)
    if (std::ranges::none_of(chosen, [&](const CallArea* area) { return area->name == name; }))
      throw InputError({"--area", 0, 0, fmt::format("saw '{}', expected one of {}", name, known)});
  return chosen;
}

std::string row_text(const CallReport& report) {
  return fmt::format("{:<12}{:<12}{:>5}{:>10}{:>10}{:>12}  {}\n", report.area, report.version,
                     report.long_bits, report.programs, report.calls, report.accesses,
                     report.difference ? "differs" : "agrees");
}

/// The guards that kept calls from being made, in the order of the table.
std::vector<const CallGuard*> in_order(const std::map<const CallGuard*, std::uint64_t>& skipped) {
  std::vector<const CallGuard*> found;
  for (const CallGuard* guard : kCallGuards)
    if (skipped.contains(guard)) found.push_back(guard);
  for (const CallGuard* bound : kCallBounds)
    if (skipped.contains(bound)) found.push_back(bound);
  return found;
}

nlohmann::ordered_json row_json(const CallReport& report) {
  nlohmann::ordered_json row;
  row["area"] = report.area;
  row["kernel"] = report.version;
  row["long"] = report.long_bits;
  row["programs"] = report.programs;
  row["calls"] = report.calls;
  row["accesses"] = report.accesses;
  row["agrees"] = !report.difference.has_value();
  if (report.difference) row["difference"] = *report.difference;
  row["not_made"] = nlohmann::ordered_json::array();
  for (const CallGuard* guard : in_order(report.skipped))
    row["not_made"].push_back({{"call", guard->call},
                               {"file", guard->file},
                               {"where", guard->where},
                               {"times", report.skipped.at(guard)}});
  row["cases"] = nlohmann::ordered_json::array();
  for (const auto& [what, programs] : report.cases)
    row["cases"].push_back({{"what", what}, {"programs", programs}});
  row["unnamed_stores"] = report.unnamed_stores;
  return row;
}

}  // namespace

std::streambuf* text_buffer(const KernelOptions& options) {
  return options.json == "-" ? nullptr : std::cout.rdbuf();
}

ExitStatus check_kernel(const KernelOptions& options) {
  if (!options.json.empty()) require_writable(options.json);
  const std::vector<const CallArea*> areas = chosen_areas(options.areas);
  std::vector<KernelTree> trees;
  for (const std::string& folder : options.trees) trees.emplace_back(folder);
  if (!options.changes.empty()) return try_kernel_changes(options, areas, trees);
  if (!options.patches.empty()) return write_kernel_patches(options, trees);
  if (!options.scenarios.empty()) return explore_kernel(options, trees);
  if (options.findings) return show_kernel_findings(options, trees);
  const std::uint64_t programs = options.programs != 0 ? options.programs : kUsualPrograms;
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  ExitStatus status = ExitStatus::holds;
  std::ostream out(text_buffer(options));
  out << fmt::format("{:<12}{:<12}{:>5}{:>10}{:>10}{:>12}  {}\n", "area", "kernel", "long",
                     "programs", "calls", "accesses", "kernel and specification");
  for (const CallArea* area : areas)
    for (const KernelTree& tree : trees) {
      const FaultsOfText faults;
      const CallReport report = hold_area(*area, tree, options.seed, programs);
      out << row_text(report) << std::flush;
      if (report.difference) {
        out << *report.difference << '\n';
        status = worse(status, ExitStatus::violated);
      }
      rows.push_back(row_json(report));
    }
  if (!options.json.empty()) write_output(options.json, json_rows(rows));
  return status;
}

}  // namespace ringcheck
