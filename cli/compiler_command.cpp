// `ringcheck verify --compiler`: what each barrier() and each ONCE of the data ring is for.
// Tested by tests/cli/compiler_study_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "cli/compiler_text.hpp"
#include "cli/output.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

/// The sites to study: the chosen ones, or all.
std::vector<Site> studied_sites(const std::vector<std::string>& arguments) {
  const std::vector<Site> possible = compiler_sites();
  std::string known;
  for (const Site site : possible)
    known.append(known.empty() ? "" : ", ").append(site_info(site).name);
  std::vector<Site> sites;
  for (const SiteChoice& choice : chosen_sites(arguments)) {
    const bool is_one = std::find(possible.begin(), possible.end(), choice.site) != possible.end();
    if (!is_one || choice.strengths != std::vector{Strength::none})
      throw InputError(
          Diagnostic{fmt::format("--site {}", site_info(choice.site).name), 0, 0,
                     fmt::format("saw {}, expected NAME=none of one of {}",
                                 is_one ? "another strength" : "another site", known)});
    sites.push_back(choice.site);
  }
  return sites.empty() ? possible : sites;
}

/// `status`, or what `study` adds to it.
ExitStatus worse_status(ExitStatus status, const CompilerStudy& study) {
  if (study.sound()) return status;
  const bool violated = std::any_of(
      study.unchanged.begin(), study.unchanged.end(),
      [](const CompilerCheck& check) { return std::holds_alternative<Violated>(check.verdict); });
  return violated ? ExitStatus::violated : ExitStatus::bound_reached;
}

}  // namespace

ExitStatus compiler_command(const CheckArguments& arguments, unsigned jobs) {
  const std::vector<Site> sites = studied_sites(arguments.sites);
  if (!arguments.json.empty()) require_writable(arguments.json);
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  ExitStatus status = ExitStatus::holds;
  const auto show = [&](const std::string& machine, std::vector<CompilerGround> grounds) {
    const CompilerStudy study = study_compiler(sites, std::move(grounds), jobs);
    if (arguments.json != "-") std::cout << machine << compiler_text(study);
    for (nlohmann::ordered_json& row : compiler_json(study)) rows.push_back(std::move(row));
    if (status != ExitStatus::violated) status = worse_status(status, study);
  };
  if (arguments.architectures.empty()) show("", compiler_grounds());
  for (const std::string& architecture : arguments.architectures)
    for (const ArchitectureProfile& profile : find_profiles(architecture, arguments.user_table))
      show(fmt::format("{}, user space by {}:\n\n", profile.name, profile.user_source),
           compiler_grounds(profile));
  if (!arguments.json.empty()) write_output(arguments.json, json_rows(rows));
  return status;
}

}  // namespace ringcheck
