// From the options of perf record to rings.
#include <gtest/gtest.h>

#include "protocol/record/evlist.hpp"
#include "protocol/record/map_size.hpp"

namespace ringcheck {
namespace {

const CpuMap kOnline = {0, 1, 2, 3};
constexpr int kCommand = 100;

/// CPU and thread of each event, in the order in which they are opened.
std::vector<std::pair<int, int>> opened(const Deployment& made) {
  std::vector<std::pair<int, int>> list;
  for (const OpenedEvent& event : made.events) list.emplace_back(event.cpu, event.thread);
  return list;
}

struct TargetRow {
  const char* name;
  RecordTarget target;
  std::vector<std::pair<int, int>> events;  ///< of one event of the command line
  bool inherit;
  std::size_t rings;
};

TEST(Deployment, OpensAndMapsWhatTheDocumentsSay) {
  const std::vector<TargetRow> rows = {
      {"by default", {}, {{0, 100}, {1, 100}, {2, 100}, {3, 100}}, true, 4},
      {"--per-thread", {.per_thread = true}, {{-1, 100}}, false, 1},
      {"-C 0,2", {.cpu_list = {0, 2}}, {{0, -1}, {2, -1}}, true, 2},
      {"-a", {.system_wide = true}, {{0, -1}, {1, -1}, {2, -1}, {3, -1}}, true, 4},
      {"-p", {.threads = {7, 8}, .per_thread = true}, {{-1, 7}, {-1, 8}}, false, 2},
      {"-p -C 0", {.threads = {7}, .cpu_list = {0}, .per_thread = true}, {{-1, 7}}, false, 1},
      {"-C 0,2 --per-thread",
       {.cpu_list = {0, 2}, .per_thread = true},
       {{0, -1}, {2, -1}},
       true,
       2}};
  for (const TargetRow& row : rows) {
    const Deployment made = deploy(row.target, {RecordEvsel{}}, kOnline, kCommand);
    EXPECT_EQ(opened(made), row.events) << row.name;
    EXPECT_EQ(made.events.front().inherit, row.inherit) << row.name;
    EXPECT_EQ(made.rings.size(), row.rings) << row.name;
    EXPECT_EQ(made.expected_maps, row.rings) << row.name;
    EXPECT_EQ(made.refused, nullptr) << row.name;
  }
}

TEST(Deployment, ThreadsOfACpuShareItsRing) {
  const Deployment made = deploy({.threads = {7, 8}}, {RecordEvsel{}}, {0, 1}, kCommand);
  ASSERT_EQ(made.events.size(), 4U);
  EXPECT_EQ(made.rings.size(), 2U);
  for (const OpenedEvent& event : made.events)
    EXPECT_EQ(made.rings[event.ring].cpu, event.cpu) << event.thread;
}

TEST(Deployment, PairsDataAndAuxAreas) {
  std::vector<RecordEvsel> evsels(2);
  evsels[1].needs_aux = true;
  const Deployment of_cpus = deploy({.system_wide = true}, evsels, {0, 1}, kCommand);
  ASSERT_EQ(of_cpus.rings.size(), 2U);
  for (const MappedRing& ring : of_cpus.rings) {
    ASSERT_TRUE(ring.aux);
    EXPECT_EQ(ring.aux->cpu, ring.cpu);
    EXPECT_EQ(ring.aux->thread, kAny);
  }
  const Deployment of_threads =
      deploy({.threads = {7, 8}, .per_thread = true}, evsels, {0, 1}, kCommand);
  ASSERT_EQ(of_threads.rings.size(), 2U);
  EXPECT_EQ(of_threads.rings[1].aux->cpu, kAny);
  EXPECT_EQ(of_threads.rings[1].aux->thread, 8);
}

TEST(Deployment, AnEventOfAllCpusHasRingsBehindThoseOfThreads) {
  std::vector<RecordEvsel> evsels(2);
  evsels[1].system_wide = true;
  const Deployment made = deploy({.threads = {7, 8}, .per_thread = true}, evsels, {0, 1}, kCommand);
  ASSERT_EQ(made.rings.size(), 4U);
  EXPECT_EQ(made.expected_maps, 4U);
  EXPECT_EQ(made.rings[2].index, 2U);
  EXPECT_EQ(made.rings[3].cpu, 1);
}

TEST(Deployment, BothDirectionsHaveARingOfTheirOwn) {
  std::vector<RecordEvsel> evsels(3);
  evsels[1].write_backward = true;
  const Deployment made = deploy({}, evsels, {0}, kCommand);
  ASSERT_EQ(made.rings.size(), 2U);
  EXPECT_EQ(made.events[0].ring, made.events[2].ring);
  EXPECT_NE(made.events[0].ring, made.events[1].ring);
  EXPECT_TRUE(made.rings[made.events[1].ring].overwrite);
}

TEST(MapSize, IsRoundedUpToAPowerOfTwoOfPages) {
  struct Row {
    GivenSize given;
    std::optional<std::uint64_t> pages;
  };
  for (const Row& row : std::vector<Row>{{{1, false}, 1},
                                         {{5, false}, 8},
                                         {{1, true}, 1},
                                         {{4096, true}, 1},
                                         {{4097, true}, 2},
                                         {{3 * 4096, true}, 4},
                                         {{0, false}, std::nullopt},
                                         {{std::uint64_t{1} << 33U, false}, std::nullopt}})
    EXPECT_EQ(parse_pages(row.given), row.pages) << row.given.number;
}

TEST(MapSize, DefaultsFitWhatAUserMayLock) {
  EXPECT_EQ(default_pages(516), 128U);
  EXPECT_EQ(full_trace_pages({}, {}, true, 516), (MapPages{128, 1024}));
  EXPECT_EQ(full_trace_pages({}, {}, false, 516), (MapPages{64, 32}));
  EXPECT_EQ(full_trace_pages(16, {}, false, 516), (MapPages{16, 32}));
  EXPECT_EQ(full_trace_pages({}, 64, false, 516), (MapPages{128, 64}));
}

}  // namespace
}  // namespace ringcheck
