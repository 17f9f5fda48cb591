// BitRow against std::set, at sizes of one, two and four words, and without a bound.
#include "graph/growing_row.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ringcheck {
namespace {

using Members = std::set<int>;

template <int W>
BitRow<W> row_of(const Members& members) {
  BitRow<W> row;
  for (const int e : members) row.set(e);
  return row;
}

template <int W>
Members members_of(const BitRow<W>& row) {
  Members members;
  int before = -1;
  for_each(row, [&](int e) {
    EXPECT_LT(before, e) << "not ascending";
    before = e;
    members.insert(e);
  });
  return members;
}

template <class Width>
class BitRows : public ::testing::Test {
 protected:
  static constexpr int kWords = Width::value == kGrowing ? 6 : Width::value;
  static constexpr int kLast = 64 * kWords - 1;

  /// Sets with members at both ends of the row and of its words.
  static std::vector<Members> samples() {
    std::vector<Members> all = {{}, {0}, {1, 5, 62}, {0, 63}, {kLast}, {0, kLast}, {3, 63, kLast}};
    for (int word = 1; word < kWords; ++word) {
      all.push_back({64 * word});
      all.push_back({64 * word - 1, 64 * word, 64 * word + 1});
    }
    Members everything;
    for (int e = 0; e <= kLast; ++e) everything.insert(everything.end(), e);
    all.push_back(everything);
    return all;
  }
};

template <int W>
struct Words {
  static constexpr int value = W;
};

struct WordsName {
  template <class Width>
  static std::string GetName(int) {
    return Width::value == kGrowing ? "Growing" : "W" + std::to_string(Width::value);
  }
};

using Widths = ::testing::Types<Words<1>, Words<2>, Words<4>, Words<kGrowing>>;
TYPED_TEST_SUITE(BitRows, Widths, WordsName);

TYPED_TEST(BitRows, HoldTheirMembers) {
  constexpr int kW = TypeParam::value;
  for (const Members& members : this->samples()) {
    const BitRow<kW> row = row_of<kW>(members);
    EXPECT_EQ(members_of(row), members);
    EXPECT_EQ(row.count(), static_cast<int>(members.size()));
    EXPECT_EQ(row.any(), !members.empty());
    EXPECT_EQ(row.none(), members.empty());
    EXPECT_EQ(row.first(), members.empty() ? -1 : *members.begin());
    for (int e = 0; e <= this->kLast; ++e) EXPECT_EQ(row.test(e), members.contains(e)) << e;
  }
}

TYPED_TEST(BitRows, LoseTheirMembers) {
  constexpr int kW = TypeParam::value;
  for (const Members& members : this->samples()) {
    for (const int e : {0, 63, this->kLast}) {
      BitRow<kW> row = row_of<kW>(members);
      Members rest = members;
      row.reset(e);
      rest.erase(e);
      EXPECT_EQ(members_of(row), rest) << e;
    }
    BitRow<kW> row = row_of<kW>(members);
    row.clear();
    EXPECT_EQ(row, BitRow<kW>());
  }
}

TYPED_TEST(BitRows, CombineAsSets) {
  constexpr int kW = TypeParam::value;
  for (const Members& a : this->samples()) {
    for (const Members& b : this->samples()) {
      Members both, either, only;
      std::ranges::set_intersection(a, b, std::inserter(both, both.end()));
      std::ranges::set_union(a, b, std::inserter(either, either.end()));
      std::ranges::set_difference(a, b, std::inserter(only, only.end()));
      const BitRow<kW> row_a = row_of<kW>(a);
      const BitRow<kW> row_b = row_of<kW>(b);
      EXPECT_EQ(members_of(row_a & row_b), both);
      EXPECT_EQ(members_of(row_a | row_b), either);
      EXPECT_EQ(members_of(row_a - row_b), only);
      EXPECT_EQ(row_a.intersects(row_b), !both.empty());
      EXPECT_EQ(row_a.subset_of(row_b), only.empty());
      EXPECT_EQ(row_a == row_b, a == b);
    }
  }
}

TYPED_TEST(BitRows, PrefixIsTheLeastNumbers) {
  constexpr int kW = TypeParam::value;
  for (int n = 0; n <= this->kLast + 1; ++n) {
    const BitRow<kW> row = BitRow<kW>::prefix(n);
    EXPECT_EQ(row.count(), n);
    for (int e = 0; e <= this->kLast; ++e) EXPECT_EQ(row.test(e), e < n) << n << ", " << e;
  }
}

using Growing = BitRow<kGrowing>;

/// Sets whose members are inside the set, elsewhere, or were elsewhere before.
std::vector<Growing> grown() {
  Growing emptied = row_of<kGrowing>({7, 300});
  emptied.reset(300);
  return {row_of<kGrowing>({7}), emptied, row_of<kGrowing>({7, 300}), row_of<kGrowing>({40'000})};
}

TEST(GrowingRows, AreCopiedWhole) {
  for (const Growing& row : grown()) {
    const Members members = members_of(row);
    Growing copy = row;
    copy.set(5'000);
    EXPECT_EQ(members_of(row), members) << "shares with its copy";
    for (Growing other : grown()) {
      other = row;
      EXPECT_EQ(other, row);
      other.clear();
      EXPECT_EQ(members_of(row), members) << "shares with what it was assigned to";
      EXPECT_TRUE(other.none());
    }
    const Growing moved = std::move(copy);
    EXPECT_TRUE(moved.test(5'000));
    EXPECT_EQ(moved.count(), static_cast<int>(members.size()) + 1);
  }
}

TEST(GrowingRows, AreEqualWhateverTheyHaveHad) {
  EXPECT_EQ(grown()[0], grown()[1]);
  EXPECT_EQ(grown()[1], grown()[0]);
  EXPECT_FALSE(grown()[1] == grown()[2]);
  EXPECT_TRUE(grown()[2] - grown()[2] == Growing());
}

TEST(GrowingRows, HaveNothingBeyondTheirEnd) {
  const Growing row = row_of<kGrowing>({3});
  EXPECT_FALSE(row.test(64'999));
  EXPECT_EQ(row.word(1'000), 0U);
}

}  // namespace
}  // namespace ringcheck
