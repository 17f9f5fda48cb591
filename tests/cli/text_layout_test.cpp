// Paragraphs and columns.
#include "cli/text_layout.hpp"

#include <gtest/gtest.h>

namespace ringcheck {
namespace {

TEST(Wrapped, BreaksBetweenWords) {
  struct Row {
    const char* text;
    std::size_t indent, width;
    const char* lines;
  };
  for (const Row& row : {Row{"", 2, 10, ""}, Row{"one", 2, 10, "  one\n"},
                         Row{"one two three", 2, 10, "  one two\n  three\n"},
                         Row{"one two", 0, 7, "one two\n"}, Row{"one two", 0, 6, "one\ntwo\n"},
                         Row{"longer than that", 1, 5, " longer\n than\n that\n"},
                         Row{"one\ntwo  three", 1, 20, " one\n two three\n"},
                         // Width counts characters, not bytes.
                         Row{"…… ……", 0, 5, "…… ……\n"}})
    EXPECT_EQ(wrapped(row.text, row.indent, row.width), row.lines) << row.text;
}

TEST(Beside, PutsTextInASecondColumn) {
  struct Row {
    const char *left, *right;
    const char* lines;
  };
  for (const Row& row : {Row{"ab", "one two three", "  ab  one two\n      three\n"},
                         Row{"ab", "", "  ab\n"}, Row{"abcd", "one", "  abcd\n      one\n"}})
    EXPECT_EQ(beside(row.left, row.right, 2, 6, 14), row.lines) << row.left;
}

}  // namespace
}  // namespace ringcheck
