// The text of address filters.
#include "protocol/aux/filter_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ringcheck {
namespace {

constexpr int kOutOfRange = -34, kNoFile = -2;

/// Files are "/a" and "/b"; `memory` allocations succeed.
struct Files {
  std::uint64_t memory = 100;
  bool task = true;
  bool has_memory() { return memory > 0 && memory-- > 0; }
  static int find_file(std::string_view name, std::uint64_t& file) {
    if (name != "/a" && name != "/b") return kNoFile;
    file = static_cast<std::uint64_t>(name[1] - 'a') + 1;
    return 0;
  }
  [[nodiscard]] bool follows_task() const { return task; }
};

struct Read {
  int result = 0;
  AddrFilterList list{};
  std::uint64_t files = 0;
};
Read read(std::string_view text, Files files = {}) {
  Read found;
  found.result = perf_event_parse_addr_filter(text, found.list, found.files, files);
  return found;
}

TEST(FilterText, HasAnActionAndAPlaceForEachFilter) {
  const Read found = read("filter 0x1000/010@/b, stop 12/1\n\nstart 7@/a");
  EXPECT_EQ(found.result, 0);
  ASSERT_EQ(found.list.count, 3U);
  EXPECT_EQ(found.files, 2U);
  const auto& filters = found.list.filters;
  EXPECT_EQ(filters[0].action, FilterAction::filter);
  EXPECT_EQ(filters[0].at.offset, 0x1000U);
  EXPECT_EQ(filters[0].at.size, 8U);
  EXPECT_EQ(filters[0].at.file, 2U);
  EXPECT_EQ(filters[1].action, FilterAction::stop);
  EXPECT_TRUE(filters[1].at.stop);
  EXPECT_EQ(filters[1].at.offset, 12U);
  EXPECT_EQ(filters[1].at.file, 0U);
  EXPECT_EQ(filters[2].action, FilterAction::start);
  EXPECT_EQ(filters[2].at.size, 0U);
  EXPECT_EQ(filters[2].at.file, 1U);
}

TEST(FilterText, OfNothingTakesAllFiltersAway) {
  for (const char* text : {"", " ", ",\n"}) {
    EXPECT_EQ(read(text).result, 0) << text;
    EXPECT_EQ(read(text).list.count, 0U) << text;
  }
}

struct Refused {
  const char* text;
  int result;
};

TEST(FilterText, SaysWhatIsWrong) {
  for (const Refused& row :
       {Refused{"filter", kInvalid}, Refused{"filter 1", kInvalid}, Refused{"filter 1/0", kInvalid},
        Refused{"1/1", kInvalid}, Refused{"filter filter 1/1", kInvalid},
        Refused{"filters 1/1", kInvalid}, Refused{"filter 1/1@", kInvalid},
        Refused{"filter 1/", kInvalid}, Refused{"filter 09/1", kInvalid},
        Refused{"filter 0x/1", kInvalid}, Refused{"filter -1/1", kInvalid},
        Refused{"filter 1/1@/c", kNoFile}, Refused{"filter 1/1@/a 1/1", kInvalid},
        Refused{"filter 0x10000000000000000/1", kOutOfRange},
        Refused{"filter 1/18446744073709551616@/a", kOutOfRange}})
    EXPECT_EQ(read(row.text).result, row.result) << row.text;
}

TEST(FilterText, TakesTheLargestNumber) {
  const Read found = read("stop 18446744073709551615/0Xffffffffffffffff");
  EXPECT_EQ(found.result, 0);
  EXPECT_EQ(found.list.filters[0].at.offset, ~std::uint64_t{0});
  EXPECT_EQ(found.list.filters[0].at.size, ~std::uint64_t{0});
}

TEST(FilterText, OfAFileIsForTasks) {
  EXPECT_EQ(read("filter 1/1@/a", {100, false}).result, kNotSupported);
  EXPECT_EQ(read("filter 1/1", {100, false}).result, 0);
}

// The text itself, a filter, and the name of its file.
TEST(FilterText, NeedsMemory) {
  EXPECT_EQ(read("filter 1/1@/a", {0}).result, kNoMemory);
  EXPECT_EQ(read("filter 1/1@/a", {1}).result, kInvalid);
  EXPECT_EQ(read("filter 1/1@/a", {2}).result, kNoMemory);
  EXPECT_EQ(read("filter 1/1@/a", {3}).result, 0);
}

// V-79
TEST(FilterText, OfAllThatFollowsMatchesNothingBehindItsStart) {
  const AddrFilterList list = read("filter 0x1000/0xffffffffffffffff@/a").list;
  const auto matches = [&](std::uint64_t offset) {
    return perf_addr_filter_match(list.filters[0].at, {0x400000, 0x404000, 1, offset});
  };
  EXPECT_TRUE(matches(0));
  EXPECT_FALSE(matches(0x1000));
}

}  // namespace
}  // namespace ringcheck
