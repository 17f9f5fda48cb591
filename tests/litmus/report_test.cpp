// The log in herd7's format, and JSON lines.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

constexpr const char* kRace = "C race\n{ }\nP0(int *x) { *x = 1; }\nP1(int *x) { r0 = *x; }\n";

LitmusResult run(const std::string& text, const ExploreLimits& limits = {}) {
  LitmusResult result = run_litmus(tests::parse(text), find_model("lkmm"), {.limits = limits});
  result.seconds = 0.25;
  return result;
}

TEST(Report, LogOfAnAllowedTest) {
  EXPECT_EQ(to_herd_log(run(std::string(kRace) + "exists (1:r0=1 /\\ x=1)")),
            "Test race Allowed\nStates 2\n1:r0=0; [x]=1;\n1:r0=1; [x]=1;\nOk\nWitnesses\n"
            "Positive: 1 Negative: 1\nFlag data-race\nCondition exists (1:r0=1 /\\ [x]=1)\n"
            "Observation race Sometimes 1 1\nTime race 0.25\n\n");
}

TEST(Report, ForbiddenTestsCountWitnessesOfTheCondition) {
  EXPECT_EQ(to_herd_log(run("C t\n{ }\nP0(int *x) { }\n~exists (x=1)")),
            "Test t Forbidden\nStates 1\n[x]=0;\nOk\nWitnesses\nPositive: 1 Negative: 0\n"
            "Condition ~exists ([x]=1)\nObservation t Never 0 1\nTime t 0.25\n\n");
}

TEST(Report, RequiredTests) {
  EXPECT_EQ(to_herd_log(run("C t\n{ }\nP0(int *x) { }\nforall (x=1)")),
            "Test t Required\nStates 1\n[x]=0;\nNo\nWitnesses\nPositive: 0 Negative: 1\n"
            "Condition forall ([x]=1)\nObservation t Never 0 1\nTime t 0.25\n\n");
  // Without executions nothing is observed, as in herd7, and a requirement holds.
  EXPECT_EQ(to_herd_log(run("C t\n{ }\nP0(spinlock_t *l) { spin_lock(l); spin_lock(l); }\n")),
            "Test t Required\nStates 0\nOk\nWitnesses\nPositive: 0 Negative: 0\n"
            "Condition forall (true)\nObservation t Never 0 0\nTime t 0.25\n\n");
}

TEST(Report, JsonHasOneObjectInALine) {
  const std::string line = to_json(run(std::string(kRace) + "locations [x] exists (1:r0=1)"));
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const auto object = nlohmann::json::parse(line);
  EXPECT_EQ(object,
            nlohmann::json::parse(
                R"({"file": "t", "name": "race", "model": "lkmm", "observation": "Sometimes",
      "positive": 1, "negative": 1, "states": ["1:r0=0; [x]=1;", "1:r0=1; [x]=1;"],
      "flags": ["data-race"], "executions": 2, "seconds": 0.25})"));
}

TEST(Report, ALimitIsSaid) {
  ExploreLimits limits;
  limits.executions = 1;
  const LitmusResult result = run(std::string(kRace) + "exists (1:r0=1)", limits);
  EXPECT_TRUE(nlohmann::json::parse(to_json(result)).at("limit_reached").get<bool>());
  EXPECT_NE(to_herd_log(result).find("Bound race executions 1\n"), std::string::npos);
}

TEST(Report, ErrorsAreObjectsWhateverTheirBytes) {
  const auto object = nlohmann::json::parse(error_to_json("a\xff.litmus", "saw \"\n"));
  EXPECT_EQ(object.at("error"), "saw \"\n");
  EXPECT_EQ(object.size(), 2U);
}

}  // namespace
}  // namespace ringcheck
