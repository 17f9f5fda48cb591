// The size that samples declare, and what is written.
#include <gtest/gtest.h>

#include "protocol/core/sequential_cpu.hpp"
#include "protocol/record/perf_sample.hpp"

namespace ringcheck {
namespace {

TEST(PerfSample, CountsItsFields) {
  struct Row {
    std::uint64_t fields;
    std::uint16_t size;
  };
  SampleData data;
  data.callchain = {1, 2, 3};
  data.raw.emplace(5);
  data.branches = {1, 2, 3};
  data.aux = {1, 2};
  data.user_stack = data.stack_mapped = 64;
  SampleAttr attr;
  attr.stack_user = 16;
  attr.aux_sample_size = 12;
  for (const Row& row : std::vector<Row>{{0, 8},
                                         {kSampleIp | kSampleTid | kSampleTime, 32},
                                         {kSampleCallchain, 40},
                                         {kSampleRaw, 24},
                                         {kSampleBranchStack, 40},
                                         {kSampleStackUser, 40},
                                         {kSampleAux, 24}}) {
    attr.sample_type = row.fields;
    EXPECT_EQ(prepare_sample(attr, data, SampleSizes::as_counted, {}).size, row.size) << row.fields;
  }
}

TEST(PerfSample, CountsWhatABranchStackHasBesides) {
  struct Row {
    bool index, counters;
    std::uint16_t size;
  };
  for (const Row& row : {Row{false, false, 64}, {true, false, 72}, {true, true, 88}}) {
    SampleData data;
    data.branches = {1, 2, 3, 4, 5, 6};
    if (row.index) data.branch_index = 9;
    if (row.counters) data.branch_counters = {7, 8};
    const SampleAttr attr{.sample_type = kSampleBranchStack};
    EXPECT_EQ(prepare_sample(attr, data, SampleSizes::as_counted, {}).size, row.size);
  }
}

TEST(PerfSample, CutsTheStackToWhatIsLeft) {
  SampleData data;
  data.user_stack = data.stack_mapped = std::uint64_t{1} << 40U;
  SampleAttr attr{.sample_type = kSampleStackUser, .stack_user = 65528};
  EXPECT_EQ(prepare_sample(attr, data, SampleSizes::as_counted, {}).size, 65528);
  attr.sample_type |= kSampleIp;
  EXPECT_EQ(prepare_sample(attr, data, SampleSizes::as_counted, {}).size, 65528);
}

// D-03: with --call-graph dwarf,65528 and --intr-regs.
TEST(PerfSample, RegistersBehindACutStackWrapTheSize) {
  SampleData data;
  data.user_stack = data.stack_mapped = std::uint64_t{1} << 40U;
  data.regs_intr.assign(17, 1);
  const SampleAttr attr{.sample_type = kSampleStackUser | kSampleRegsIntr,
                        .regs = (1U << 17U) - 1,
                        .stack_user = 65528};
  EXPECT_EQ(prepare_sample(attr, data, SampleSizes::as_counted, {}).size, 136);
  EXPECT_EQ(prepare_sample(attr, data, SampleSizes::limited, {}).size, 65528);
}

}  // namespace
}  // namespace ringcheck
