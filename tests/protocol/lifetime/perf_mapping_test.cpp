// What mmap accepts, what a fault gives, and which events may share a buffer.
#include "protocol/lifetime/perf_mapping.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "protocol/lifetime/perf_redirect.hpp"

namespace ringcheck {
namespace {

using Kind = BufferPage::Kind;

TEST(PerfMapping, SizesOffsetsAndProtections) {
  struct Row {
    const char* name;
    std::vector<MappedArea> before;
    MappedArea area;
    int result;
  };
  const std::vector<Row> rows = {
      {"two pages of data", {}, {0, 3, true, true}, 0},
      {"page 0 alone", {}, {0, 1, true, true}, 0},
      {"read-only", {}, {0, 3, true, false}, 0},
      {"nothing", {}, {0, 0, true, true}, kInvalid},
      {"three pages of data", {}, {0, 4, true, true}, kInvalid},
      {"private", {}, {0, 3, false, true}, kInvalid},
      {"again", {{0, 3, true, true}}, {0, 3, true, true}, 0},
      {"again, of another size", {{0, 3, true, true}}, {0, 5, true, true}, kInvalid},
      {"the AUX area first", {}, {4, 2, true, true}, kInvalid},
      {"the AUX area", {{0, 3, true, true}}, {4, 2, true, true}, 0},
      {"the AUX area again", {{0, 3, true, true}, {4, 2, true, true}}, {4, 2, true, true}, 0},
  };
  for (const Row& row : rows) {
    MappedBuffer rb;
    for (const MappedArea& area : row.before) ASSERT_EQ(perf_mmap(rb, area, true), 0) << row.name;
    EXPECT_EQ(perf_mmap(rb, row.area, true), row.result) << row.name;
    EXPECT_EQ(rb.mmap_count, row.before.size() + (row.result == 0 ? 1 : 0)) << row.name;
  }
  MappedBuffer inherited;
  inherited.per_task_inherited = true;
  EXPECT_EQ(perf_mmap(inherited, {0, 3, true, true}), kInvalid);
}

TEST(PerfMapping, TheFirstMappingDecidesWhetherTheBufferIsOverwritten) {
  MappedBuffer rb;
  perf_mmap(rb, {0, 3, true, false});
  perf_mmap(rb, {0, 3, true, true});
  EXPECT_TRUE(rb.overwrite);
  perf_mmap_close(rb, {0, 3, true, false});
  perf_mmap_close(rb, {0, 3, true, true});
  EXPECT_FALSE(rb.exists);
  perf_mmap(rb, {0, 3, true, true});
  EXPECT_FALSE(rb.overwrite);
}

TEST(PerfMapping, FaultsGivePagesAndRefuseWrites) {
  MappedBuffer rb;
  EXPECT_EQ(perf_mmap_fault(rb, 0, Fault::read), std::nullopt);
  perf_mmap(rb, {0, 3, true, true});
  perf_mmap(rb, {4, 2, true, true}, true);
  struct Row {
    std::uint64_t pgoff;
    Fault fault;
    std::optional<BufferPage> page;
  };
  for (const Row& row : std::vector<Row>{{0, Fault::read, BufferPage{Kind::user, 0}},
                                         {0, Fault::write, BufferPage{Kind::user, 0}},
                                         {0, Fault::mkwrite, BufferPage{Kind::user, 0}},
                                         {1, Fault::read, BufferPage{Kind::data, 0}},
                                         {2, Fault::read, BufferPage{Kind::data, 1}},
                                         {1, Fault::write, std::nullopt},
                                         {1, Fault::mkwrite, std::nullopt},
                                         {3, Fault::read, std::nullopt},
                                         {4, Fault::read, BufferPage{Kind::aux, 0}},
                                         {5, Fault::read, BufferPage{Kind::aux, 1}},
                                         {5, Fault::write, std::nullopt},
                                         // The kernel's test lets this through, and its clamp
                                         // makes it the first page.
                                         {6, Fault::read, BufferPage{Kind::aux, 0}},
                                         {7, Fault::read, std::nullopt}})
    EXPECT_EQ(perf_mmap_fault(rb, row.pgoff, row.fault), row.page) << row.pgoff;
  EXPECT_EQ(perf_mmap_may_split(rb), kInvalid);
}

TEST(PerfRedirect, EventsThatMayShareABuffer) {
  struct Row {
    const char* name;
    RedirectedEvent event, output;
    bool may;
  };
  for (const Row& row :
       std::vector<Row>{{"one CPU, any tasks", {0, 1, 0, false, 0}, {0, 2, 0, false, 0}, true},
                        {"two CPUs", {0, 1, 0, false, 0}, {1, 1, 0, false, 0}, false},
                        {"a CPU and any", {0, 1, 0, false, 0}, {-1, 1, 0, false, 0}, false},
                        {"one task", {-1, 1, 0, false, 0}, {-1, 1, 0, false, 0}, true},
                        {"two tasks", {-1, 1, 0, false, 0}, {-1, 2, 0, false, 0}, false},
                        {"two clocks", {0, 1, 0, false, 0}, {0, 1, 1, false, 0}, false},
                        {"two directions", {0, 1, 0, false, 0}, {0, 1, 0, true, 0}, false},
                        {"backward both", {0, 1, 0, true, 0}, {0, 1, 0, true, 0}, true},
                        {"AUX of two PMUs", {0, 1, 0, false, 1}, {0, 1, 0, false, 2}, false},
                        {"AUX of one only", {0, 1, 0, false, 1}, {0, 1, 0, false, 0}, true}})
    EXPECT_EQ(may_share_buffer(row.event, row.output), row.may) << row.name;
}

}  // namespace
}  // namespace ringcheck
