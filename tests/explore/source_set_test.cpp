// Sets of loads against std::set, from few loads to more than a set holds inside itself.
#include "explore/source_set.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace ringcheck {
namespace {

using Members = std::set<int>;

Members members_of(const SourceSet& set) {
  Members members;
  for_each(set, [&](int load) { members.insert(load); });
  return members;
}

SourceSet set_of(const Members& members) {
  SourceSet set;
  for (const int load : members) set.set(load);
  return set;
}

const std::vector<Members> kSamples = {{},         {0},       {5, 126},          {127},
                                       {126, 127}, {64, 128}, {0, 63, 64, 4095}, {200, 4095}};

TEST(SourceSet, HoldsItsMembers) {
  const SourceMemory memory(0);
  for (const Members& members : kSamples) {
    EXPECT_EQ(members_of(set_of(members)), members);
    EXPECT_EQ(set_of(members).any(), !members.empty());
  }
}

TEST(SourceSet, UnionsLeaveTheirOperandsAsTheyAre) {
  const SourceMemory memory(0);
  for (const Members& a : kSamples)
    for (const Members& b : kSamples) {
      const SourceSet first = set_of(a);
      const SourceSet second = set_of(b);
      SourceSet grown = first | second;
      Members both = a;
      both.insert(b.begin(), b.end());
      EXPECT_EQ(members_of(grown), both);
      grown.set(300);
      EXPECT_EQ(members_of(first), a);
      EXPECT_EQ(members_of(second), b);
      EXPECT_EQ(first == second, a == b);
    }
}

TEST(SourceSet, StaysUntilItsThreadRunsAgain) {
  SourceSet kept;
  {
    const SourceMemory memory(0);
    kept.set(500);
  }
  {
    const SourceMemory memory(1);
    const SourceMemory within(2);
    for (int i = 0; i < 5'000; ++i) set_of({i + 127});
  }
  EXPECT_EQ(members_of(kept), Members{500});
}

}  // namespace
}  // namespace ringcheck
