// `ringcheck mutants --outsiders` in an ordinary build, and the table of changes that make no
// difference.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/outsider_table.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;

TEST(Outsiders, SayWhichBuildHasThem) {
  const tests::Ended ended = tests::ringcheck({"mutants", "--outsiders", "3"});
  EXPECT_EQ(ended.status, tests::status(ExitStatus::bad_input));
  EXPECT_THAT(ended.err, HasSubstr("`make outsiders`"));
  EXPECT_EQ(ended.out, "");
}

TEST(Outsiders, AreNoMutantsOfTheCatalogue) {
  for (const char* option : {"--mutant", "--section", "--model"}) {
    const tests::Ended ended = tests::ringcheck({"mutants", "--outsiders", "3", option, "N-01"});
    EXPECT_EQ(ended.status, tests::status(ExitStatus::bad_input));
    EXPECT_THAT(ended.err, HasSubstr("catalogue"));
  }
}

TEST(OutsiderTable, HasAReasonForEachRow) {
  const auto rows = equivalent_outsiders(
      "# Title\n\n| area | changes | a | b |\n|---|---|---|---|\n| ring | 3 | x | y |\n\n"
      "| file | function | change | why |\n|---|---|---|---|\n"
      "| ring/a.hpp | f | without `a \\|\\| b` | because |\n| ring/b.hpp | g | * | so "
      "|\n| ring/a.hpp | f | `1` is one more (2) | why |\n\nText.\n");
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].change, "without `a || b`");
  EXPECT_EQ(rows[0].why, "because");
  const std::vector<outsider::Place> places = {{"ring/a.hpp", 9, "f", "without `a || b`"},
                                               {"ring/a.hpp", 9, "f", "`1` is one more"},
                                               {"ring/a.hpp", 9, "g", "without `a || b`"},
                                               {"ring/b.hpp", 9, "g", "any"},
                                               {"ring/a.hpp", 9, "f", "`1` is one more"}};
  const auto about = [&](const EquivalentOutsider& row) {
    std::vector<std::size_t> numbers;
    for (std::size_t number = 0; number < places.size(); ++number)
      if (row.is(places, number)) numbers.push_back(number);
    return numbers;
  };
  EXPECT_EQ(about(rows[0]), (std::vector<std::size_t>{0}));
  EXPECT_EQ(about(rows[1]), (std::vector<std::size_t>{3}));
  EXPECT_EQ(about(rows[2]), (std::vector<std::size_t>{4})) << "the second that reads so";
  EXPECT_EQ(rows[1].line, 10U);
}

TEST(OutsiderTable, HasNoRowForAChangeThatThereIsNot) {
  const std::vector<EquivalentOutsider> rows = {{"ring/a.hpp", "f", "without `x`", "because", 9},
                                                {"ring/b.hpp", "g", "*", "so", 10}};
  const outsider::Place one{"ring/a.hpp", 3, "f", "without `x`"};
  const outsider::Place other{"ring/b.hpp", 4, "g", "any"};
  EXPECT_EQ(stale_rows(rows, std::vector{one, other}), "");
  EXPECT_EQ(stale_rows(rows, std::vector{other}), "\n  line 9: ring/a.hpp f: without `x`");
  EXPECT_EQ(stale_rows(rows, std::vector{one}), "\n  line 10: ring/b.hpp g: *");
}

}  // namespace
}  // namespace ringcheck
