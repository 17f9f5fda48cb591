// Who made the events of an execution, in the words of the kernel.
#include "cli/original_function.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <set>

#include "cli/example_execution.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_scenario.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

/// Words that the specification's comments have.
std::set<std::string> words_of_comments() {
  std::set<std::string> words;
  const std::regex word("[A-Za-z_][A-Za-z0-9_]*");
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(testing::source("protocol"))) {
    if (entry.path().extension() != ".hpp") continue;
    for (const std::string& line : testing::lines_of(testing::text_of(entry.path().string()))) {
      const std::size_t comment = line.find("//");
      if (comment == std::string::npos) continue;
      for (std::sregex_iterator at(line.begin() + static_cast<std::ptrdiff_t>(comment), line.end(),
                                   word);
           at != std::sregex_iterator(); ++at)
        words.insert(at->str());
    }
  }
  return words;
}

/// The functions of one execution of each scenario; "" where one is not known.
std::map<std::string, std::set<std::string>> functions_of_scenarios() {
  std::map<std::string, std::set<std::string>> functions;
  for (const Scenario* scenario : perf_catalogue().scenarios) {
    const Model sc = find_model("sc");
    const Check check(*scenario, sc);
    const Example example = example_of(check, shown_properties(check), 1);
    if (example.graph == nullptr) continue;
    const auto makers = makers_of(check, *example.graph);
    for (int e = example.graph->locations(); e < example.graph->size(); ++e) {
      const Event& event = (*example.graph)[static_cast<EventNumber>(e)];
      if (event.kind != EventKind::choice)
        functions[makers(event.id).function].insert(std::string(scenario->name));
    }
  }
  return functions;
}

TEST(OriginalFunction, IsOneThatTheSpecificationCites) {
  const std::set<std::string> cited = words_of_comments();
  for (const auto& [function, scenarios] : functions_of_scenarios()) {
    if (function.empty()) continue;
    EXPECT_TRUE(cited.contains(function))
        << function << " in " << ::testing::PrintToString(scenarios);
  }
}

}  // namespace
}  // namespace ringcheck
