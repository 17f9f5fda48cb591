// What Intel BTS is asked for by an event's attributes, and when it is not given to an event.
#include <gtest/gtest.h>

#include "kernel/calls/bts_sides.hpp"

namespace ringcheck {
namespace {

struct AskedCase {
  const char* name;
  bool exclude_kernel, exclude_user, overwrite;
  bool taken;             ///< by a counter
  std::int64_t result;    ///< of add
  std::uint64_t control;  ///< of IA32_DEBUGCTL
};

class BtsAsked : public ::testing::TestWithParam<AskedCase> {};

TEST_P(BtsAsked, control) {
  const AskedCase& asked = GetParam();
  BtsSetup setup;
  setup.area.no_sg = true;
  setup.area.overwrite = asked.overwrite;
  setup.area.driver_words = BtsCells::kCount;
  setup.attr = {asked.exclude_kernel, asked.exclude_user};
  setup.taken = asked.taken;
  const BtsWords words(setup);
  ASSERT_FALSE(words.refused);
  BtsSpecification specification(setup, words, ReserveOrder::tail_first);
  Answers answers;
  specification.run({static_cast<unsigned>(DriverOp::add), {0, 1}, {}}, answers);
  EXPECT_EQ(static_cast<std::int64_t>(answers.at(0).value), asked.result);
  EXPECT_EQ(specification.word(words.bts.enabled), asked.control);
}

// Bits 6 and 7: TR and BTS; 8: BTINT; 9 and 10: not in the kernel, not in user space.
INSTANTIATE_TEST_SUITE_P(all, BtsAsked,
                         ::testing::Values(AskedCase{"all", false, false, false, false, 0, 0x1c0},
                                           AskedCase{"user", true, false, false, false, 0, 0x3c0},
                                           AskedCase{"kernel", false, true, false, false, 0, 0x5c0},
                                           AskedCase{"snapshot", false, false, true, false, 0,
                                                     0xc0},
                                           AskedCase{"taken", false, false, false, true, -16, 0}),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace ringcheck
