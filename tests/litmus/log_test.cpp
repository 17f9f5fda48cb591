// Logs of herd7, litmus7, klitmus7 and JSON, and their comparison.
#include "litmus/log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "graph/diagnostic.hpp"
#include "litmus/compare.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kHerd = R"(Test SB Allowed
States 3
0:r0=0; 1:r0=1;
0:r0=1; 1:r0=0;
0:r0=1; 1:r0=1;
No
Witnesses
Positive: 0 Negative: 3
Condition exists (0:r0=0 /\ 1:r0=0)
Observation SB Never 0 3
Hash=abc
Time SB 0.01

)";

constexpr std::string_view kLitmus = R"(%%%%%%%%%%%%%%%%%%%%%%%%%
% Results for SB.litmus %
%%%%%%%%%%%%%%%%%%%%%%%%%
P0           | P1           ;
 MOV EAX,0x1 | MOV EAX,0x1  ;
Test SB Allowed
Histogram (4 states)
3     *>0:r0=0x0; 1:r0=0;
4999  :>0:r0=1; 1:r0=0;
4998  :>0:r0=0; 1:r0=1;
2     :>0:r0=1; 1:r0=1;
Ok

Witnesses
Positive: 3, Negative: 9999
Condition exists (0:r0=0 /\ 1:r0=0) is validated
Hash=abc
Observation SB Sometimes 3 9999
Time SB 0.10
)";

constexpr std::string_view kJson =
    R"({"file":"a/SB.litmus","name":"SB","observation":"Never","positive":0,"negative":3,)"
    R"("states":["0:r0=0; 1:r0=1;","0:r0=1; 1:r0=0;","0:r0=1; 1:r0=1;"]})"
    "\n"
    R"({"file":"a/T.litmus","error":"refused"})";

std::string error_of(std::string_view text) {
  try {
    (void)read_litmus_log(text, "log");
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(LitmusLogs, SayTheSameInEachForm) {
  for (const std::string_view text : {kHerd, kJson}) {
    const LitmusLog log = read_litmus_log(text, "log");
    const LoggedTest& test = log.at("SB");
    EXPECT_EQ(test.observation(), "Never");
    EXPECT_EQ(test.states.size(), 3U);
    EXPECT_EQ(test.negative, 3U);
    EXPECT_FALSE(test.counted);
    EXPECT_TRUE(test.states.contains(state_of("1:r0=0x1; 0:r0=0;")));
  }
}

TEST(LitmusLogs, OfRunsAreCounted) {
  const LoggedTest test = read_litmus_log(kLitmus, "log").at("SB");
  EXPECT_TRUE(test.counted);
  EXPECT_EQ(test.states.at(state_of("0:r0=0; 1:r0=0;")), 3U);
  EXPECT_EQ(test.states.at(state_of("0:r0=1; 1:r0=0;")), 4999U);
  EXPECT_EQ(test.positive, 3U);
  const std::string twice = std::string(kLitmus) + std::string(kLitmus);
  const LoggedTest sum = read_litmus_log(twice, "log").at("SB");
  EXPECT_EQ(sum.states.at(state_of("0:r0=0; 1:r0=0;")), 6U);
  EXPECT_EQ(sum.positive, 6U);
}

TEST(LitmusLogs, WithoutAnAnswerAreRefused) {
  EXPECT_THAT(error_of("nothing of the kind\n"), HasSubstr("saw no answer to a test"));
  EXPECT_THAT(error_of("{\"name\": 1\n"), HasSubstr("log:1:1: saw no JSON object"));
  EXPECT_THAT(error_of(R"({"name":"t","positive":"many"})"), HasSubstr("log:1:1: saw a row"));
}

/// The verdict of the only test, and how many states only one side has.
struct Verdict {
  LogVerdict verdict;
  std::size_t only_reference;
  std::size_t only_other;
  friend bool operator==(const Verdict&, const Verdict&) = default;
};

Verdict verdict_of(std::string_view a, std::string_view b) {
  const auto rows = compare_logs(read_litmus_log(a, "a"), read_litmus_log(b, "b"));
  for (const LogComparison& row : rows)
    if (row.name == "SB") return {row.verdict, row.only_reference.size(), row.only_other.size()};
  return {LogVerdict::missing, 0, 0};
}

// Without the line Observation its numbers come from the line Positive, without both there is no
// answer.
TEST(LitmusLogs, ThatAreCutSayWhatIsMissing) {
  const std::string text(kLitmus);
  const LoggedTest all = read_litmus_log(text.substr(0, text.find("Observation")), "log").at("SB");
  EXPECT_EQ(all.observation(), "Sometimes");
  EXPECT_EQ(all.negative, 9999U);
  EXPECT_EQ(all.error, "");
  std::string forbidden = text.substr(0, text.find("Condition"));
  forbidden.replace(forbidden.find("Allowed"), 7, "Forbidden");
  EXPECT_EQ(read_litmus_log(forbidden, "log").at("SB").negative, 3U);
  for (const char* end : {"Ok", ", Negative", "9999\nCondition"}) {
    const std::string cut = text.substr(0, text.find(end));
    EXPECT_EQ(read_litmus_log(cut, "log").at("SB").error,
              "the log ends before its lines Witnesses and Observation");
    EXPECT_EQ(verdict_of(kHerd, cut).verdict, LogVerdict::missing);
    EXPECT_EQ(verdict_of(kHerd, text + cut).verdict, LogVerdict::missing);
  }
}

/// kHerd with one more state, or with one less.
std::string herd_with(bool more) {
  std::string text(kHerd);
  const std::string line = "0:r0=0; 1:r0=1;\n";
  const std::size_t at = text.find(line);
  return more ? text.insert(at, "0:r0=0; 1:r0=0;\n") : text.erase(at, line.size());
}

TEST(LitmusLogs, CompareModelsAndRuns) {
  EXPECT_EQ(verdict_of(kHerd, kJson), (Verdict{LogVerdict::same, 0, 0}));
  EXPECT_EQ(verdict_of(kHerd, herd_with(true)), (Verdict{LogVerdict::differs, 0, 1}));
  EXPECT_EQ(verdict_of(kHerd, herd_with(false)), (Verdict{LogVerdict::differs, 1, 0}));
  // What runs show must be in the model; the model may have more.
  EXPECT_EQ(verdict_of(kHerd, kLitmus), (Verdict{LogVerdict::forbidden, 0, 1}));
  EXPECT_EQ(verdict_of(kLitmus, kHerd), (Verdict{LogVerdict::forbidden, 1, 0}));
  std::string fewer(kLitmus);
  fewer.erase(fewer.find("3     *>"), std::string("3     *>0:r0=0x0; 1:r0=0;\n").size());
  fewer.erase(fewer.find("2     :>"), std::string("2     :>0:r0=1; 1:r0=1;\n").size());
  EXPECT_EQ(verdict_of(kHerd, fewer), (Verdict{LogVerdict::unseen, 1, 0}));
}

TEST(LitmusLogs, AreComparedOnWhatBothShow) {
  std::string less(kHerd);
  for (std::size_t at = less.find(" 1:r0="); at != std::string::npos && at < less.find("No");
       at = less.find(" 1:r0="))
    less.erase(at, std::string(" 1:r0=0;").size());
  EXPECT_EQ(verdict_of(kHerd, less), (Verdict{LogVerdict::same, 0, 0}));
}

TEST(LitmusLogs, OfDifferentTestsAreNotCompared) {
  std::string other(kHerd);
  other.replace(other.find("Hash=abc"), 8, "Hash=abd");
  EXPECT_EQ(verdict_of(kHerd, other).verdict, LogVerdict::missing);
  const auto rows = compare_logs(read_litmus_log(kHerd, "a"), read_litmus_log(kJson, "b"));
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[1].name, "T");
  EXPECT_EQ(rows[1].verdict, LogVerdict::missing);
}

}  // namespace
}  // namespace ringcheck
