// Pages and executions of a site, made when they are asked for.
// Tested by tests/cli/report_site_test.cpp.
#include "cli/site_draft.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/example_execution.hpp"
#include "cli/explorer_page.hpp"
#include "cli/site_html.hpp"
#include "cli/witness_page.hpp"
#include "cli/witness_text.hpp"

namespace ringcheck {

namespace {

/// Executions among which an example is chosen: enough to see what a scenario is for, few enough to
/// take no time.
constexpr std::uint64_t kExamples = 1500;

std::string run_path(const std::string& name) {
  return fmt::format("../runs/{}.html", name);
}

}  // namespace

void SiteDraft::page(const std::string& path, const std::string& title, const std::string& body) {
  files.push_back({path, site_page(title, body, "../")});
}

std::string SiteDraft::run(const std::string& name, const Witness& witness,
                           std::vector<std::string> commands) {
  if (std::ranges::find(runs, name, &RunPage::name) == runs.end())
    runs.push_back({name, [&witness, commands = std::move(commands)] {
                      return witness_page_of_site(witness, commands);
                    }});
  return run_path(name);
}

std::string SiteDraft::example(const std::string& name, const Check& check) {
  if (std::ranges::find(runs, name, &RunPage::name) == runs.end())
    runs.push_back({name, [&check] {
                      const Example example = example_of(check, shown_properties(check), kExamples);
                      if (example.graph == nullptr) return std::string();
                      return explorer_page_of_site(ShownExample(example).explained());
                    }});
  return run_path(name);
}

std::vector<std::string> check_commands(const Check& check) {
  return {fmt::format("ringcheck verify {} --witness witness.json", check_arguments(check)),
          "ringcheck replay witness.json"};
}

}  // namespace ringcheck
