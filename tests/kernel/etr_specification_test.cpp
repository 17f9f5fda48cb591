// What the driver of a TMC-ETR copies to the AUX area, depending on what its sink reports and how
// its memory is laid out.
#include <gtest/gtest.h>

#include <algorithm>

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

struct FailingCase {
  const char* name;
  std::uint64_t failing;  ///< the allocation that fails, from 1
  bool no_run;
  std::uint64_t bytes;  ///< of the memory that the driver gets
  EtrMode mode;
  std::uint64_t allocations;
  std::uint64_t lost_pages;
};

class EtrFailing : public ::testing::TestWithParam<FailingCase> {};

TEST_P(EtrFailing, got) {
  EtrSetup setup;
  setup.area.aux_pages = 2;
  setup.area.failing = GetParam().failing;
  setup.capabilities = 1;
  setup.no_run = GetParam().no_run;
  const EtrGot got = setup.got();
  EXPECT_EQ(got.memory.bytes, GetParam().bytes);
  EXPECT_EQ(got.memory.mode, GetParam().mode);
  EXPECT_EQ(got.allocations, GetParam().allocations);
  EXPECT_EQ(got.lost_pages, GetParam().lost_pages);
}

// The area has two pages, and sysfs says one: the second attempt is for that. Before either come
// two allocations of what is kept about the event, and at the start of each one of what is kept
// about the memory.
constexpr std::uint64_t kTwo = 2 * kEtrPageBytes;
INSTANTIATE_TEST_SUITE_P(
    all, EtrFailing,
    ::testing::Values(FailingCase{"none", 0, false, kTwo, EtrMode::flat, 5, 0},
                      FailingCase{"of_the_event", 2, false, 0, EtrMode::flat, 2, 0},
                      FailingCase{"of_the_memory", 3, false, kEtrPageBytes, EtrMode::flat, 6, 0},
                      FailingCase{"the_run", 5, false, kTwo, EtrMode::sg, 19, 0},
                      FailingCase{"a_page", 12, true, kEtrPageBytes, EtrMode::sg, 27, 0},
                      FailingCase{"a_page_for_the_device", 11, true, kEtrPageBytes, EtrMode::sg, 26,
                                  1}),
    [](const auto& test) { return test.param.name; });

struct StartCase {
  const char* name;
  EtrTaken taken;
  TracerCase tracer;
  bool is_ready;
  std::int64_t result;  ///< of add
  std::uint64_t steps;  ///< of the driver on the sink
  std::uint64_t refcnt;
};

class EtrStart : public ::testing::TestWithParam<StartCase> {};

TEST_P(EtrStart, add) {
  EtrSetup setup;
  setup.area.aux_pages = 2;
  setup.taken = GetParam().taken;
  setup.tracer_case = GetParam().tracer;
  setup.is_ready = GetParam().is_ready;
  setup.must_be_ready = true;
  setup.area.driver_words = EtrCells::kCount + 1 + setup.memory().bytes;
  const EtrWords words(setup);
  EtrSpecification sink(setup, words, ReserveOrder::tail_first);
  Answers answers;
  sink.run(call(DriverOp::add, 0, 1), answers);
  EXPECT_EQ(static_cast<std::int64_t>(answers.at(0).value), GetParam().result);
  EXPECT_EQ(sink.word(words.etr.refcnt), GetParam().refcnt);
  const auto steps = std::ranges::find(answers, "steps of the driver", &Answer::what);
  ASSERT_NE(steps, answers.end());
  EXPECT_EQ(static_cast<std::uint64_t>(steps->value) - words.asked.count, GetParam().steps);
}

// Eight writes and a wait, between unlocking and locking, after the sink was claimed; taking it out
// of use and giving it back are another nine steps.
INSTANTIATE_TEST_SUITE_P(
    all, EtrStart,
    ::testing::Values(
        StartCase{"free", EtrTaken::no, TracerCase::traces, true, 0, 12, 1},
        StartCase{"sysfs", EtrTaken::by_sysfs, TracerCase::traces, true, kInvalid, 0, 0},
        StartCase{"session", EtrTaken::by_session, TracerCase::traces, true, kInvalid, 0, 0},
        StartCase{"debugger", EtrTaken::by_debugger, TracerCase::traces, true, kInvalid, 1, 0},
        StartCase{"not_ready", EtrTaken::no, TracerCase::traces, false, kInvalid, 5, 0},
        StartCase{"no_tracer", EtrTaken::no, TracerCase::missing, true, kInvalid, 0, 0},
        StartCase{"no_path", EtrTaken::no, TracerCase::elsewhere, true, 0, 0, 0},
        StartCase{"tracer_refuses", EtrTaken::no, TracerCase::refuses, true, kInvalid, 21, 0}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace ringcheck
