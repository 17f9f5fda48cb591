// What the drivers of a TMC-ETF and of an ETB10 copy to the AUX area, depending on where their
// sink's pointers are, and who keeps a session from the sink.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "kernel/calls/etf_sides.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kPageBytes = 64, kAreaPages = 2;
constexpr std::uint32_t kPacket = 0x7fff'ffff;

EtfSetup setup_with(bool etb10, std::uint64_t words) {
  EtfSetup setup;
  setup.area.page_bytes = kPageBytes;
  setup.area.aux_pages = kAreaPages;
  setup.area.trace_unit = kEtfWord;
  setup.area.driver_words = EtfWords::kCount;
  setup.etb10 = etb10;
  setup.words = words;
  return setup;
}

Call call(DriverOp op, std::uint64_t first = 0, std::uint64_t second = 0, std::uint64_t third = 0) {
  return {static_cast<unsigned>(op), {first, second, third}, {}};
}

/// A sink, and its event's tracer on a CPU.
struct Running {
  explicit Running(const EtfSetup& of) : setup(of) {}

  /// Runs a call. Returns the first answer.
  std::int64_t run(const Call& what) {
    Answers answers;
    sink.run(what, answers);
    return static_cast<std::int64_t>(answers.at(0).value);
  }
  std::int64_t beside(EtfUser user) {
    return run(call(DriverOp::interrupt, static_cast<std::uint64_t>(user)));
  }
  /// What the driver has done to the sink, in steps.
  std::uint64_t steps() {
    Answers answers;
    sink.run(call(DriverOp::mapped, 1), answers);
    return std::ranges::find(answers, "steps of the driver", &Answer::what)->value;
  }

  EtfSetup setup;
  EtfWords words{setup};
  EtfSpecification sink{setup, words, ReserveOrder::tail_first};
};

struct CopyCase {
  const char* name;
  bool etb10;
  std::uint64_t memory, written;  ///< words
  bool overwrite;
  std::uint64_t copied;  ///< bytes that aux_head has moved by
  bool lost;             ///< the copy starts with a barrier packet
  std::uint32_t last;    ///< which word of trace ends the copy, from 1
};

class EtfCopy : public ::testing::TestWithParam<CopyCase> {};

TEST_P(EtfCopy, stop) {
  EtfSetup setup = setup_with(GetParam().etb10, GetParam().memory);
  setup.area.overwrite = GetParam().overwrite;
  Running running(setup);
  EXPECT_EQ(running.run(call(DriverOp::add, 0, 1)), 0);
  running.run(call(DriverOp::write, GetParam().written));
  running.run(call(DriverOp::del));
  EXPECT_EQ(running.sink.word(running.words.aux.user_head), GetParam().copied);
  const auto at = [&](std::uint64_t offset) {
    return static_cast<std::uint32_t>(
        running.sink.word(running.words.area + offset % (kAreaPages * kPageBytes) / kEtfWord));
  };
  if (GetParam().copied <= kAreaPages * kPageBytes) {
    EXPECT_EQ(at(0) == kPacket, GetParam().lost);
  }
  std::uint32_t last = GetParam().last - 1;
  EXPECT_EQ(at(GetParam().copied - kEtfWord), etf_trace_word(last));
}

// There is room for 127 bytes, of which the driver of an ETF takes whole frames, and that of an
// ETB10 words (V-16). What an ETB10 has of a frame that is not whole is left out. Snapshots take
// all, around the end of the area.
INSTANTIATE_TEST_SUITE_P(
    all, EtfCopy,
    ::testing::Values(CopyCase{"etf", false, 16, 8, false, 32, false, 8},
                      CopyCase{"etf_within_a_frame", false, 16, 10, false, 40, false, 10},
                      CopyCase{"etf_full", false, 16, 20, false, 64, true, 20},
                      CopyCase{"etf_without_room", false, 64, 50, false, 112, true, 50},
                      CopyCase{"etf_snapshot", false, 64, 80, true, 256, true, 80},
                      CopyCase{"etb10", true, 16, 8, false, 32, false, 8},
                      CopyCase{"etb10_within_a_frame", true, 16, 10, false, 32, true, 8},
                      CopyCase{"etb10_full", true, 16, 20, false, 64, true, 20},
                      CopyCase{"etb10_without_room", true, 64, 52, false, 124, true, 52},
                      CopyCase{"etb10_snapshot", true, 64, 80, true, 256, true, 80}),
    [](const auto& test) { return test.param.name; });

struct StartCase {
  const char* name;
  bool etb10;
  std::vector<EtfUser> before;  ///< who comes before the event
  bool is_ready;
  std::int64_t result;  ///< of add
  std::uint64_t steps;  ///< of the driver on the sink, for add
  std::uint64_t refcnt;
};

class EtfStart : public ::testing::TestWithParam<StartCase> {};

TEST_P(EtfStart, add) {
  EtfSetup setup = setup_with(GetParam().etb10, 16);
  setup.is_ready = GetParam().is_ready;
  setup.must_be_ready = true;
  Running running(setup);
  for (const EtfUser user : GetParam().before) running.beside(user);
  const std::uint64_t before = running.steps();
  EXPECT_EQ(running.run(call(DriverOp::add, 0, 1)), GetParam().result);
  EXPECT_EQ(running.steps() - before, GetParam().steps);
  EXPECT_EQ(running.sink.word(running.words.users.refcnt), GetParam().refcnt);
}

// Four writes and a wait, between unlocking and locking, after the sink was claimed; an ETB10 is
// cleared by 16 writes, and six more set it up. A file keeps the sink if there is a buffer to read.
INSTANTIATE_TEST_SUITE_P(
    all, EtfStart,
    ::testing::Values(
        StartCase{"etf_free", false, {}, true, 0, 8, 1},
        StartCase{"etf_of_its_session", false, {EtfUser::same_session}, true, 0, 0, 2},
        StartCase{"etf_of_a_session", false, {EtfUser::other_session}, true, kInvalid, 0, 1},
        StartCase{"etf_of_sysfs", false, {EtfUser::sysfs}, true, kInvalid, 0, 1},
        StartCase{"etf_of_a_path", false, {EtfUser::link}, true, kInvalid, 0, 1},
        StartCase{"etf_of_a_debugger", false, {EtfUser::debugger}, true, kInvalid, 1, 0},
        StartCase{"etf_not_ready", false, {}, false, kInvalid, 5, 0},
        StartCase{"etf_file_of_nothing", false, {EtfUser::file}, true, 0, 8, 1},
        StartCase{"etf_file",
                  false,
                  {EtfUser::sysfs, EtfUser::sysfs, EtfUser::file},
                  true,
                  kInvalid,
                  0,
                  0},
        StartCase{"etb10_free", true, {}, true, 0, 25, 1},
        StartCase{"etb10_of_its_session", true, {EtfUser::same_session}, true, 0, 0, 2},
        StartCase{"etb10_of_sysfs", true, {EtfUser::sysfs}, true, kInvalid, 0, 1},
        StartCase{"etb10_not_ready", true, {}, false, 0, 25, 1},
        StartCase{"etb10_file", true, {EtfUser::file}, true, 0, 25, 1}),
    [](const auto& test) { return test.param.name; });

// V-34
TEST(Etb10, OnlyTheFirstTracerNotesWhereItsTraceGoes) {
  for (const bool etb10 : {false, true}) {
    EtfSetup setup = setup_with(etb10, 16);
    setup.area.head = 32;
    Running running(setup);
    running.beside(EtfUser::same_session);
    running.run(call(DriverOp::add, 0, 1));
    EXPECT_EQ(running.sink.word(running.words.target), etb10 ? 0U : 32U);
  }
}

// V-29
TEST(Etf, APathThroughItKeepsTheSession) {
  Running running(setup_with(false, 16));
  running.run(call(DriverOp::add, 0, 1));
  EXPECT_EQ(running.beside(EtfUser::link), 0);
  running.run(call(DriverOp::del));
  running.beside(EtfUser::link);
  EXPECT_EQ(running.sink.word(running.words.users.mode), kSinkDisabled);
  EXPECT_EQ(running.sink.word(running.words.users.pid), kEtfSession);
  EXPECT_EQ(running.beside(EtfUser::other_session), kBusy);
}

TEST(Etf, ABufferThatSysfsCouldNotUseIsFreedAndKept) {
  Running running(setup_with(false, 16));
  running.run(call(DriverOp::add, 0, 1));
  EXPECT_EQ(running.beside(EtfUser::sysfs), kBusy);
  running.run(call(DriverOp::del));
  EXPECT_EQ(running.beside(EtfUser::file), 0) << "there is a buffer to read";
  EXPECT_THROW(running.beside(EtfUser::file), SpecificationFailure);
}

/// Reads at most `bytes` bytes of the file, where the last reader stood or from `at` less one on.
std::int64_t read(Running& running, std::uint64_t bytes, std::uint64_t at = 0) {
  Answers answers;
  running.sink.run({static_cast<unsigned>(DriverOp::interrupt),
                    {static_cast<std::uint64_t>(EtfUser::reader), 0, at, bytes},
                    {}},
                   answers);
  return static_cast<std::int64_t>(answers.at(0).value);
}

TEST(EtfFile, IsReadToTheEndOfTheTrace) {
  constexpr std::uint64_t kWords = 5;
  Running running(setup_with(false, 16));
  EXPECT_EQ(read(running, 16), 1);  // it is not open
  running.beside(EtfUser::sysfs);
  running.run(call(DriverOp::write, kWords));
  running.beside(EtfUser::file);
  EXPECT_EQ(read(running, 16), 16);
  EXPECT_EQ(read(running, 16), 4);
  EXPECT_EQ(read(running, 16), 0);
}

// V-71
TEST(EtbFile, TakesAnotherDumpForEachRead) {
  constexpr std::uint64_t kMemory = 16;
  Running running(setup_with(true, kMemory));
  running.beside(EtfUser::sysfs);
  running.beside(EtfUser::file);
  const std::uint64_t before = running.steps();
  EXPECT_EQ(read(running, 16), 16);
  const std::uint64_t dump = running.steps() - before;
  EXPECT_GT(dump, 0U);
  EXPECT_EQ(read(running, 100), static_cast<std::int64_t>(kMemory * kEtfWord) - 16);
  EXPECT_EQ(read(running, 16), 0);
  EXPECT_EQ(running.steps() - before, 3 * dump);
}

// V-72
TEST(EtbFile, IsNotReadBeyondTheMemory) {
  constexpr std::uint64_t kMemory = 16;
  Running running(setup_with(true, kMemory));
  running.beside(EtfUser::file);
  EXPECT_EQ(read(running, 16, kMemory * kEtfWord + 1), 0);
  EXPECT_EQ(read(running, 16, kMemory * kEtfWord + 2), kBadAddress);
}

}  // namespace
}  // namespace ringcheck
