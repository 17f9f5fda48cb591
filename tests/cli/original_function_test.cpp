// What made the events of an execution, in the kernel's words.
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

/// Words in the specification's comments, which cite the kernel, and in all code that runs in
/// scenarios.
std::set<std::string> known_words() {
  // Functions of which only parts are specified: kernel/events/internal.h, kernel/events/core.c,
  // drivers/hwtracing/coresight/coresight-tmc-core.c.
  std::set<std::string> words = {"__output_copy", "__perf_event_enable", "remote_function",
                                 "tmc_read"};
  const std::regex word("[A-Za-z_][A-Za-z0-9_]*");
  for (const char* folder : {"protocol", "properties"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(tests::source(folder))) {
      const auto end = entry.path().extension();
      if (end != ".hpp" && end != ".cpp") continue;
      const std::string text = tests::text_of(entry.path().string());
      for (std::sregex_iterator at(text.begin(), text.end(), word); at != std::sregex_iterator();
           ++at)
        words.insert(at->str());
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

TEST(OriginalFunction, IsOneOfTheKernelOrOfTheScenarios) {
  const std::set<std::string> cited = known_words();
  for (const auto& [function, scenarios] : functions_of_scenarios()) {
    if (function.empty()) continue;
    EXPECT_TRUE(cited.contains(function))
        << function << " in " << ::testing::PrintToString(scenarios);
  }
}

}  // namespace
}  // namespace ringcheck
