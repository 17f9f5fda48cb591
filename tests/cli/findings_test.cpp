// Findings: each shows where it is recorded, its remedy removes it, and docs/findings.md explains
// it.
#include <algorithm>

#include "properties/core/perf_studies.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "check/barrier_study.hpp"
#include "properties/core/words.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

/// Checks `finding` under `model`: it shows, it is recognised, and its remedy removes it.
void expect_finding(const KnownViolation& finding, const Model& model) {
  SCOPED_TRACE(std::string(finding.id) + " in " + std::string(finding.check.scenario->name) +
               " under " + model.name());
  const Check check = finding.check.under(model);
  CheckOptions options;
  options.stop_at_violation = true;
  const CheckResult shows = run_check(check, options);
  const auto* violated = std::get_if<Violated>(&shows.verdict);
  ASSERT_NE(violated, nullptr) << verdict_name(shows.verdict);
  EXPECT_THAT(finding.properties, Contains(violated->property));
  EXPECT_EQ(known_violation(recorded_findings(), check, shows.verdict), &finding);

  const Check repaired = check.with(finding.remedy);
  EXPECT_EQ(known_violation(recorded_findings(), repaired, shows.verdict), nullptr)
      << "the parameters are not the default";
  // A remedy that refuses the record leaves nothing to judge, so the answer is vacuous.
  const Verdict verdict = run_check(repaired).verdict;
  EXPECT_TRUE(nothing_violated(verdict)) << verdict_name(verdict);
}

/// Under the models that `fits` accepts.
void expect_findings_under(const std::function<bool(const std::string&)>& fits) {
  for (const KnownViolation& finding : recorded_findings())
    for (const std::string_view name : finding.models)
      if (fits(std::string(name))) expect_finding(finding, find_model(name));
}

TEST(Findings, ShowWhereTheyAreRecordedAndNotWithTheirRemedy) {
  expect_findings_under([](const std::string& model) {
    return find_model(model).dependence() == Dependence::program_order;
  });
}

TEST(FindingsSlow, ShowWhereTheyAreRecordedAndNotWithTheirRemedy) {
  expect_findings_under([](const std::string& model) {
    return find_model(model).dependence() == Dependence::syntactic;
  });
}

TEST(Findings, SayWhomTheyConcern) {
  for (const KnownViolation& finding : recorded_findings())
    EXPECT_TRUE(finding.concerns.size() > 40 && finding.concerns.ends_with('.')) << finding.id;
}

TEST(Findings, ExplainOnlyTheScenarioAsItIsWritten) {
  const KnownViolation& first = recorded_findings().front();
  const auto explained = [&](const Check& check, const char* model, const Verdict& verdict) {
    return known_violation(recorded_findings(), check.under(find_model(model)), verdict);
  };
  const Violated violated{"I-06", ""};
  EXPECT_EQ(explained(first.check, "lkmm", violated), &first);
  EXPECT_EQ(explained(first.check, "armv8", violated), nullptr) << "another model";
  EXPECT_EQ(explained(first.check.with("B=mb"), "lkmm", violated), nullptr) << "another plan";
  EXPECT_EQ(explained(first.check, "lkmm", Violated{"I-01", ""}), nullptr) << "another property";
  EXPECT_EQ(explained(first.check, "lkmm", Holds{}), nullptr) << "nothing to explain";
}

/// What restores F-01's order according to docs/findings.md, and what does not help.
TEST(Findings, TellWhatRestoresTheOrderOfPlainStores) {
  struct Row {
    std::vector<const char*> parameters;
    const char* site;
    const char* strength;
    bool holds;
  };
  const std::vector<Row> rows = {{{}, "A", "control", false},
                                 {{"data=marked"}, "A", "control", true},
                                 {{"local=full"}, "A", "control", true},
                                 {{"local=tso"}, "A", "control", false},
                                 {{}, "A", "acquire", true},
                                 {{}, "A", "mb", true},
                                 {{}, "B", "mb", false},
                                 {{}, "C", "mb", false},
                                 {{}, "D", "mb", false}};
  for (const Row& row : rows) {
    Check run = barrier_check(false);
    for (const char* parameter : row.parameters) run.parameters.set(parameter);
    run.plan.set(row.site, row.strength);
    const CheckResult result = run_check(run, find_model("lkmm"));
    EXPECT_EQ(verdict_name(result.verdict), row.holds ? "holds" : "violated") << run.changes();
  }
}

TEST(Findings, AreExplainedInTheDocumentation) {
  const std::string document = tests::text_of(tests::source("docs/findings.md"));
  ASSERT_NE(document, "");
  for (const KnownViolation& finding : recorded_findings()) {
    const std::string heading =
        "\n## " + std::string(finding.id) + " " + std::string(finding.title) + "\n";
    EXPECT_THAT(document, HasSubstr(heading));
    EXPECT_THAT(document, HasSubstr("`" + std::string(finding.check.scenario->name) + "`"));
    for (const std::string_view assignment : words_of(finding.remedy))
      EXPECT_THAT(document, HasSubstr("`--param " + std::string(assignment) + "`"));
  }
  // No section without a finding.
  for (std::size_t at = document.find("\n## F-"); at != std::string::npos;
       at = document.find("\n## F-", at + 1)) {
    const std::string id = document.substr(at + 4, 4);
    const auto all = recorded_findings();
    EXPECT_TRUE(std::ranges::any_of(all, [&](const auto& f) { return f.id == id; })) << id;
  }
}

}  // namespace
}  // namespace ringcheck
