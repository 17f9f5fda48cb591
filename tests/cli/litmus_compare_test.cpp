// `ringcheck litmus compare`: models, and logs of hardware beside them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/exit_status.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;
using tests::Ended;
using tests::lines_of;
using tests::TemporaryFolder;
using Json = nlohmann::json;
using tests::status;

constexpr const char* kTest =
    "C SB\n{ }\nP0(int *x, int *y) { WRITE_ONCE(*x, 1); int r0 = READ_ONCE(*y); }\n"
    "P1(int *x, int *y) { WRITE_ONCE(*y, 1); int r0 = READ_ONCE(*x); }\n"
    "exists (0:r0=0 /\\ 1:r0=0)\n";

/// What klitmus7 writes about a machine that showed these states so often.
std::string hardware(int both, int first) {
  std::string text = "Test SB Allowed\nHistogram (2 states)\n";
  if (both > 0) text += std::to_string(both) + "  *>0:r0=0; 1:r0=0;\n";
  text += std::to_string(first) + "  :>0:r0=0; 1:r0=1;\n";
  return text + "Ok\nObservation SB " + (both > 0 ? "Sometimes " : "Never ") +
         std::to_string(both) + " " + std::to_string(first) + "\n";
}

TEST(LitmusCompare, SaysWhatHardwareShowedThatAModelForbids) {
  const TemporaryFolder folder;
  const std::string test = folder.file("SB.litmus", kTest);
  const std::string log = folder.file("machine.log", hardware(7, 1000));
  const Ended wrong = tests::ringcheck({"litmus", "compare", "sc", log, "--tests", test});
  EXPECT_EQ(wrong.status, status(ExitStatus::violated));
  EXPECT_THAT(wrong.out, HasSubstr("forbidden\n"));
  EXPECT_THAT(wrong.out, HasSubstr("only " + log + ": 0:r0=0; 1:r0=0;, 7 times\n"));
  EXPECT_THAT(wrong.out, HasSubstr("1 with states that the model forbids"));
  // Under x86-TSO the state is allowed, and two others were not seen: no contradiction.
  const Ended fine = tests::ringcheck({"litmus", "compare", "tso", log, "--tests", test});
  EXPECT_EQ(fine.status, status(ExitStatus::holds)) << fine.out << fine.err;
  EXPECT_THAT(fine.out, HasSubstr("unseen\n"));
}

TEST(LitmusCompare, HoldsModelsSideBySide) {
  const TemporaryFolder folder;
  const std::string test = folder.file("SB.litmus", kTest);
  const Ended ended =
      tests::ringcheck({"litmus", "compare", "sc", "x86", "--tests", test, "--json"});
  EXPECT_EQ(ended.status, status(ExitStatus::violated));
  const Json row = Json::parse(lines_of(ended.out).at(0));
  EXPECT_EQ(row.at("verdict"), "differs");
  EXPECT_EQ(row.at("only_reference").size(), 0U);
  EXPECT_EQ(row.at("only_other"), Json::array({"0:r0=0; 1:r0=0;"}));
  EXPECT_EQ(tests::ringcheck({"litmus", "compare", "armv8", "power", "--tests", test}).status, 0);
}

TEST(LitmusCompare, TakesItsOwnLogsAndSumsUpOne) {
  const TemporaryFolder folder;
  const std::string test = folder.file("SB.litmus", kTest);
  const std::string text =
      folder.file("text", tests::ringcheck({"litmus", "run", "--model", "tso", test}).out);
  const std::string json = folder.file(
      "json", tests::ringcheck({"litmus", "run", "--model", "tso", "--json", test}).out);
  EXPECT_EQ(tests::ringcheck({"litmus", "compare", text, json}).status, 0);
  const Ended all = tests::ringcheck({"litmus", "compare", "--all", text, json});
  EXPECT_THAT(all.out, HasSubstr("Sometimes 1+3"));
  const std::string runs = folder.file("runs", hardware(1, 10) + hardware(2, 20));
  const Ended sum = tests::ringcheck({"litmus", "compare", runs});
  EXPECT_EQ(sum.status, 0);
  EXPECT_THAT(sum.out, HasSubstr("         3 0:r0=0; 1:r0=0;\n"));
}

TEST(LitmusCompare, DoesNotCompareStatesOfOtherLocations) {
  const TemporaryFolder folder;
  const std::string log = folder.file("log", hardware(1, 10));
  std::string other = hardware(1, 10);
  for (std::size_t at = 0; (at = other.find("r0", at)) != std::string::npos;)
    other.replace(at, 2, "r7");
  const Ended ended = tests::ringcheck({"litmus", "compare", log, folder.file("other", other)});
  EXPECT_EQ(ended.status, status(ExitStatus::holds));
  EXPECT_THAT(ended.out, HasSubstr("missing (the two show no location in common)"));
}

TEST(LitmusCompare, RefusesWhatSaysNothing) {
  const TemporaryFolder folder;
  EXPECT_THAT(tests::ringcheck({"litmus", "compare", "armv8", "sc"}).err,
              HasSubstr("--tests: saw the model 'armv8', expected --tests FILE"));
  const Ended empty = tests::ringcheck({"litmus", "compare", folder.file("empty", "words\n")});
  EXPECT_EQ(empty.status, status(ExitStatus::bad_input));
  EXPECT_THAT(empty.err, HasSubstr("saw no answer to a test"));
}

}  // namespace
}  // namespace ringcheck
