// What Arm SPE does when there is no room, by version.
#include <gtest/gtest.h>

#include "kernel/calls/spe_sides.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kPageBytes = 64;
constexpr std::int64_t kRefused = -22;

struct RoomCase {
  const char* name;
  bool stops_without_room;    ///< as Linux 6.12
  std::uint64_t behind_tail;  ///< bytes that are not read
  std::int64_t result;        ///< of add
  std::uint64_t pmscr;        ///< 0: nothing is sampled
  std::uint64_t pmblimitr;
};

class SpeRoom : public ::testing::TestWithParam<RoomCase> {};

TEST_P(SpeRoom, start) {
  SpeSetup setup;
  setup.area.page_bytes = kPageBytes;
  setup.area.aux_pages = 2;
  setup.area.behind_tail = GetParam().behind_tail;
  setup.area.driver_words = SpeWords::kDriverWords;
  setup.max_record = 16;
  setup.min_period = 256;
  setup.stops_without_room = GetParam().stops_without_room;
  const SpeWords words(setup);
  ASSERT_FALSE(words.refused);
  SpeSpecification specification(setup, words, ReserveOrder::tail_first);
  Answers answers;
  specification.run({static_cast<unsigned>(DriverOp::add), {0, 1}, {}}, answers);
  EXPECT_EQ(static_cast<std::int64_t>(answers.at(0).value), GetParam().result);
  EXPECT_EQ(specification.word(words.spe.pmscr), GetParam().pmscr);
  EXPECT_EQ(specification.word(words.spe.pmblimitr), GetParam().pmblimitr);
}

// All free, with the next wakeup due after a page; all but one byte taken; and the reader in the
// same page as the head, with no page boundary between them.
INSTANTIATE_TEST_SUITE_P(all, SpeRoom,
                         ::testing::Values(RoomCase{"free_6_1", false, 0, 0, kSpeUser | kSpeKernel,
                                                    kSpeBase + kPageBytes + 1},
                                           RoomCase{"free_6_12", true, 0, 0, kSpeUser | kSpeKernel,
                                                    kSpeBase + kPageBytes + 1},
                                           RoomCase{"full_6_1", false, 127, kRefused, 0, 0},
                                           RoomCase{"full_6_12", true, 127, kRefused, 0, 0},
                                           RoomCase{"no_page_6_1", false, 100, 0,
                                                    kSpeUser | kSpeKernel, kSpeBase},
                                           RoomCase{"no_page_6_12", true, 100, kRefused, 0, 0}),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace ringcheck
