// What the driver of a TMC-ETR copies to the AUX area, depending on what its sink reports and how
// its memory is laid out, whose buffers it has, and who keeps a session from the sink.
#include <gtest/gtest.h>

#include <algorithm>

#include "kernel/calls/etr_sides.hpp"

namespace ringcheck {
namespace {

Call call(DriverOp op, std::uint64_t first = 0, std::uint64_t second = 0) {
  return {static_cast<unsigned>(op), {first, second}, {}};
}

/// A sink whose memory can be had, for an area of two pages.
EtrSetup sink_with(EtrSharing sharing = EtrSharing::alone) {
  EtrSetup setup;
  setup.area.page_bytes = kEtrPageBytes;
  setup.area.aux_pages = 2;
  setup.area.driver_words = EtrWords::kCount;
  setup.sharing = sharing;
  setup.must_be_ready = true;
  return setup;
}

/// A sink, and its event's tracer on a CPU.
struct Running {
  explicit Running(const EtrSetup& of) : setup(of) {}

  /// Runs a call. Returns the answer to `what`, or the first one.
  std::int64_t run(const Call& call_of, std::string_view what = {}) {
    Answers answers;
    sink.run(call_of, answers);
    const auto found = std::ranges::find(answers, what, &Answer::what);
    return static_cast<std::int64_t>((found == answers.end() ? answers.front() : *found).value);
  }
  std::int64_t add() { return run(call(DriverOp::add, 0, 1)); }
  /// Another user does something; 1: he can do nothing.
  int beside(EtrUser user, std::size_t other = 0) {
    return sink.use(EtrAct(user, other)).value_or(1);
  }
  std::int64_t told(std::string_view what) { return run(call(DriverOp::mapped, 1), what); }
  [[nodiscard]] std::uint64_t head() const { return sink.word(words.aux.user_head); }

  EtrSetup setup;
  EtrWords words{setup};
  EtrSpecification sink{setup, words, ReserveOrder::tail_first};
};

struct CopyCase {
  const char* name;
  bool scattered;
  std::uint64_t written;
  std::uint64_t status;
  std::uint64_t copied;  ///< what aux_head has moved by
};

class EtrCopy : public ::testing::TestWithParam<CopyCase> {};

TEST_P(EtrCopy, stop) {
  EtrSetup setup = sink_with();
  setup.capabilities = kEtrScatters;
  setup.no_run = GetParam().scattered;
  Running running(setup);
  const EtrWords& words = running.words;
  ASSERT_FALSE(words.refused);
  EXPECT_EQ(words.start.got.daddrs.empty(), !GetParam().scattered);
  running.add();
  running.run(call(DriverOp::write, GetParam().written, GetParam().status));
  running.run(call(DriverOp::del));
  EXPECT_EQ(running.head(), GetParam().copied);
  EXPECT_EQ(running.sink.word(words.etr.full), GetParam().written >= 2 * kEtrPageBytes ? 1U : 0U);
  for (std::uint64_t i = 0; i < GetParam().copied && GetParam().written < kEtrPageBytes; ++i)
    EXPECT_EQ(running.sink.word(words.area + i), i + 1) << i;
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
  EtrSharing sharing = EtrSharing::alone;
};

class EtrFailing : public ::testing::TestWithParam<FailingCase> {};

TEST_P(EtrFailing, got) {
  EtrSetup setup;
  setup.area.aux_pages = 2;
  setup.area.failing = GetParam().failing;
  setup.capabilities = 1;
  setup.no_run = GetParam().no_run;
  setup.sharing = GetParam().sharing;
  const EtrStart start = setup.start();
  EXPECT_EQ(start.got.memory.bytes, GetParam().bytes);
  EXPECT_EQ(start.got.memory.mode, GetParam().mode);
  EXPECT_EQ(start.allocations, GetParam().allocations);
  EXPECT_EQ(start.lost_pages, GetParam().lost_pages);
}

// The area has two pages, and sysfs says one: the second attempt is for that. Before either come
// two allocations of what is kept about the event, and at the start of each one of what is kept
// about the memory.
constexpr std::uint64_t kTwo = 2 * kEtrPageBytes;
INSTANTIATE_TEST_SUITE_P(
    all, EtrFailing,
    ::testing::Values(
        FailingCase{"none", 0, false, kTwo, EtrMode::flat, 5, 0},
        FailingCase{"of_the_event", 2, false, 0, EtrMode::flat, 2, 0},
        FailingCase{"of_the_memory", 3, false, kEtrPageBytes, EtrMode::flat, 6, 0},
        FailingCase{"the_run", 5, false, kTwo, EtrMode::sg, 19, 0},
        FailingCase{"a_page", 12, true, kEtrPageBytes, EtrMode::sg, 27, 0},
        FailingCase{"a_page_for_the_device", 11, true, kEtrPageBytes, EtrMode::sg, 26, 1},
        FailingCase{"the_table", 6, false, 0, EtrMode::flat, 6, 0, EtrSharing::session}),
    [](const auto& test) { return test.param.name; });

struct StartCase {
  const char* name;
  EtrFirst first;
  TracerCase tracer;
  bool is_ready;
  std::int64_t result;  ///< of add
  std::int64_t steps;   ///< of the driver on the sink
  std::uint64_t refcnt;
};

class EtrStarts : public ::testing::TestWithParam<StartCase> {};

TEST_P(EtrStarts, add) {
  EtrSetup setup = sink_with();
  setup.first = GetParam().first;
  setup.tracer_case = GetParam().tracer;
  setup.is_ready = GetParam().is_ready;
  Running running(setup);
  const std::int64_t before = running.told("steps of the driver");
  EXPECT_EQ(running.add(), GetParam().result);
  EXPECT_EQ(running.sink.word(running.words.sink.refcnt), GetParam().refcnt);
  EXPECT_EQ(running.told("steps of the driver") - before, GetParam().steps);
}

// Eight writes and a wait, between unlocking and locking, after the sink was claimed, and the
// tracer; taking the sink out of use and giving it back are another nine steps. Who joins others
// programs nothing.
INSTANTIATE_TEST_SUITE_P(
    all, EtrStarts,
    ::testing::Values(
        StartCase{"free", EtrFirst::nobody, TracerCase::traces, true, 0, 13, 1},
        StartCase{"of_sysfs", EtrFirst::sysfs, TracerCase::traces, true, kInvalid, 0, 1},
        StartCase{"of_its_session", EtrFirst::its_session, TracerCase::traces, true, 0, 1, 2},
        StartCase{"of_its_owner", EtrFirst::its_owner, TracerCase::traces, true, 0, 1, 2},
        StartCase{"of_a_session", EtrFirst::other_session, TracerCase::traces, true, kInvalid, 0,
                  1},
        StartCase{"of_a_debugger", EtrFirst::debugger, TracerCase::traces, true, kInvalid, 1, 0},
        StartCase{"read_by_file", EtrFirst::read_by_file, TracerCase::traces, true, 0, 13, 1},
        StartCase{"not_ready", EtrFirst::nobody, TracerCase::traces, false, kInvalid, 5, 0},
        StartCase{"no_tracer", EtrFirst::nobody, TracerCase::missing, true, kInvalid, 0, 0},
        StartCase{"no_path", EtrFirst::nobody, TracerCase::elsewhere, true, 0, 0, 0},
        StartCase{"tracer_refuses", EtrFirst::nobody, TracerCase::refuses, true, kInvalid, 21, 0}),
    [](const auto& test) { return test.param.name; });

struct SharingCase {
  const char* name;
  EtrSharing sharing;
  std::size_t other;        ///< whose area is mapped, and whose tracer joins
  int joins;                ///< what its tracer gets
  std::int64_t references;  ///< of the event's buffer
  bool event_last;          ///< the event's tracer leaves last
  std::uint64_t copied;     ///< to the event's area
  std::uint64_t flags;      ///< of the other transaction
};

class EtrShared : public ::testing::TestWithParam<SharingCase> {};

TEST_P(EtrShared, last_one_copies) {
  constexpr std::uint64_t kTrace = 64;
  Running running(sink_with(GetParam().sharing));
  EXPECT_EQ(running.beside(EtrUser::area, GetParam().other), 0);
  EXPECT_EQ(running.told("references of a buffer"), GetParam().references);
  running.add();
  EXPECT_EQ(running.beside(EtrUser::tracer, GetParam().other), GetParam().joins);
  running.run(call(DriverOp::write, kTrace));
  if (!GetParam().event_last) running.run(call(DriverOp::del));
  if (GetParam().joins == 0) {
    EXPECT_EQ(running.beside(EtrUser::tracer, GetParam().other), 0);
  }
  if (GetParam().event_last) running.run(call(DriverOp::del));
  EXPECT_EQ(running.head(), GetParam().copied);
  EXPECT_EQ(running.sink.word(running.words.sink.refcnt), 0U);
  EXPECT_EQ(running.sink.handle_of(GetParam().other).flags, GetParam().flags);
}

// Events that follow their tasks have one session and two buffers: the trace of whoever comes later
// is lost, or whoever leaves last gets it all (V-64).
INSTANTIATE_TEST_SUITE_P(
    all, EtrShared,
    ::testing::Values(SharingCase{"session", EtrSharing::session, 0, 0, 2, true, 64, 0},
                      SharingCase{"session_other_last", EtrSharing::session, 0, 0, 2, false, 0, 0},
                      SharingCase{"other_session", EtrSharing::session, 2, kBusy, 1, true, 64, 0},
                      SharingCase{"owner", EtrSharing::alone, 3, 0, 1, true, 64, 0},
                      SharingCase{"owner_other_last", EtrSharing::alone, 3, 0, 1, false, 0,
                                  kAuxTruncated}),
    [](const auto& test) { return test.param.name; });

struct SysfsCase {
  const char* name;
  std::vector<EtrUser> users;  ///< what they do, one after the other
  int result;                  ///< of the last one
  std::uint64_t mode, sysfs_buf, reading;
};

class EtrSysfs : public ::testing::TestWithParam<SysfsCase> {};

TEST_P(EtrSysfs, uses) {
  for (const SysfsEnables enables : {SysfsEnables::at_once, SysfsEnables::later}) {
    EtrSetup setup = sink_with();
    setup.enables = enables;
    Running running(setup);
    int result = 0;
    for (const EtrUser user : GetParam().users) result = running.beside(user, 3);
    EXPECT_EQ(result, GetParam().result);
    EXPECT_EQ(running.sink.word(running.words.sink.mode), GetParam().mode);
    EXPECT_EQ(running.sink.word(running.words.sink.sysfs_buf) != 0 ? 1U : 0U, GetParam().sysfs_buf);
    EXPECT_EQ(running.sink.word(running.words.sink.reading), GetParam().reading);
  }
}

constexpr EtrUser kSysfs = EtrUser::sysfs, kToo = EtrUser::sysfs_too, kFile = EtrUser::file;
constexpr EtrUser kArea = EtrUser::area, kTracer = EtrUser::tracer;
INSTANTIATE_TEST_SUITE_P(
    all, EtrSysfs,
    ::testing::Values(
        SysfsCase{"takes", {kSysfs}, 0, kSinkSysfs, 1, 0},
        SysfsCase{"leaves", {kSysfs, kSysfs}, 0, kSinkDisabled, 1, 0},
        SysfsCase{"another_path", {kSysfs, kToo, kSysfs}, 0, kSinkSysfs, 1, 0},
        SysfsCase{"another_size", {kSysfs, kSysfs, EtrUser::size, kSysfs}, 0, kSinkSysfs, 1, 0},
        SysfsCase{"perf_has_it", {kArea, kTracer, kSysfs}, kBusy, kSinkPerf, 0, 0},
        SysfsCase{"nothing_to_read", {kFile}, kInvalid, kSinkDisabled, 0, 0},
        SysfsCase{"read_while_it_traces", {kSysfs, kFile}, 0, kSinkSysfs, 1, 1},
        SysfsCase{"goes_on", {kSysfs, kFile, kFile}, 0, kSinkSysfs, 1, 0},
        SysfsCase{"freed_when_read", {kSysfs, kSysfs, kFile, kFile}, 0, kSinkDisabled, 0, 0},
        SysfsCase{"visited", {kSysfs, kSysfs, EtrUser::visitor}, 0, kSinkDisabled, 0, 0},
        SysfsCase{
            "visited_while_it_is_read", {kSysfs, kFile, EtrUser::visitor}, kBusy, kSinkSysfs, 1, 1},
        SysfsCase{
            "taken_while_it_is_read", {kSysfs, kSysfs, kFile, kSysfs}, kBusy, kSinkDisabled, 1, 1},
        SysfsCase{"left_while_it_is_read", {kSysfs, kFile, kSysfs}, 0, kSinkSysfs, 1, 1}),
    [](const auto& test) { return test.param.name; });

// V-63
TEST(Etr, AnEventThatFollowsItsTaskTakesTheSessionsBufferOutOfTheTable) {
  constexpr std::size_t kSame = 0, kSameToo = 1, kAlone = 3;
  Running running(sink_with());
  for (const std::size_t other : {kSame, kAlone, kAlone}) running.beside(EtrUser::area, other);
  EXPECT_EQ(running.told("buffers that nobody has"), 1);
  EXPECT_EQ(running.sink.word(running.words.sink.entry), 0U);
  running.beside(EtrUser::area, kSameToo);
  EXPECT_EQ(running.told("references of a buffer"), 1);
}

// V-65
TEST(Etr, ASinkThatIsReadGoesOnWhenTheSessionHasGone) {
  constexpr std::size_t kSame = 0;
  EtrSetup setup = sink_with();
  setup.first = EtrFirst::read_by_file;
  Running running(setup);
  for (const EtrUser user : {kArea, kTracer}) running.beside(user, kSame);
  running.beside(kArea, 1);
  running.beside(kTracer, 1);
  running.beside(kTracer, 1);
  running.beside(kTracer, kSame);
  running.beside(kArea, kSame);
  running.beside(kArea, 1);
  EXPECT_EQ(running.told("the sink captures"), 1);
  running.run(call(DriverOp::write, 16));
  EXPECT_EQ(running.told("bytes that went astray"), 16);
}

}  // namespace
}  // namespace ringcheck
