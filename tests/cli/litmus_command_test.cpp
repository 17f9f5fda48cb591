// `ringcheck litmus run`: logs, JSON lines, many files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "cli/exit_status.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using tests::Ended;
using tests::lines_of;
using tests::TemporaryFolder;
using Json = nlohmann::json;
using tests::Arguments;
using tests::status;

/// Message passing named `name`, with `between` between the stores.
std::string message_passing(const std::string& name, const std::string& between = "") {
  return "C " + name + "\n{ }\nP0(int *x, int *y) { WRITE_ONCE(*x, 1); " + between +
         " WRITE_ONCE(*y, 1); }\n"
         "P1(int *x, int *y) { int r0 = READ_ONCE(*y); smp_rmb(); int r1 = READ_ONCE(*x); }\n"
         "exists (1:r0=1 /\\ 1:r1=0)\n";
}

Arguments run(const Arguments& arguments, const Arguments& files) {
  Arguments all = {"litmus", "run"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  all.insert(all.end(), files.begin(), files.end());
  return all;
}

/// Files t0 … t<n - 1>, odd ones with a barrier.
Arguments some_tests(const TemporaryFolder& folder, int n) {
  Arguments files;
  for (int i = 0; i < n; ++i) {
    const std::string name = "t" + std::to_string(i);
    files.push_back(
        folder.file(name + ".litmus", message_passing(name, i % 2 == 1 ? "smp_wmb();" : "")));
  }
  return files;
}

std::string without_times(const std::string& text) {
  static const std::regex kTimes(R"("seconds":[-+.e0-9]+|Time .*)");
  return std::regex_replace(text, kTimes, "");
}

TEST(LitmusRun, PrintsWhatHerdPrints) {
  const Ended ended = tests::ringcheck(run({}, {"-"}), message_passing("MP"));
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, "");
  // Each load sees either value: four states, one execution each.
  EXPECT_EQ(without_times(ended.out),
            "Test MP Allowed\n"
            "States 4\n"
            "1:r0=0; 1:r1=0;\n"
            "1:r0=0; 1:r1=1;\n"
            "1:r0=1; 1:r1=0;\n"
            "1:r0=1; 1:r1=1;\n"
            "Ok\n"
            "Witnesses\n"
            "Positive: 1 Negative: 3\n"
            "Condition exists (1:r0=1 /\\ 1:r1=0)\n"
            "Observation MP Sometimes 1 3\n"
            "\n"  // Time …
            "\n");
}

TEST(LitmusRun, TakesEachModelByNameAndAModelFromAFile) {
  const TemporaryFolder folder;
  const std::string coherent =
      folder.file("mine.cat", "\"mine\"\nacyclic po | rf | co | fr as everything\n");
  struct Row {
    std::string model;
    const char* observation;
  };
  const std::vector<Row> rows = {{"sc", "Never 0 3"},        {"x86-tso", "Never 0 3"},
                                 {"armv8", "Sometimes 1 3"}, {"rc11", "Sometimes 1 3"},
                                 {"lkmm", "Sometimes 1 3"},  {coherent, "Never 0 3"}};
  for (const Row& row : rows) {
    const Ended ended = tests::ringcheck(run({"--model", row.model}, {"-"}), message_passing("MP"));
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_THAT(ended.out, HasSubstr(std::string("\nObservation MP ") + row.observation + "\n"))
        << row.model;
  }
}

TEST(LitmusRun, PrintsOneJsonObjectALine) {
  const TemporaryFolder folder;
  const Arguments files = some_tests(folder, 2);
  const Ended ended = tests::ringcheck(run({"--json"}, files));
  EXPECT_EQ(ended.status, 0);
  const std::vector<std::string> lines = lines_of(ended.out);
  ASSERT_EQ(lines.size(), 2U);
  const Json weak = Json::parse(lines[0]);
  EXPECT_EQ(weak.at("file"), files[0]);
  EXPECT_EQ(weak.at("name"), "t0");
  EXPECT_EQ(weak.at("observation"), "Sometimes");
  EXPECT_EQ(weak.at("positive"), 1);
  EXPECT_EQ(weak.at("negative"), 3);
  EXPECT_EQ(weak.at("states").size(), 4U);
  EXPECT_EQ(weak.at("flags").size(), 0U);
  EXPECT_EQ(weak.at("executions"), 4);
  EXPECT_TRUE(weak.at("seconds").is_number());
  EXPECT_EQ(Json::parse(lines[1]).at("observation"), "Never");
}

TEST(LitmusRun, KeepsTheOrderOfTheFilesForAnyNumberOfJobs) {
  const TemporaryFolder folder;
  const Arguments files = some_tests(folder, 12);
  const Ended one = tests::ringcheck(run({"--jobs", "1", "--json"}, files));
  std::vector<std::string> names;
  for (const std::string& line : lines_of(one.out)) names.push_back(Json::parse(line).at("file"));
  EXPECT_EQ(names, files);
  for (const char* jobs : {"0", "2", "5", "64"})
    EXPECT_EQ(without_times(tests::ringcheck(run({"--jobs", jobs, "--json"}, files)).out),
              without_times(one.out));
}

TEST(LitmusRun, RunsTheOthersWhenAFileIsBad) {
  const TemporaryFolder folder;
  Arguments files = some_tests(folder, 2);
  const std::string bad = folder.file("bad.litmus", "C bad\n{ }\nP0() { goto x; }\n");
  files.insert(files.begin() + 1, bad);
  files.push_back(folder.path("missing.litmus"));
  const Ended text = tests::ringcheck(run({}, files));
  EXPECT_EQ(text.status, status(ExitStatus::bad_input));
  EXPECT_THAT(text.out, HasSubstr("Test t0 Allowed"));
  EXPECT_THAT(text.out, HasSubstr("Test t1 Allowed"));
  EXPECT_THAT(lines_of(text.err),
              ElementsAre(HasSubstr("bad.litmus:3:"), HasSubstr("missing.litmus: cannot be read")));

  const Ended json = tests::ringcheck(run({"--json"}, files));
  EXPECT_EQ(json.status, status(ExitStatus::bad_input));
  std::vector<std::string> errors;
  for (const std::string& line : lines_of(json.out)) {
    const Json object = Json::parse(line);
    errors.push_back(object.contains("error") ? object.at("error").get<std::string>() : "");
  }
  EXPECT_THAT(errors, ElementsAre("", HasSubstr("bad.litmus:3:"), "", HasSubstr("missing.litmus")));
}

/// As message_passing, with a comment that expects `answer`.
std::string expecting(const std::string& name, const std::string& answer) {
  std::string test = message_passing(name);
  return test.insert(test.find('{'), "(* Result: " + answer + " *)\n");
}

TEST(LitmusRun, EndsWithStatusOneWhenAnAnswerIsNotTheExpectedOne) {
  EXPECT_EQ(tests::ringcheck(run({}, {"-"}), expecting("MP", "Sometimes")).status, 0);
  const Ended ended = tests::ringcheck(run({}, {"-"}), expecting("MP", "Never"));
  EXPECT_EQ(ended.status, status(ExitStatus::violated));
  EXPECT_EQ(ended.err, "-: saw Sometimes, expected Never as the test's comment says\n");
  const Ended json = tests::ringcheck(run({"--json"}, {"-"}), expecting("MP", "Never"));
  EXPECT_EQ(json.status, status(ExitStatus::violated));
  EXPECT_EQ(Json::parse(json.out).at("expected"), "Never");
  EXPECT_EQ(Json::parse(json.out).at("agrees"), false);
}

TEST(LitmusRun, SumsUpSeveralFiles) {
  const TemporaryFolder folder;
  const std::string good = folder.file("good.litmus", expecting("good", "Sometimes"));
  const std::string none = folder.file("none.litmus", message_passing("none"));
  const std::string wrong = folder.file("wrong.litmus", expecting("wrong", "Never"));
  const std::string summary =
      "Summary of 3 tests under lkmm: 1 agree with their expected result, 1 disagree, 1 have none, "
      "0 reached a bound, 0 refused\n"
      "Disagree:\n  " +
      wrong + ": saw Sometimes, expected Never as the test's comment says\n";
  const Ended text = tests::ringcheck(run({}, {folder.path()}));
  EXPECT_EQ(text.status, status(ExitStatus::violated));
  EXPECT_TRUE(text.out.ends_with("\n" + summary)) << text.out;
  const Ended json = tests::ringcheck(run({"--json"}, {good, none, wrong}));
  EXPECT_EQ(lines_of(json.out).size(), 3U);
  EXPECT_TRUE(json.err.ends_with(summary)) << json.err;
  // A file that is refused outranks the disagreement.
  EXPECT_EQ(tests::ringcheck(run({}, {wrong, folder.path("missing")})).status,
            status(ExitStatus::bad_input));
  // A disagreement outranks a bound.
  EXPECT_EQ(tests::ringcheck(run({"--limit-executions", "3"},
                                 {none, folder.file("sc.litmus",
                                                    "C t\n(* Result: Never *)\n{ }\n"
                                                    "P0(int *x) { }\n")}))
                .status,
            status(ExitStatus::violated));
}

TEST(LitmusRun, WritesJUnitXml) {
  const TemporaryFolder folder;
  const std::string wrong = folder.file("wrong.litmus", expecting("wrong", "Never"));
  const std::string xml = folder.path("out.xml");
  tests::ringcheck(run({"--junit", xml}, {wrong}));
  EXPECT_THAT(
      tests::text_of(xml),
      HasSubstr("<failure type=\"disagrees\" message=\"saw Sometimes, expected Never as the "
                "test's comment says\">Test wrong Allowed\n"));
}

TEST(LitmusRun, ShowsProgressWhenAskedFor) {
  const TemporaryFolder folder;
  const Arguments files = some_tests(folder, 3);
  const Ended ended = tests::ringcheck(run({"--progress", "--jobs", "1"}, files));
  EXPECT_EQ(ended.status, 0);
  ASSERT_EQ(lines_of(ended.err).size(), 3U) << ended.err;
  EXPECT_THAT(lines_of(ended.err).back(), HasSubstr("3 of 3 tests"));
}

TEST(LitmusRun, SaysWhatItExploredWhenAskedFor) {
  EXPECT_THAT(
      tests::ringcheck(run({"--statistics"}, {"-"}), message_passing("MP")).out,
      ::testing::ContainsRegex("\nExplored MP nodes [0-9]+ checks [0-9]+ complete 4 blocked "
                               "0 dead [0-9]+ discarded [0-9]+ events [0-9]+\n"));
  const Json json = Json::parse(
      tests::ringcheck(run({"--statistics", "--json"}, {"-"}), message_passing("MP")).out);
  EXPECT_EQ(json.at("explored").at("complete"), 4);
}

// What the head comments of our tests say about each model.
TEST(LitmusRun, FindsTheTestsThatShipAsExpected) {
  for (const char* model : {"lkmm", "sc"}) {
    const Ended ended = tests::ringcheck(run({"--model", model}, {tests::source("litmus/tests")}));
    EXPECT_THAT(ended.out, HasSubstr(" 0 disagree, 0 have none, 0 reached a bound"));
    EXPECT_EQ(ended.status,
              status(model == std::string("lkmm") ? ExitStatus::holds : ExitStatus::bad_input));
  }
}

// Without --model each test is run under the model of its architecture; with it, tests of other
// machines are refused.
TEST(LitmusRun, TakesTheModelOfTheArchitecture) {
  const TemporaryFolder folder;
  const std::string c = folder.file("c.litmus", message_passing("MP"));
  const std::string loop = folder.file(
      "loop.litmus", "RISCV loop\n{0:x1=x;}\n P0 ;\n L: lw x2,0(x1) ;\n beq x2,x0,L ;\n");
  const Ended ended = tests::ringcheck(run({}, {c, loop}));
  EXPECT_EQ(ended.status, status(ExitStatus::bound_reached));
  EXPECT_THAT(ended.out, HasSubstr("Summary of 2 tests under lkmm, riscv: "));
  EXPECT_THAT(ended.out, HasSubstr("\nBound loop loops 1\n"));
  const Ended refused = tests::ringcheck(run({"--model", "power"}, {loop}));
  EXPECT_EQ(refused.status, status(ExitStatus::bad_input));
  EXPECT_THAT(refused.err, HasSubstr(":1:1: saw a test for RISCV"));
}

TEST(LitmusRun, EndsWithStatusThreeAtALimit) {
  const Ended ended =
      tests::ringcheck(run({"--limit-executions", "1"}, {"-"}), message_passing("MP"));
  EXPECT_EQ(ended.status, status(ExitStatus::bound_reached));
  EXPECT_THAT(ended.out, HasSubstr("\nBound MP executions 1\n"));
  const Ended json =
      tests::ringcheck(run({"--limit-executions", "1", "--json"}, {"-"}), message_passing("MP"));
  EXPECT_EQ(json.status, status(ExitStatus::bound_reached));
  EXPECT_EQ(Json::parse(json.out).at("limit_reached"), true);
  // A limit that is not reached changes nothing.
  EXPECT_EQ(tests::ringcheck(run({"--limit-executions", "9"}, {"-"}), message_passing("MP")).status,
            0);
}

TEST(LitmusRun, PutsBadInputBeforeALimit) {
  const TemporaryFolder folder;
  Arguments files = some_tests(folder, 3);
  files.insert(files.begin() + 1, folder.path("missing.litmus"));
  EXPECT_EQ(tests::ringcheck(run({"--limit-executions", "1"}, files)).status,
            status(ExitStatus::bad_input));
}

}  // namespace
}  // namespace ringcheck
