// 64-bit words of the user page, half by half, on a machine with somebody between any two accesses.
#include "protocol/core/page_word.hpp"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <vector>

#include "protocol/core/sequential_cpu.hpp"

namespace ringcheck {
namespace {

struct BeforeAccess {
  std::function<void()>* before;
  template <class C>
  void operator()(C&) const {
    (*before)();
  }
};

/// Loads `word`; before access `at` its memory becomes `then`.
std::uint64_t read_while(const PageWord& word, std::array<std::uint64_t, 2> memory, int at,
                         std::array<std::uint64_t, 2> then) {
  std::function<void()> before = [&] {
    if (at-- == 0) memory = then;
  };
  SequentialCpu<IgnoreObservations, BeforeAccess> cpu(memory, {}, {&before});
  return read_in_halves(cpu, word);
}

TEST(PageWord, MayBeHalfOfOneStoreAndHalfOfAnother) {
  const PageWord whole{0};
  const PageWord halves{0, 1};
  const PageWord high_first{0, 1, true};
  EXPECT_EQ(read_while(whole, {0x1'0000'0002}, 5, {}), 0x1'0000'0002U);
  EXPECT_EQ(read_while(whole, {0x0'ffff'fff8}, 1, {0x1'0000'0008}), 0x1'ffff'fff8U);
  EXPECT_EQ(read_while(halves, {0xffff'fff8, 0}, 5, {}), 0xffff'fff8U);
  EXPECT_EQ(read_while(halves, {0xffff'fff8, 0}, 1, {8, 1}), 0x1'ffff'fff8U);
  EXPECT_EQ(read_while(high_first, {0xffff'fff8, 0}, 1, {8, 1}), 8U);
}

TEST(PageWord, IsStoredTheLowerHalfFirst) {
  std::array<std::uint64_t, 2> memory = {0xffff'fff8, 0};
  std::vector<std::array<std::uint64_t, 2>> seen;
  std::function<void()> before = [&] { seen.push_back(memory); };
  SequentialCpu<IgnoreObservations, BeforeAccess> cpu(memory, {}, {&before});
  write_in_halves(cpu, {0, 1}, 0x1'0000'0008);
  EXPECT_EQ(seen.back(), (std::array<std::uint64_t, 2>{8, 0}));
  EXPECT_EQ(memory, (std::array<std::uint64_t, 2>{8, 1}));

  memory = {0xffff'fff8};
  write_in_halves(cpu, {0}, 0x1'0000'0008);
  EXPECT_EQ(seen.back()[0], 8U);
  EXPECT_EQ(memory[0], 0x1'0000'0008U);
}

}  // namespace
}  // namespace ringcheck
