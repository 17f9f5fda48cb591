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

}  // namespace

ExitStatus compiler_command(const CheckArguments& arguments, unsigned jobs) {
  const std::vector<Site> sites = studied_sites(arguments.sites);
  if (!arguments.json.empty()) require_writable(arguments.json);
  const CompilerStudy study = study_compiler(sites, jobs);
  if (arguments.json != "-") std::cout << compiler_text(study);
  if (!arguments.json.empty()) write_output(arguments.json, json_rows(compiler_json(study)));
  if (study.sound()) return ExitStatus::holds;
  const bool violated = std::any_of(
      study.unchanged.begin(), study.unchanged.end(),
      [](const CompilerCheck& check) { return std::holds_alternative<Violated>(check.verdict); });
  return violated ? ExitStatus::violated : ExitStatus::bound_reached;
}

}  // namespace ringcheck
