// What the driver of a TMC-ETR copies to the AUX area, depending on what its sink reports and how
// its memory is laid out.
#include <gtest/gtest.h>

#include "kernel/calls/etr_sides.hpp"

namespace ringcheck {
namespace {

Call call(DriverOp op, std::uint64_t first = 0, std::uint64_t second = 0) {
  return {static_cast<unsigned>(op), {first, second}, {}};
}

struct CopyCase {
  const char* name;
  bool scattered;
  std::uint64_t written;
  std::uint64_t status;
  std::uint64_t copied;  ///< what aux_head has moved by
};

class EtrCopy : public ::testing::TestWithParam<CopyCase> {};

TEST_P(EtrCopy, stop) {
  EtrSetup setup;
  setup.area.page_bytes = kEtrPageBytes;
  setup.area.aux_pages = 2;
  setup.capabilities = 1;
  setup.no_run = GetParam().scattered;
  setup.area.driver_words = EtrCells::kCount + 1 + setup.memory().bytes;
  const EtrWords words(setup);
  ASSERT_FALSE(words.refused);
  EXPECT_EQ(words.daddrs.empty(), !GetParam().scattered);
  EtrSpecification sink(setup, words, ReserveOrder::tail_first);
  Answers answers;
  sink.run(call(DriverOp::add, 0, 1), answers);
  sink.run(call(DriverOp::write, GetParam().written, GetParam().status), answers);
  sink.run(call(DriverOp::del), answers);
  EXPECT_EQ(sink.word(words.aux.user_head), GetParam().copied);
  EXPECT_EQ(sink.word(words.etr.full), GetParam().written >= 2 * kEtrPageBytes ? 1U : 0U);
  for (std::uint64_t i = 0; i < GetParam().copied && GetParam().written < kEtrPageBytes; ++i)
    EXPECT_EQ(sink.word(words.area + i), i + 1) << i;
}

// From a full buffer, as much is copied as there is room for, one byte less than the area, from a
// multiple of 16 bytes on.
INSTANTIATE_TEST_SUITE_P(
    all, EtrCopy,
    ::testing::Values(
        CopyCase{"one_run", false, 100, 0, 100}, CopyCase{"scattered", true, 100, 0, 100},
        CopyCase{"one_run_across_pages", false, kEtrPageBytes + 48, 0, kEtrPageBytes + 48},
        CopyCase{"scattered_across_pages", true, kEtrPageBytes + 48, 0, kEtrPageBytes + 48},
        CopyCase{"one_run_full", false, 2 * kEtrPageBytes + 5, 0, 2 * kEtrPageBytes - 16},
        CopyCase{"scattered_full", true, 2 * kEtrPageBytes + 5, 0, 2 * kEtrPageBytes - 16},
        CopyCase{"error", false, 100, kEtrMemoryError, 0}),
    [](const auto& test) { return test.param.name; });

TEST(EtrSetup, MemoryIsInOneRunIfThereIsOne) {
  EtrSetup setup;
  setup.area.aux_pages = 2;
  EXPECT_EQ(setup.memory().bytes, 2 * kEtrPageBytes);
  EXPECT_EQ(setup.memory().mode, EtrMode::flat);
  setup.no_run = true;
  EXPECT_EQ(setup.memory().bytes, 0U);
  setup.capabilities = 1;
  EXPECT_EQ(setup.memory().mode, EtrMode::sg);
}

}  // namespace
}  // namespace ringcheck
