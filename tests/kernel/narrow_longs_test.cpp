// C for a machine whose long has 32 bits.
#include "kernel/native/narrow_longs.hpp"

#include <gtest/gtest.h>

namespace ringcheck {
namespace {

struct NarrowCase {
  const char* name;
  const char* text;
  const char* narrow;
};

class NarrowLongs : public ::testing::TestWithParam<NarrowCase> {};

TEST_P(NarrowLongs, changes_long_alone) {
  EXPECT_EQ(narrow_longs(GetParam().text), GetParam().narrow);
}

INSTANTIATE_TEST_SUITE_P(
    all, NarrowLongs,
    ::testing::Values(NarrowCase{"plain", "long a;", "int a;"},
                      NarrowCase{"unsigned_before", "unsigned long a;", "unsigned int a;"},
                      NarrowCase{"unsigned_after", "long unsigned int a;", " unsigned int a;"},
                      NarrowCase{"with_int", "long int a;", " int a;"},
                      NarrowCase{"twice", "unsigned long long a;", "unsigned long long a;"},
                      NarrowCase{"literals", "1UL + 2L + 3ULL + 4ll + 0xfful",
                                 "1U + 2 + 3ULL + 4ll + 0xffu"},
                      NarrowCase{"names_and_strings", "longer = \"long\";", "longer = \"long\";"}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace ringcheck
