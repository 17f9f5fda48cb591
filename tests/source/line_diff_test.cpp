// Two texts, line by line, and their patch.
#include "source/line_diff.hpp"

#include <gtest/gtest.h>

#include <random>

namespace ringcheck::source {
namespace {

struct Row {
  const char* name;
  const char* before;
  const char* after;
  const char* diff;  ///< without its first two lines
};

class UnifiedDiff : public ::testing::TestWithParam<Row> {};

TEST_P(UnifiedDiff, ShowsWhatDiffers) {
  const Row& row = GetParam();
  const std::string head = *row.diff == '\0' ? "" : "--- a/f.c\n+++ b/f.c\n";
  EXPECT_EQ(unified_diff("f.c", changed_lines(row.before, row.after)), head + row.diff);
}

INSTANTIATE_TEST_SUITE_P(
    Each, UnifiedDiff,
    ::testing::Values(
        Row{"same", "a\nb\n", "a\nb\n", ""}, Row{"both_empty", "", "", ""},
        Row{"made", "", "a\n", "@@ -0,0 +1,1 @@\n+a\n"},
        Row{"emptied", "a\nb\n", "", "@@ -1,2 +0,0 @@\n-a\n-b\n"},
        Row{"added", "a\nb\n", "a\nx\nb\n", "@@ -1,2 +1,3 @@\n a\n+x\n b\n"},
        Row{"gone", "a\nx\nb\n", "a\nb\n", "@@ -1,3 +1,2 @@\n a\n-x\n b\n"},
        Row{"several_in_their_place", "a\nx\ny\nb\n", "a\nv\nw\nb\n",
            "@@ -1,4 +1,4 @@\n a\n-x\n-y\n+v\n+w\n b\n"},
        Row{"no_end_of_line", "a", "b",
            "@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of "
            "file\n"},
        Row{"three_lines_around", "1\n2\n3\n4\n5\nx\n6\n7\n8\n9\n", "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
            "@@ -3,7 +3,6 @@\n 3\n 4\n 5\n-x\n 6\n 7\n 8\n"},
        Row{"two_hunks", "x\n1\n2\n3\n4\n5\n6\n7\ny\n", "1\n2\n3\n4\n5\n6\n7\nz\nz\n",
            "@@ -1,4 +1,3 @@\n-x\n 1\n 2\n 3\n@@ -6,4 +5,5 @@\n 5\n 6\n 7\n-y\n+z\n+z\n"},
        Row{"one_hunk_of_what_is_near", "x\n1\n2\n3\n4\n5\n6\ny\n", "1\n2\n3\n4\n5\n6\nz\n",
            "@@ -1,8 +1,7 @@\n-x\n 1\n 2\n 3\n 4\n 5\n 6\n-y\n+z\n"}),
    [](const auto& row) { return std::string(row.param.name); });

/// How many lines two texts of one letter a line have in common, in order.
std::size_t common(const std::string& left, const std::string& right) {
  if (left.empty() || right.empty()) return 0;
  if (left[0] == right[0]) return 1 + common(left.substr(1), right.substr(1));
  return std::max(common(left.substr(1), right), common(left, right.substr(1)));
}

std::string lines_of(const std::string& letters) {
  std::string text;
  for (const char letter : letters) text.append(1, letter).append("\n");
  return text;
}

TEST(ChangedLines, AreAsFewAsCanBe) {
  constexpr unsigned kSeed = 1;
  std::mt19937 random(kSeed);
  for (int n = 0; n < 2000; ++n) {
    const auto letters = [&] {
      std::string some(random() % 8, 'a');
      for (char& letter : some) letter = static_cast<char>('a' + random() % 3);
      return some;
    };
    const std::string left = letters();
    const std::string right = letters();
    std::string before;
    std::string after;
    std::size_t same = 0;
    for (const ChangedLine& line : changed_lines(lines_of(left), lines_of(right))) {
      before += line.before.value_or("");
      after += line.after.value_or("");
      if (!line.changed()) ++same;
    }
    EXPECT_EQ(before, lines_of(left)) << left << ' ' << right;
    EXPECT_EQ(after, lines_of(right)) << left << ' ' << right;
    EXPECT_EQ(same, common(left, right)) << left << ' ' << right;
  }
}

}  // namespace
}  // namespace ringcheck::source
