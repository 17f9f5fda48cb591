// `ringcheck mutants --outsiders` in a usual build, and the table of changes that make no
// difference.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/outsider_table.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;

TEST(Outsiders, SayWhichBuildHasThem) {
  const testing::Ended ended = testing::ringcheck({"mutants", "--outsiders", "3"});
  EXPECT_EQ(ended.status, testing::status(ExitStatus::bad_input));
  EXPECT_THAT(ended.err, HasSubstr("`make outsiders`"));
  EXPECT_EQ(ended.out, "");
}

TEST(Outsiders, AreNoMutantsOfTheCatalogue) {
  for (const char* option : {"--mutant", "--section", "--model"}) {
    const testing::Ended ended =
        testing::ringcheck({"mutants", "--outsiders", "3", option, "N-01"});
    EXPECT_EQ(ended.status, testing::status(ExitStatus::bad_input));
    EXPECT_THAT(ended.err, HasSubstr("catalogue"));
  }
}

TEST(OutsiderTable, HasAReasonForEachRow) {
  const auto rows = equivalent_outsiders(
      "# Title\n\n| area | changes | a | b |\n|---|---|---|---|\n| ring | 3 | x | y |\n\n"
      "| file | function | change | why |\n|---|---|---|---|\n"
      "| ring/a.hpp | f | without `a \\|\\| b` | because |\n| ring/b.hpp | g | * | so "
      "|\n\nText.\n");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].change, "without `a || b`");
  EXPECT_EQ(rows[0].why, "because");
  EXPECT_TRUE(rows[0].is({"ring/a.hpp", 9, "f", "without `a || b`"}));
  EXPECT_FALSE(rows[0].is({"ring/a.hpp", 9, "f", "another"}));
  EXPECT_FALSE(rows[0].is({"ring/a.hpp", 9, "g", "without `a || b`"}));
  EXPECT_TRUE(rows[1].is({"ring/b.hpp", 9, "g", "any"}));
}

}  // namespace
}  // namespace ringcheck
