// Results for continuous-integration systems.
#include "cli/ci_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using tests::Arguments;
using tests::Ended;
using tests::status;
using tests::TemporaryFolder;
using tests::text_of;
using tests::with;
using Json = nlohmann::json;

CiRow row(CiOutcome outcome, const char* rule) {
  CiRow made;
  made.suite = "ring";
  made.name = "sc";
  made.outcome = outcome;
  made.rule = rule;
  made.title = "what holds";
  made.message = "a < b";
  made.seconds = 0.5;
  return made;
}

TEST(JunitOf, HasAnElementForEachOutcome) {
  CiRow passed = row(CiOutcome::passed, "");
  passed.message = "";
  CiRow failed = row(CiOutcome::failed, "I-01");
  failed.details = "a\nb";
  const std::string xml = junit_of({passed, failed, row(CiOutcome::undecided, "bound reached"),
                                    row(CiOutcome::accepted, "I-02"), row(CiOutcome::skipped, "")},
                                   "t & u");
  EXPECT_EQ(xml,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuites tests=\"5\" failures=\"1\" errors=\"1\" skipped=\"1\" time=\"2.500\">\n"
            "  <testsuite name=\"t &amp; u\" tests=\"5\" failures=\"1\" errors=\"1\" skipped=\"1\" "
            "time=\"2.500\">\n"
            "  <testcase classname=\"ring\" name=\"sc\" time=\"0.500\"/>\n"
            "  <testcase classname=\"ring\" name=\"sc\" time=\"0.500\">\n"
            "    <failure type=\"I-01\" message=\"a &lt; b\">a\nb</failure>\n  </testcase>\n"
            "  <testcase classname=\"ring\" name=\"sc\" time=\"0.500\">\n"
            "    <error type=\"bound reached\" message=\"a &lt; b\"/>\n  </testcase>\n"
            "  <testcase classname=\"ring\" name=\"sc\" time=\"0.500\">\n"
            "    <system-out>a &lt; b</system-out>\n  </testcase>\n"
            "  <testcase classname=\"ring\" name=\"sc\" time=\"0.500\">\n"
            "    <skipped message=\"a &lt; b\"/>\n  </testcase>\n"
            "  </testsuite>\n</testsuites>\n");
}

TEST(SarifOf, HasWhatDidNotPass) {
  CiRow failed = row(CiOutcome::failed, "I-01");
  failed.file = "a.c";
  failed.line = 3;
  CiRow accepted = row(CiOutcome::accepted, "I-02");
  accepted.finding = "F-01";
  const Json sarif = Json::parse(
      sarif_of({row(CiOutcome::passed, ""), failed, accepted,
                row(CiOutcome::undecided, "bound reached"), row(CiOutcome::failed, "I-01")},
               "1.2"));
  EXPECT_EQ(sarif.at("version"), "2.1.0");
  const Json& run = sarif.at("runs").at(0);
  EXPECT_EQ(run.at("tool").at("driver").at("version"), "1.2");
  std::vector<std::string> rules;
  for (const Json& rule : run.at("tool").at("driver").at("rules")) rules.push_back(rule.at("id"));
  EXPECT_THAT(rules, ::testing::ElementsAre("I-01", "I-02", "bound reached"));
  std::vector<std::string> results;
  for (const Json& result : run.at("results"))
    results.push_back(result.at("ruleId").get<std::string>() + " " +
                      result.at("level").get<std::string>());
  EXPECT_THAT(results, ::testing::ElementsAre("I-01 error", "I-02 note", "bound reached warning",
                                              "I-01 error"));
  const Json& place = run.at("results").at(0).at("locations").at(0);
  EXPECT_EQ(place.at("physicalLocation").at("artifactLocation").at("uri"), "a.c");
  EXPECT_EQ(place.at("physicalLocation").at("region").at("startLine"), 3);
  EXPECT_EQ(place.at("logicalLocations").at(0).at("fullyQualifiedName"), "ring/sc");
  EXPECT_EQ(run.at("results").at(1).at("suppressions").at(0).at("justification"), "F-01");
}

const Arguments kChecks = {"verify",    "perf-ring", "--model", "sc,armv8", "--param",
                           "records=1", "--param",   "polls=1", "--site",   "B=none"};

TEST(Verify, WritesFilesForCi) {
  const TemporaryFolder folder;
  const std::string junit = folder.path("junit.xml");
  const std::string sarif = folder.path("r.sarif");
  const Ended ended =
      tests::ringcheck(with(kChecks, {"--junit", junit, "--sarif", sarif, "--no-times"}));
  EXPECT_EQ(ended.status, status(ExitStatus::violated));
  const std::string xml = text_of(junit);
  EXPECT_THAT(xml, HasSubstr("<testsuites tests=\"2\" failures=\"1\" errors=\"1\" skipped=\"0\" "
                             "time=\"0.000\">"));
  EXPECT_THAT(xml, HasSubstr("<failure type=\"I-01\" message=\""));
  const Json results = Json::parse(text_of(sarif)).at("runs").at(0).at("results");
  // Under sc nothing is violated, and one record gives most properties nothing to say.
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0].at("ruleId"), "vacuous");
  EXPECT_EQ(results[1].at("ruleId"), "I-01");
}

TEST(Verify, AcceptsFindingsInFilesForCi) {
  const TemporaryFolder folder;
  const std::string junit = folder.path("junit.xml");
  const Arguments overrun = {"verify", "perf-ring-overrun", "--model", "sc", "--junit", junit};
  tests::ringcheck(overrun);
  EXPECT_THAT(text_of(junit), HasSubstr("failures=\"1\""));
  tests::ringcheck(with(overrun, {"--accept-findings"}));
  EXPECT_THAT(text_of(junit), HasSubstr("failures=\"0\""));
}

TEST(Quiet, PrintsWhatIsWrongAlone) {
  const Ended holds = tests::ringcheck({"verify", "spsc-ring", "--model", "sc", "--quiet"});
  EXPECT_EQ(holds.status, 0);
  EXPECT_EQ(holds.out, "");
  const Ended violated = tests::ringcheck(
      {"verify", "spsc-ring", "--model", "sc,armv8", "--site", "B=none", "--quiet"});
  EXPECT_EQ(violated.status, status(ExitStatus::violated));
  EXPECT_THAT(violated.out, ::testing::StartsWith("spsc-ring          armv8    violated S-01 "));
  EXPECT_THAT(violated.out, Not(HasSubstr(" holds ")));
  const std::string test = tests::source("litmus/tests/MP+wmb+rmb.litmus");
  EXPECT_EQ(tests::ringcheck({"litmus", "run", "--quiet", test}).out, "");
}

TEST(NoTimes, MakesTheOutputTheSameEachTime) {
  const Arguments quick = {"verify",  "spsc-ring", "--model",   "sc",
                           "--param", "records=2", "--no-times"};
  const std::string text = tests::ringcheck(quick).out;
  EXPECT_THAT(text, Not(HasSubstr("seconds")));
  EXPECT_EQ(text, tests::ringcheck(quick).out);
  EXPECT_THAT(tests::ringcheck(with(quick, {"--json"})).out, Not(HasSubstr("seconds")));
  const std::string test = tests::source("litmus/tests/MP+wmb+rmb.litmus");
  EXPECT_THAT(tests::ringcheck({"litmus", "run", "--no-times", test}).out,
              HasSubstr("Time MP+wmb+rmb 0.00\n"));
}

}  // namespace
}  // namespace ringcheck
