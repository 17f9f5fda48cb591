// Our litmus tests against their goldens, and against what their head comments expect.
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>

#include "litmus/golden.hpp"
#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

class Golden : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(Golden, IsTheOutcome) {
  const LitmusTest test = parse_litmus(read_text(GetParam()), GetParam().string());
  EXPECT_EQ(test.name, GetParam().stem().string());
  const std::string golden = read_text(golden_path(GetParam()));
  EXPECT_FALSE(golden.empty());
  EXPECT_EQ(litmus_golden(test), golden);
}

// `Expected: model=Observation …` in the head comment is written by hand, before there is a golden.
TEST_P(Golden, IsWhatTheHeadCommentExpects) {
  const std::string text = read_text(GetParam());
  const std::string golden = read_text(golden_path(GetParam()));
  const auto begin = text.find("Expected:");
  ASSERT_NE(begin, std::string::npos);
  const std::string line = text.substr(begin, text.find('\n', begin) - begin);
  const std::regex expectation("([a-z0-9-]+)=(Never|Sometimes|Always|Refused)");
  int models = 0;
  for (std::sregex_iterator match(line.begin(), line.end(), expectation), end; match != end;
       ++match, ++models)
    EXPECT_NE(("\n" + golden).find("\n" + match->str(1) + ": " + match->str(2)), std::string::npos)
        << match->str();
  EXPECT_EQ(models, 7);
}

INSTANTIATE_TEST_SUITE_P(Litmus, Golden, ::testing::ValuesIn(tests::shipped_tests()),
                         [](const auto& test) {
                           return std::regex_replace(test.param.stem().string(),
                                                     std::regex("[^A-Za-z0-9]"), "_");
                         });

/// The final states of a test under a model.
std::set<std::string> states_under(const LitmusTest& test, std::string_view model) {
  std::set<std::string> states;
  for (const LitmusState& state : run_litmus(test, find_model(model)).states)
    states.insert(state.text);
  return states;
}

// A weaker model shows all that a stronger one shows: the kernel's mapping to a machine keeps its
// promises, and SC is stronger than all.
TEST_P(Golden, IsMonotoneInTheModel) {
  const LitmusTest test = parse_litmus(read_text(GetParam()), GetParam().string());
  const std::pair<const char*, const char*> stronger_and_weaker[] = {
      {"sc", "x86-tso"},   {"sc", "armv8"},   {"sc", "riscv"},   {"sc", "power"},  {"sc", "rc11"},
      {"x86-tso", "lkmm"}, {"armv8", "lkmm"}, {"riscv", "lkmm"}, {"power", "lkmm"}};
  for (const auto& [stronger, weaker] : stronger_and_weaker) {
    if (is_refused(test, find_model(stronger)) || is_refused(test, find_model(weaker))) continue;
    const auto more = states_under(test, weaker);
    for (const std::string& state : states_under(test, stronger))
      EXPECT_EQ(more.count(state), 1U)
          << state << " under " << stronger << " but not under " << weaker;
  }
}

TEST(GoldenFolder, HasATestForEachGolden) {
  std::set<std::filesystem::path> expected;
  for (const auto& test : tests::shipped_tests()) expected.insert(golden_path(test));
  EXPECT_GE(expected.size(), 12U);
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(RINGCHECK_SOURCE_DIR) / "litmus/tests"))
    EXPECT_TRUE(entry.path().extension() == ".litmus" || expected.count(entry.path()) == 1)
        << entry.path();
}

}  // namespace
}  // namespace ringcheck
