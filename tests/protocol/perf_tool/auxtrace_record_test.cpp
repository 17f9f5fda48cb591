// The callbacks of auxtrace_record, and the perf events that they stop and start.
#include "protocol/perf_tool/auxtrace_record.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "protocol/core/sequential_cpu.hpp"

namespace ringcheck {
namespace {

/// An event of another PMU, and two of the driver's.
struct Events {
  std::vector<std::uint64_t> memory = {1, 0, 1, 0, 1, 0};
  std::array<Evsel, 3> events = {Evsel{1, 0, 1}, Evsel{8, 2, 3}, Evsel{8, 4, 5}};
  SequentialCpu<> cpu{memory};
};

TEST(PmuRecorder, StopsAndStartsTheFirstEventOfItsPmu) {
  Events e;
  const PmuRecorder recorder{8, e.events};
  EXPECT_FALSE(auxtrace_record_snapshot_start(e.cpu, recorder));
  EXPECT_EQ(e.memory, (std::vector<std::uint64_t>{1, 0, 0, 1, 1, 0}));
  EXPECT_FALSE(auxtrace_record_snapshot_finish(e.cpu, recorder, false));
  EXPECT_EQ(e.memory, (std::vector<std::uint64_t>{1, 0, 1, 0, 1, 0}));
}

/// Two PMUs with AUX areas, as two units of Arm SPE are: Linux 6.12 stops and starts the events of
/// both, and enables that of the first behind a drain.
TEST(PmuRecorder, TakesTheEventsOfAllUnitsIfAsked) {
  std::vector<std::uint64_t> memory = {1, 0, 1, 0, 1, 0, 0};
  const std::array<Evsel, 3> events = {Evsel{9, 0, 1, {}, true}, Evsel{1, 2, 3},
                                       Evsel{8, 4, 5, 6, true}};
  SequentialCpu<> cpu(memory);
  const PmuRecorder recorder{8, events, true, true};
  EXPECT_FALSE(recorder.snapshot_start(cpu));
  EXPECT_EQ(memory, (std::vector<std::uint64_t>{0, 1, 1, 0, 0, 1, 0}));
  memory[6] = 1;
  EXPECT_TRUE(recorder.snapshot_finish(cpu)) << "the ioctl of the second fails";
  EXPECT_EQ(memory, (std::vector<std::uint64_t>{1, 0, 1, 0, 0, 1, 0}));
  memory[0] = 0;
  EXPECT_FALSE(recorder.read_finish(cpu));
  EXPECT_EQ(memory, (std::vector<std::uint64_t>{1, 0, 1, 0, 0, 1, 0}));
  EXPECT_TRUE((PmuRecorder{8, std::span(events).subspan(1, 1), true, true}.snapshot_start(cpu)));
}

TEST(PmuRecorder, FailsWithoutAnEvent) {
  Events e;
  const PmuRecorder recorder{9, e.events};
  EXPECT_TRUE(auxtrace_record_snapshot_start(e.cpu, recorder));
  EXPECT_TRUE(auxtrace_record_snapshot_finish(e.cpu, recorder, false));
  EXPECT_TRUE(recorder.read_finish(e.cpu));
}

/// The second ioctl fails, and changes neither what the kernel does nor what perf believes.
TEST(PmuRecorder, FailsWhereTheIoctlDoes) {
  std::vector<std::uint64_t> memory = {1, 0, 2};
  const std::array<Evsel, 1> events = {Evsel{8, 0, 1, 2}};
  SequentialCpu<> cpu(memory);
  const PmuRecorder recorder{8, events};
  EXPECT_FALSE(recorder.snapshot_start(cpu));
  EXPECT_TRUE(recorder.snapshot_finish(cpu));
  EXPECT_EQ(memory, (std::vector<std::uint64_t>{0, 1, 0}));
  EXPECT_FALSE(recorder.snapshot_finish(cpu));
  EXPECT_EQ(memory, (std::vector<std::uint64_t>{1, 0, 0}));
}

TEST(PmuRecorder, IsNotStartedAgainAtTheExit) {
  Events e;
  const PmuRecorder recorder{8, e.events};
  auxtrace_record_snapshot_start(e.cpu, recorder);
  EXPECT_FALSE(auxtrace_record_snapshot_finish(e.cpu, recorder, true));
  EXPECT_EQ(e.memory[2], 0U);
}

/// The kernel has stopped an event that had no room. perf enables it after a drain, unless perf has
/// disabled it itself.
TEST(PmuRecorder, EnablesBehindADrainWhatPerfHasNotDisabled) {
  Events e;
  const PmuRecorder recorder{8, e.events};
  e.memory[2] = 0;
  EXPECT_FALSE(recorder.read_finish(e.cpu));
  EXPECT_EQ(e.memory[2], 1U);
  evlist_disable(e.cpu, e.events);
  EXPECT_EQ(e.memory, (std::vector<std::uint64_t>{0, 1, 0, 1, 0, 1}));
  EXPECT_FALSE(recorder.read_finish(e.cpu));
  EXPECT_EQ(e.memory[2], 0U);
}

struct NoCallbacks {};

TEST(AuxtraceRecord, ADriverWithoutCallbacksHasNothingToStop) {
  Events e;
  const NoCallbacks none;
  EXPECT_FALSE(auxtrace_record_snapshot_start(e.cpu, none));
  EXPECT_FALSE(auxtrace_record_snapshot_finish(e.cpu, none, false));
  EXPECT_EQ(e.memory, (std::vector<std::uint64_t>{1, 0, 1, 0, 1, 0}));
}

// V-66
TEST(PmuRecorder, FailsBehindADrainWhereTheEventDoesNotRun) {
  Events e;
  e.events[0].aux = e.events[1].aux = true;
  e.events[0].end_buffer = e.events[1].first_buffer = 2;
  const PmuRecorder any{8, e.events, true};
  EXPECT_FALSE(any.read_finish(e.cpu, 1));
  EXPECT_TRUE(any.read_finish(e.cpu, 2));
  EXPECT_FALSE((PmuRecorder{8, e.events}.read_finish(e.cpu, 2)));
}

}  // namespace
}  // namespace ringcheck
