// `ringcheck verify --compiler`: what each barrier() and each ONCE of the data ring is for.
// Tested by tests/cli/compiler_study_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "cli/architecture_profile.hpp"
#include "cli/check_runs.hpp"
#include "cli/commands.hpp"
#include "cli/compiler_text.hpp"
#include "cli/output.hpp"
#include "graph/diagnostic.hpp"
#include "properties/core/perf_studies.hpp"

namespace ringcheck {

namespace {

/// The protections to study: the chosen ones, or all.
std::vector<Protection> studied(const std::vector<std::string>& arguments) {
  const std::vector<Protection> possible = protections();
  std::string known;
  for (const Protection& one : possible)
    known.append(known.empty() ? "" : ", ").append(one.site->name);
  std::vector<Protection> chosen;
  for (const SiteChoice& choice : chosen_sites(arguments)) {
    const auto found = std::ranges::find(possible, choice.site, &Protection::site);
    if (found == possible.end() || choice.strengths != std::vector<std::string_view>{"none"})
      throw InputError(Diagnostic{
          fmt::format("--site {}", choice.site->name), 0, 0,
          fmt::format("saw {}, expected NAME=none of one of {}",
                      found != possible.end() ? "another strength" : "another site", known)});
    chosen.push_back(*found);
  }
  return chosen.empty() ? possible : chosen;
}

/// The grounds on a machine: the code is compiled for it, and runs under its model.
std::vector<CompilerGround> grounds_on(const Machine& machine) {
  std::vector<CompilerGround> grounds;
  for (CompilerGround& one : compiler_grounds()) {
    if (std::ranges::find(grounds_on_machines(), one.name) == grounds_on_machines().end()) continue;
    one.check.model = find_model(machine.model);
    machine.apply(one.check);
    grounds.push_back(std::move(one));
  }
  return grounds;
}

/// The worse of `status` and the status of `study`.
ExitStatus worse_status(ExitStatus status, const CompilerStudy& study) {
  if (study.sound()) return status;
  const bool violated = std::ranges::any_of(study.unchanged, [](const CompilerCheck& check) {
    return std::holds_alternative<Violated>(check.verdict);
  });
  return violated ? ExitStatus::violated : ExitStatus::bound_reached;
}

}  // namespace

ExitStatus compiler_command(const CheckArguments& arguments, unsigned jobs) {
  const std::vector<Protection> sites = studied(arguments.sites);
  if (!arguments.json.empty()) require_writable(arguments.json);
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  ExitStatus status = ExitStatus::holds;
  const auto show = [&](const std::string& title, std::vector<CompilerGround> grounds) {
    const CompilerStudy study =
        study_compiler(sites, std::move(grounds), jobs, show_progress("checks"));
    if (arguments.json != "-") std::cout << title << compiler_text(study);
    for (nlohmann::ordered_json& row : compiler_json(study)) rows.push_back(std::move(row));
    if (status != ExitStatus::violated) status = worse_status(status, study);
  };
  if (arguments.architectures.empty()) show("", compiler_grounds());
  for (const Machine& machine : chosen_machines(arguments.architectures, arguments.user_tables))
    show(fmt::format("{}, user space by {}:\n\n", machine.name, machine.user_source),
         grounds_on(machine));
  if (!arguments.json.empty()) write_output(arguments.json, json_rows(rows));
  return status;
}

}  // namespace ringcheck
