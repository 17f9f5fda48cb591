// What perf's code says it did, in words.
#include "cli/perf_notes.hpp"

#include <gtest/gtest.h>

#include "protocol/ring/observations.hpp"

namespace ringcheck {
namespace {

struct Row {
  std::uint32_t kind;
  std::array<std::uint64_t, 4> numbers;
  const char* text;
};

class PerfNote : public ::testing::TestWithParam<Row> {};

TEST_P(PerfNote, SaysWhatTheCodeDid) {
  Observation told;
  told.kind = GetParam().kind;
  told.numbers = GetParam().numbers;
  EXPECT_EQ(perf_note(told), GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, PerfNote,
    ::testing::Values(
        Row{said::Reserved<>::kKind,
            {24, 16, 8, 0},
            "reserves 16 bytes at 24, which the tail 8 allows"},
        Row{said::Refused<>::kKind,
            {0, 48, 8, 24},
            "finds no room for 24 bytes: the head is 48, the tail 8"},
        Row{said::Refused<>::kKind, {1, 48, 8, 24}, "finds the buffer paused"},
        Row{said::HeadStored<>::kKind, {24, 0, 0, 0}, "publishes the data up to 24"},
        Row{said::Consumed<>::kKind, {0, 24, 9, 0}, "has read the record of 24 bytes at 0"},
        // The event of the load says this.
        Row{said::WordLoaded<>::kKind, {0, 7, 0, 0}, ""}));

}  // namespace
}  // namespace ringcheck
