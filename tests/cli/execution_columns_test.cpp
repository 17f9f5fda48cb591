// Where columns begin, and the names over them.
#include "cli/execution_columns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ringcheck {
namespace {

using Columns = std::vector<ExecutionColumn>;

std::vector<std::size_t> places(Columns columns, std::size_t width) {
  place_columns(columns, width);
  std::vector<std::size_t> at;
  for (const ExecutionColumn& column : columns) at.push_back(column.at);
  return at;
}

Columns two_cpus(std::size_t widest) {
  return {{0, 0, "writer", widest}, {1, 0, "reader", widest}};
}

Columns levels(std::size_t widest) {
  return {{0, 0, "writer", widest}, {0, 2, "hardirq", widest}, {1, 0, "reader", widest}};
}

TEST(PlaceColumns, StandApartWhereThereIsRoom) {
  EXPECT_THAT(places(two_cpus(30), 0), ::testing::ElementsAre(2, 48));
  EXPECT_THAT(places(two_cpus(30), 200), ::testing::ElementsAre(2, 48));
  EXPECT_THAT(places(levels(30), 0), ::testing::ElementsAre(2, 18, 64));
}

TEST(PlaceColumns, MoveTogetherUntilEachLineFits) {
  EXPECT_THAT(places(two_cpus(30), 78), ::testing::ElementsAre(2, 48));
  EXPECT_THAT(places(two_cpus(30), 60), ::testing::ElementsAre(2, 30));
  EXPECT_THAT(places(levels(30), 50), ::testing::ElementsAre(2, 18, 20));
  EXPECT_THAT(places(levels(44), 50), ::testing::ElementsAre(2, 4, 6));
}

/// Nothing fits into ten columns, but the order can still be seen.
TEST(PlaceColumns, KeepTheirOrderWhereNothingFits) {
  EXPECT_THAT(places(levels(44), 10), ::testing::ElementsAre(2, 4, 6));
}

TEST(ColumnHeads, StandOverTheirColumnsWithoutRunningIntoEachOther) {
  Columns columns = levels(30);
  place_columns(columns, 0);
  EXPECT_EQ(column_heads(columns),
            "  writer          hardirq                                       reader\n");
  place_columns(columns, 40);
  EXPECT_EQ(column_heads(columns), "  writer\n        hardirq\n          reader\n");
}

TEST(LevelName, IsWhatTheKernelCallsIt) {
  EXPECT_EQ(level_name(0), "task");
  EXPECT_EQ(level_name(3), "NMI");
  EXPECT_EQ(level_name(4), "level 4");
}

}  // namespace
}  // namespace ringcheck
