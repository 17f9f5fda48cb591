// Findings: each shows where it is recorded, what it says removes it does, and docs/findings.md
// explains it.
#include "cli/findings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/barrier_study.hpp"
#include "properties/core/words.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;

/// Checks `finding` under `model`: it shows, it is recognised, and its remedy removes it.
void expect_finding(const RecordedFinding& finding, const Model& model) {
  SCOPED_TRACE(std::string(finding.id) + " in " + std::string(finding.scenario) + " under " +
               model.name());
  ScenarioRun run(find_scenario(finding.scenario));
  CheckOptions options;
  options.stop_at_violation = true;
  const ScenarioResult shows = check_scenario(run, model, options);
  const auto* violated = std::get_if<Violated>(&shows.verdict);
  ASSERT_NE(violated, nullptr) << verdict_name(shows.verdict);
  EXPECT_THAT(finding.properties, HasSubstr(violated->property));
  EXPECT_EQ(finding_of(run, model.name(), shows), &finding);

  apply_remedy(finding, run.parameters);
  EXPECT_EQ(finding_of(run, model.name(), shows), nullptr) << "the parameters are not the default";
  EXPECT_EQ(verdict_name(check_scenario(run, model).verdict), "holds");
}

/// Under the models that `fits` accepts.
void expect_findings_under(const std::function<bool(const std::string&)>& fits) {
  for (const RecordedFinding& finding : recorded_findings())
    for (const std::string_view name : words_of(finding.models))
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

TEST(Findings, ExplainOnlyTheScenarioAsItIsWritten) {
  const RecordedFinding& first = recorded_findings().front();
  ScenarioRun run(find_scenario(first.scenario));
  ScenarioResult result;
  result.verdict = Violated{"I-06", ""};
  EXPECT_EQ(finding_of(run, "lkmm", result), &first);
  EXPECT_EQ(finding_of(run, "armv8", result), nullptr) << "another model";
  run.plan.set(Site::b, Strength::mb);
  EXPECT_EQ(finding_of(run, "lkmm", result), nullptr) << "another plan";
  run = ScenarioRun(find_scenario(first.scenario));
  result.verdict = Violated{"I-01", ""};
  EXPECT_EQ(finding_of(run, "lkmm", result), nullptr) << "another property";
  result.verdict = Holds{};
  EXPECT_EQ(finding_of(run, "lkmm", result), nullptr) << "nothing to explain";
}

/// What docs/findings.md says restores F-01's order, and what it says does not help.
TEST(Findings, TellWhatRestoresTheOrderOfPlainStores) {
  struct Row {
    std::vector<const char*> parameters;
    Site site;
    Strength strength;
    bool holds;
  };
  const std::vector<Row> rows = {{{}, Site::a, Strength::control, false},
                                 {{"data=marked"}, Site::a, Strength::control, true},
                                 {{"local=full"}, Site::a, Strength::control, true},
                                 {{"local=tso"}, Site::a, Strength::control, false},
                                 {{}, Site::a, Strength::acquire, true},
                                 {{}, Site::a, Strength::mb, true},
                                 {{}, Site::b, Strength::mb, false},
                                 {{}, Site::c, Strength::mb, false},
                                 {{}, Site::d, Strength::mb, false}};
  for (const Row& row : rows) {
    ScenarioRun run = barrier_scenario(false);
    for (const char* parameter : row.parameters) run.parameters.set(parameter);
    run.plan.set(row.site, row.strength);
    const ScenarioResult result = check_scenario(run, find_model("lkmm"));
    EXPECT_EQ(verdict_name(result.verdict), row.holds ? "holds" : "violated")
        << run.parameters.text() << ' ' << to_text(run.plan, run.scenario->sites);
  }
}

TEST(Findings, AreExplainedInTheDocumentation) {
  const std::string document = testing::text_of(testing::source("docs/findings.md"));
  ASSERT_NE(document, "");
  for (const RecordedFinding& finding : recorded_findings()) {
    const std::string heading =
        "\n## " + std::string(finding.id) + " " + std::string(finding.title) + "\n";
    EXPECT_THAT(document, HasSubstr(heading));
    EXPECT_THAT(document, HasSubstr("`" + std::string(finding.scenario) + "`"));
    for (const std::string_view assignment : words_of(finding.remedy))
      EXPECT_THAT(document, HasSubstr("`--param " + std::string(assignment) + "`"));
  }
  // No section without a finding.
  for (std::size_t at = document.find("\n## F-"); at != std::string::npos;
       at = document.find("\n## F-", at + 1)) {
    const std::string id = document.substr(at + 4, 4);
    const auto all = recorded_findings();
    EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const auto& f) { return f.id == id; }))
        << id;
  }
}

}  // namespace
}  // namespace ringcheck
