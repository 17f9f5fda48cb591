// What head comments expect, and which answers agree with it.
#include "litmus/expectation.hpp"

#include <gtest/gtest.h>

#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

struct TextRow {
  const char* text;
  const char* expected;  ///< the text of the expectation; nullptr when there is none
  bool understood = true;
  bool data_race = false;
};

TEST(Expectation, IsReadFromACommentLine) {
  const TextRow rows[] = {
      {"(*\n * Result: Never\n *\n * why\n *)\n", "Never"},
      {"(* Result: Sometimes *)\n", "Sometimes"},
      {"/* Result: Always */", "Always"},
      {"// Result: Maybe", "Maybe"},
      {" *Result:\tDEADLOCK\r\n", "DEADLOCK"},
      {" * Result: Never DATARACE \n", "Never DATARACE", true, true},
      {"(* Result: Sometimes  DATARACE*)", "Sometimes  DATARACE", true, true},
      {" * Result: Never\n * Result: Always\n", "Never"},
      {" * Result: Flag srcu-bad-nesting\n", "Flag srcu-bad-nesting", false},
      {" * Result: Sometimes (disabled)\n", "Sometimes (disabled)", false},
      {" * Result: never\n", "never", false},
      {" * Result:\n", "", false},
      {" * Result: Never DATARACE or so\n", "Never DATARACE or so", false, true},
      {"(* Expected result: never. *)\n", nullptr},
      {" * The Result: Never\n", nullptr},
      {"", nullptr},
  };
  for (const TextRow& row : rows) {
    SCOPED_TRACE(row.text);
    const auto expectation = read_expectation(row.text, "lkmm");
    ASSERT_EQ(expectation.has_value(), row.expected != nullptr);
    if (!expectation) continue;
    EXPECT_EQ(expectation->text, row.expected);
    EXPECT_EQ(expectation->answer.has_value(), row.understood);
    EXPECT_EQ(expectation->data_race, row.data_race);
  }
}

TEST(Expectation, ForTheModelComesFirst) {
  const std::string text =
      "(*\n * Result: Never\n * Expected: sc=Always lkmm=Sometimes rc11=Refused\n *)";
  EXPECT_EQ(read_expectation(text, "lkmm")->text, "Sometimes");
  EXPECT_EQ(read_expectation(text, "sc")->text, "Always");
  EXPECT_EQ(read_expectation(text, "rc11")->answer, ExpectedAnswer::refused);
  EXPECT_EQ(read_expectation(text, "armv8")->text, "Never");
}

/// One test for each possible answer.
const char* const kNever = "C t\n{ }\nP0(int *x) { WRITE_ONCE(*x, 1); }\nexists (x=0)";
const char* const kAlways = "C t\n{ }\nP0(int *x) { WRITE_ONCE(*x, 1); }\nexists (x=1)";
const char* const kSometimes =
    "C t\n{ }\nP0(int *x) { WRITE_ONCE(*x, 1); }\nP1(int *x) { r0 = READ_ONCE(*x); }\n"
    "exists (1:r0=1)";
const char* const kRace =
    "C t\n{ }\nP0(int *x) { *x = 1; }\nP1(int *x) { r0 = *x; }\nexists (1:r0=1)";
const char* const kDeadlock =
    "C t\n{ }\nP0(spinlock_t *l) { spin_lock(l); spin_lock(l); }\nexists (l=0)";

struct AnswerRow {
  const char* test;
  const char* expected;
  Agreement agreement;
  const char* model = "lkmm";
};

TEST(Expectation, JudgesAnswers) {
  constexpr Agreement kYes = Agreement::agrees;
  constexpr Agreement kNo = Agreement::disagrees;
  const AnswerRow rows[] = {
      {kNever, "Result: Never", kYes},
      {kNever, "Result: Sometimes", kNo},
      {kNever, "Result: Maybe", kYes},
      {kNever, "Result: DEADLOCK", kNo},
      {kAlways, "Result: Always", kYes},
      {kAlways, "Result: Sometimes", kNo},
      {kSometimes, "Result: Sometimes", kYes},
      {kSometimes, "Result: Always", kNo},
      {kSometimes, "Result: Never", kNo},
      {kSometimes, "Result: Never DATARACE", kNo},
      {kSometimes, "Result: Sometimes DATARACE", kNo},
      {kSometimes, "Expected: lkmm=Refused", kNo},
      {kSometimes, "nothing", Agreement::no_expectation},
      {kSometimes, "Result: Flag some-flag", Agreement::not_understood},
      // A race that is expected forgives the rest; one that is not is a disagreement.
      {kRace, "Result: Sometimes DATARACE", kYes},
      {kRace, "Result: Never DATARACE", kYes},
      {kRace, "Result: Sometimes", kNo},
      {kRace, "Expected: lkmm=Sometimes", kYes},
      // sc knows no races: only the rest is judged.
      {kRace, "Result: Sometimes DATARACE", kYes, "sc"},
      {kRace, "Result: Never DATARACE", kNo, "sc"},
      {kRace, "Result: Sometimes", kYes, "sc"},
      // Without an execution there is nothing to see; only DEADLOCK says that.
      {kDeadlock, "Result: DEADLOCK", kYes},
      {kDeadlock, "Result: Never", kNo},
      {kDeadlock, "Result: Maybe", kNo},
  };
  for (const AnswerRow& row : rows) {
    SCOPED_TRACE(std::string(row.test) + "\n" + row.expected + "\n" + row.model);
    const Model model = find_model(row.model);
    const LitmusResult result = run_litmus(tests::parse(row.test), model);
    EXPECT_EQ(judge(std::string("(* ") + row.expected + " *)", result, model).agreement,
              row.agreement);
  }
}

TEST(Expectation, DoesNotJudgeWhatALimitEnded) {
  ExploreLimits limits;
  limits.executions = 1;
  const Model model = find_model("lkmm");
  const LitmusResult result = run_litmus(tests::parse(kSometimes), model, {.limits = limits});
  EXPECT_EQ(judge("* Result: Never", result, model).agreement, Agreement::undecided);
}

TEST(Expectation, SaysAnswersInItsOwnWords) {
  const std::pair<const char*, const char*> rows[] = {
      {kNever, "Never"},         {kAlways, "Always"},
      {kSometimes, "Sometimes"}, {kRace, "Sometimes DATARACE"},
      {kDeadlock, "DEADLOCK"},
  };
  for (const auto& [test, words] : rows)
    EXPECT_EQ(answer_text(run_litmus(tests::parse(test), find_model("lkmm"))), words);
}

}  // namespace
}  // namespace ringcheck
