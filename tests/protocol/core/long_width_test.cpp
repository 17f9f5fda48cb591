// Arithmetic in a long of 32 or 64 bits.
#include "protocol/core/long_width.hpp"

#include <gtest/gtest.h>

namespace ringcheck {
namespace {

struct WidthRow {
  const char* name;
  bool narrow;
  std::uint64_t number, kept, page;
};

TEST(LongWidth, CastsAndExtendsAsTheMachineDoes) {
  const WidthRow rows[] = {
      {"64 bits stay as they are", false, 0xffff'ffff'8000'0000, 0xffff'ffff'8000'0000,
       0xffff'ffff'8000'0000},
      {"2 GiB are no sign of 64 bits", false, 0x8000'0000, 0x8000'0000, 0x8000'0000},
      {"below 2 GiB", true, 0x7fff'fff8, 0x7fff'fff8, 0x7fff'fff8},
      {"2 GiB are negative", true, 0x8000'0000, 0x8000'0000, 0xffff'ffff'8000'0000},
      {"4 GiB less a word", true, 0xffff'fff8, 0xffff'fff8, 0xffff'ffff'ffff'fff8},
      {"4 GiB are 0", true, 0x1'0000'0008, 8, 8},
  };
  for (const WidthRow& row : rows) {
    const LongWidth width{row.narrow};
    EXPECT_EQ(width.unsigned_long(row.number), row.kept) << row.name;
    EXPECT_EQ(width.sign_extended(row.kept), row.page) << row.name;
  }
}

TEST(LongWidth, DistancesGoAroundTheEnd) {
  constexpr LongWidth kNarrow{true};
  EXPECT_EQ(kNarrow.ahead(8, 0xffff'fff8), 16);
  EXPECT_EQ(kNarrow.ahead(0xffff'fff8, 8), -16);
  EXPECT_EQ(kNarrow.ahead(0x8000'0008, 0x7fff'fff8), 16);
  EXPECT_EQ(LongWidth{}.ahead(8, 0xffff'fff8), -std::int64_t{0xffff'fff0});
}

}  // namespace
}  // namespace ringcheck
