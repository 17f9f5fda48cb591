// `ringcheck explain`: a witness as text, as a picture, as a page.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using tests::Ended;
using tests::status;
using tests::TemporaryFolder;
using tests::text_of;

/// A witness of a ring without a barrier at B, in a file.
class Explain : public ::testing::Test {
 protected:
  void SetUp() override {
    const Ended ended =
        tests::ringcheck({"verify", "--scenario", "perf-ring", "--model", "armv8", "--param",
                          "records=1", "--site", "B=none", "--witness", witness_});
    ASSERT_EQ(ended.status, status(ExitStatus::violated)) << ended.err;
  }
  [[nodiscard]] Ended explain(const tests::Arguments& more) const {
    return tests::ringcheck(tests::with({"explain", witness_}, more));
  }
  TemporaryFolder folder_;
  std::string witness_ = folder_.path("witness.json");
};

TEST_F(Explain, PrintsTheExecution) {
  const Ended ended = explain({});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out, AllOf(HasSubstr("violated: I-01"), HasSubstr("is a cycle.")));
}

TEST_F(Explain, WritesGraphvizLanguage) {
  const Ended ended = explain({"--dot", "-"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out,
              AllOf(HasSubstr("digraph \"I-01 Publication"), HasSubstr("<B>reader</B>"),
                    HasSubstr("W data[0] = "), HasSubstr("(B)"), HasSubstr("<B>fr</B>")));
}

TEST_F(Explain, DrawsAnSvg) {
  const std::string picture = folder_.path("picture.svg");
  const Ended ended = explain({"--svg", picture});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out, IsEmpty());
  EXPECT_THAT(text_of(picture), HasSubstr("</svg>"));
}

TEST_F(Explain, MakesAPage) {
  const std::string page = folder_.path("page.html");
  EXPECT_EQ(explain({"--html", page}).status, 0);
  const std::string text = text_of(page);
  for (const char* part :
       {"<h1>I-01 Publication", "publishes the data up to", "smp_wmb", "exists", "\"sc\"",
        "ringcheck verify --scenario perf-ring --model armv8 --param records=1 --site B=none",
        R"("strips":[{"name":"data")"})
    EXPECT_THAT(text, HasSubstr(part)) << part;
  EXPECT_LT(text.size(), 300'000U);
}

TEST_F(Explain, IsTheSameEachTime) {
  EXPECT_EQ(explain({"--html", "-"}).out, explain({"--html", "-"}).out);
}

TEST(ExplainName, WritesTheRowsThatListHas) {
  const Ended ended = tests::ringcheck({"explain", "F-01", "--json"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.out, tests::ringcheck({"list", "findings", "F-01", "--json"}).out);
  EXPECT_THAT(ended.out, HasSubstr("\"name\":\"F-01\""));
}

TEST_F(Explain, RefusesAWitnessAsJson) {
  const Ended ended = explain({"--json"});
  EXPECT_EQ(ended.status, status(ExitStatus::bad_input));
  EXPECT_THAT(ended.err, HasSubstr("saw no name"));
}

TEST(ExplainProgram, NamesTheLinesOfTheRace) {
  const TemporaryFolder folder;
  const std::string witness = folder.path("race.json");
  const std::string page = folder.path("race.html");
  ASSERT_EQ(tests::ringcheck({"check", "--model", "rc11", "--witness", witness,
                              tests::source("tests/web/racy-flag.c")})
                .status,
            status(ExitStatus::violated));
  const Ended ended = tests::ringcheck({"explain", witness, "--html", page, "--dot", "-"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("(racy-flag.c:"));
  EXPECT_THAT(text_of(page), AllOf(HasSubstr("under rc11: race"), HasSubstr("racy-flag.c:"),
                                   HasSubstr("dependencies were not recorded")));
}

TEST(ExplainProgram, NamesTheFunctionOfEachEvent) {
  const Ended ended = tests::ringcheck(
      {"check", "--model", "rc11", "--all-events", tests::source("tests/web/racy-flag.c")});
  EXPECT_THAT(ended.out, AllOf(HasSubstr(" W text = 42  (racy-flag.c:20, main)\n"),
                               HasSubstr("(racy-flag.c:11, reader)\n")));
}

TEST_F(Explain, RefusesWhatIsNoWitness) {
  const std::string wrong = folder_.file("wrong.json", "{}");
  const Ended ended = tests::ringcheck({"explain", wrong, "--dot", "-"});
  EXPECT_EQ(ended.status, status(ExitStatus::bad_input));
  EXPECT_THAT(ended.err, AllOf(HasSubstr("wrong.json"), HasSubstr("expected a witness")));
}

/// An execution that an interleaving shows has no litmus test, neither on a page nor from `litmus
/// gen --witness`.
TEST(ExplainAnInterleaving, HasNoLitmusTest) {
  const TemporaryFolder folder;
  const std::string witness = folder.path("witness.json");
  ASSERT_EQ(tests::ringcheck({"verify", "--scenario", "perf-ring-overrun", "--model", "sc",
                              "--witness", witness})
                .status,
            status(ExitStatus::violated));
  const Ended page = tests::ringcheck({"explain", witness, "--html", "-"});
  EXPECT_EQ(page.status, 0);
  EXPECT_THAT(page.out, HasSubstr("\"litmus\":\"\""));
}

}  // namespace
}  // namespace ringcheck
