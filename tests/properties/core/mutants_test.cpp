// The list of mutants is well-formed, and a hunt says what differs from what its mutant names.
// tests/cli/mutants_test.cpp tests, with the command, that each mutant is found.
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "check/mutant_hunt.hpp"
#include "check/property.hpp"
#include "graph/diagnostic.hpp"
#include "models/model.hpp"

#include "properties/core/area.hpp"
#include "properties/core/mutants.hpp"
#include "protocol/ring/defects.hpp"

namespace ringcheck {
namespace {

TEST(Mutants, HaveIdsOfTheCatalogueEachOnce) {
  std::set<std::string_view> ids;
  for (const Mutant* mutant : all_mutants()) {
    EXPECT_TRUE(std::regex_match(std::string(mutant->id), std::regex("[A-Z]-[0-9][0-9][a-z]?")))
        << mutant->id;
    EXPECT_TRUE(ids.insert(mutant->id).second) << mutant->id;
    EXPECT_FALSE(mutant->title.empty()) << mutant->id;
    EXPECT_FALSE(hunts_of(*mutant, {}).empty()) << mutant->id;
  }
}

TEST(Mutants, NameModelsAndPropertiesThatExist) {
  for (const Mutant* mutant : all_mutants()) {
    SCOPED_TRACE(mutant->id);
    if (mutant->technique() != Technique::exploration) continue;
    EXPECT_NO_THROW(find_property(mutant->property));
    bool expected = false;
    std::set<std::string> models;
    for (const Hunt& hunt : hunts_of(*mutant, {})) {
      EXPECT_NO_THROW(find_model(hunt.model));
      EXPECT_TRUE(models.insert(hunt.model).second) << hunt.model;
      expected = expected || hunt.expected;
    }
    EXPECT_TRUE(expected);
  }
}

TEST(Mutants, HaveAControlUnlessTheyAreTheSpecificationItself) {
  for (const Mutant* mutant : all_mutants())
    EXPECT_TRUE(mutant->in_mainline || !control_key(hunts_of(*mutant, {}).front()).empty())
        << mutant->id;
}

/// The result of looking for `mutant` under sc.
HuntResult hunt(const Mutant& mutant) {
  HuntResult result{hunts_of(mutant, {}).front(), {}};
  result.outcome = run_hunt(result.hunt, {perf_catalogue()});
  result.control = run_control(result.hunt, {&mutant.property, 1}, {perf_catalogue()});
  return result;
}

TEST(Hunt, SaysWhatIsNotAsNamed) {
  constexpr std::string_view kSmall = "records=2 payload=2 words=4 polls=1";
  const auto mutant = [&](ExplorationHunt exploration) {
    exploration.scenario = "perf-ring";
    exploration.settings = kSmall;
    return Mutant{"X-01", "for a test", "I-12", exploration};
  };
  const Change wrong{.defects = defect::kSizeOfPayloadOnly};
  struct Row {
    const char* name;
    Mutant mutant;
    bool found, control_clean, as_named;
  };
  const Mutant violated{
      "X-01", "the specification violates it", "I-07",
      ExplorationHunt{.scenario = "perf-ring-overrun", .mutation = {"B=mb"}, .found = {"sc"}}};
  const std::vector<Row> rows = {
      {"found where named", mutant({.mutation = wrong, .found = {"sc"}}), true, true, true},
      {"found where it must not be", mutant({.mutation = wrong, .not_found = {"sc"}}), true, true,
       false},
      {"not found where named", mutant({.mutation = {"B=mb"}, .found = {"sc"}}), false, true,
       false},
      {"not found, as named", mutant({.mutation = {"B=mb"}, .not_found = {"sc"}}), false, true,
       true},
      {"in the control too", violated, true, false, false}};
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    const HuntResult result = hunt(row.mutant);
    EXPECT_EQ(result.found(), row.found);
    EXPECT_EQ(result.control_clean(), row.control_clean);
    EXPECT_EQ(result.as_named(), row.as_named);
    EXPECT_EQ(result.outcome.witness.has_value(), row.found);
  }
}

TEST(Hunt, KeepsOrderingPointsInBothRuns) {
  const Mutant mutant{"X-01", "", "I-01",
                      ExplorationHunt{.scenario = "perf-ring",
                                      .settings = "records=2 payload=2 words=4 polls=1 B=none",
                                      .mutation = {"local=tso"},
                                      .found = {"armv8"}}};
  const HuntResult result = hunt(mutant);
  EXPECT_TRUE(result.found());
  EXPECT_FALSE(result.control_clean());
}

TEST(Hunt, DoesNotTakeAReachedBoundForAnAnswer) {
  const Mutant none{
      "X-01", "", "I-12",
      ExplorationHunt{.scenario = "perf-ring", .mutation = {"B=mb"}, .not_found = {"sc"}}};
  HuntResult result{hunts_of(none, {}).front(), {}};
  EXPECT_TRUE(result.as_named());
  result.outcome.complete = false;
  EXPECT_FALSE(result.as_named());
  result.outcome.complete = true;
  result.control.emplace().complete = false;
  EXPECT_FALSE(result.as_named());
}

TEST(Hunt, RefusesAPropertyThatTheScenarioDoesNotJudge) {
  const Mutant mutant{
      "X-01", "", "S-01",
      ExplorationHunt{.scenario = "perf-ring", .mutation = {"B=mb"}, .found = {"sc"}}};
  EXPECT_THROW(run_hunt(hunts_of(mutant, {}).front(), {perf_catalogue()}), InputError);
}

Hunted finds_its_defect(const HuntTask& task) {
  return {task.defects.has("no-recheck"), "a step\n", 3};
}

Hunted violates_i05(const HuntTask& task) {
  return {task.property.empty() ? task.mainline : task.property == "I-05", "a step\n", 3};
}

TEST(Hunt, SharesAControlOfSequencesAndTellsPropertiesApart) {
  const FunctionHunt function{Technique::sequences, finds_its_defect, defect::kNoRecheck,
                              violates_i05};
  const Mutant clean{"X-01", "", "I-04", function};
  const Mutant violated{"X-02", "", "I-05", function};
  const std::vector<Hunt> hunts = {hunts_of(clean, {}).front(), hunts_of(violated, {}).front()};
  EXPECT_EQ(control_key(hunts[0]), control_key(hunts[1]));
  std::vector<bool> clean_controls;
  hunt_mutants(hunts, perf_catalogue(), 1, 2,
               [&](const HuntResult& result) { clean_controls.push_back(result.control_clean()); });
  EXPECT_EQ(clean_controls, (std::vector<bool>{true, false}));
}

TEST(Hunt, CallsFunctionsWithAndWithoutTheMutation) {
  const Mutant mutant{"X-01", "", "I-04",
                      FunctionHunt{Technique::sequences, finds_its_defect, defect::kNoRecheck}};
  const HuntResult result = hunt(mutant);
  EXPECT_TRUE(result.as_named());
  EXPECT_EQ(result.hunt.model, kSequential);
  EXPECT_EQ(result.outcome.shown, "a step\n");
  EXPECT_EQ(result.outcome.executions, 3U);
  EXPECT_TRUE(hunts_of(mutant, {"sc"}).empty());
  EXPECT_EQ(hunts_of(mutant, {"sequential"}).size(), 1U);
}

}  // namespace
}  // namespace ringcheck
