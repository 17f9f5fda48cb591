// Witnesses are least, are the same every time, and run again from text.
#include "check/witness.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/diagnostic.hpp"
#include "properties/core/area.hpp"
#include "tests/properties/core/checks.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;

Witness witness_of(const CheckRow& row, const char* model) {
  const CheckResult result = check(row, model);
  EXPECT_TRUE(result.witness.has_value());
  return result.witness.value();
}

TEST(Witness, RunsAgainFromItsText) {
  const std::vector<std::pair<CheckRow, const char*>> rows = {
      {{"perf-ring", {}, "B=none"}, "armv8"},
      {{"perf-ring", {"control=ever"}, "D=none"}, "armv8"},
      {{"perf-ring", {}}, "lkmm"},
      {{"spsc-ring", {"records=3", "polls=3"}, "C=none"}, "rc11"},
      {{"perf-ring-nested", {}, "", "no-recheck"}, "x86-tso"},
      {{"perf-ring-overrun", {}}, "sc"}};
  for (const auto& [row, model] : rows) {
    SCOPED_TRACE(std::string(row.scenario) + " " + row.plan + row.defect + " under " + model);
    const Witness found = witness_of(row, model);
    const Replay replay = replay_witness(to_json(found), perf_catalogue());
    EXPECT_TRUE(replay.consistent);
    EXPECT_TRUE(replay.violated);
    EXPECT_EQ(replay.witness.message, found.message);
    EXPECT_EQ(replay.witness.graph->canonical(), found.graph->canonical());
    EXPECT_EQ(to_json(replay.witness), to_json(found));
  }
}

TEST(Witness, IsTheSameEveryTimeAndTheLeast) {
  const CheckRow row{"perf-ring", {}, "B=none"};
  const CheckResult result = check(row, "armv8");
  EXPECT_EQ(to_json(*result.witness), to_json(witness_of(row, "armv8")));
  for (const PropertyOutcome& outcome : result.properties) {
    EXPECT_EQ(outcome.violations > 0, outcome.witness.has_value());
    if (outcome.witness) {
      EXPECT_GE(outcome.witness->graph->size(), result.witness->graph->size());
    }
  }
}

TEST(Witness, OfOneModelNeedNotBeOneOfAnother) {
  std::string text = to_json(witness_of({"perf-ring", {}, "B=none"}, "armv8"));
  text.replace(text.find("\"armv8\""), 7, "\"lkmm\"");
  EXPECT_TRUE(replay_witness(text, perf_catalogue()).consistent);
  text.replace(text.find("\"lkmm\""), 6, "\"x86-tso\"");
  EXPECT_FALSE(replay_witness(text, perf_catalogue()).consistent);
}

std::string error_of(const std::string& text) {
  try {
    replay_witness(text, perf_catalogue());
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Witness, SaysWhyATextIsNone) {
  const std::string good = to_json(witness_of({"spsc-ring", {}, "B=none"}, "armv8"));
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return error_of(text);
  };
  EXPECT_THAT(error_of("no json"), HasSubstr("witness"));
  EXPECT_THAT(error_of("{}"), HasSubstr("format"));
  EXPECT_THAT(changed("ringcheck-witness-1", "ringcheck-witness-0"), HasSubstr("expected format"));
  EXPECT_THAT(changed("spsc-ring", "spsc-rung"), HasSubstr("no scenario"));
  EXPECT_THAT(changed("\"0.0\"", "\"zero\""), HasSubstr("expected an event as THREAD.SLOT"));
  EXPECT_NE(changed("\"0.0\"", "\"0.99\""), "accepted");
  EXPECT_THAT(changed("B=none", "B=most"), HasSubstr("site B cannot be"));
}

}  // namespace
}  // namespace ringcheck
