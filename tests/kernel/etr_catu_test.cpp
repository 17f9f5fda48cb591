// A TMC-ETR whose addresses a CATU translates: what becomes of the CATU when the sink cannot be had.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "kernel/calls/etr_sides.hpp"

namespace ringcheck {
namespace {

/// A sink whose memory only a CATU finds, for an area of two pages.
EtrSetup sink_with(CatuEnabled catu) {
  EtrSetup setup;
  setup.area.page_bytes = kEtrPageBytes;
  setup.area.aux_pages = 2;
  setup.area.driver_words = EtrWords::kCount;
  setup.sharing = EtrSharing::session;
  setup.must_be_ready = setup.no_run = setup.has_catu = true;
  setup.catu = catu;
  if (catu == CatuEnabled::before_the_sink) setup.enables = SysfsEnables::later;
  return setup;
}

/// A sink, its CATU, and its event's tracer on a CPU.
struct Translated {
  explicit Translated(const EtrSetup& of) : setup(of) {}

  std::int64_t run(DriverOp op, std::uint64_t first, std::uint64_t second,
                   std::string_view what = {}) {
    Answers answers;
    sink.run({static_cast<unsigned>(op), {first, second}, {}}, answers);
    const auto found = std::ranges::find(answers, what, &Answer::what);
    return static_cast<std::int64_t>((found == answers.end() ? answers.front() : *found).value);
  }
  std::int64_t add() { return run(DriverOp::add, 0, 1); }
  std::int64_t told(std::string_view what) { return run(DriverOp::mapped, 1, 0, what); }
  int beside(EtrUser user) {
    constexpr std::size_t kOtherSession = 2;
    return sink.use(EtrAct(user, kOtherSession)).value_or(1);
  }

  EtrSetup setup;
  EtrWords words{setup};
  EtrSpecification sink{setup, words, ReserveOrder::tail_first};
};

TEST(Catu, LeadsToEachPageThroughItsTables) {
  constexpr std::uint64_t kFirst = 0x10'0000, kSecond = 0x20'0000, kEntryBytes = 8, kNext = 511;
  const std::map<std::uint64_t, std::uint64_t> memory = {
      {kFirst, 0x5000 | 1},
      {kFirst + kEntryBytes, 0x7000},
      {kFirst + kNext * kEntryBytes, kSecond | 1},
      {kSecond + kEntryBytes, 0x9000 | 1},
      {kSecond + kNext * kEntryBytes, 0}};
  const auto page = [&](std::uint64_t offset) {
    return walk_catu_table(kFirst, offset, [&](std::uint64_t address) {
      const auto found = memory.find(address);
      return found == memory.end() ? std::optional<std::uint64_t>() : found->second;
    });
  };
  EXPECT_EQ(page(100), 0x5000U);
  EXPECT_EQ(page(kDevicePage), std::nullopt);  // not valid
  EXPECT_EQ(page(kCatuTableReach + kDevicePage + 5), 0x9000U);
  EXPECT_EQ(page(2 * kCatuTableReach), std::nullopt);
}

TEST(Catu, TranslatesForAnEventAndIsGivenBack) {
  for (const CatuEnabled catu : {CatuEnabled::by_the_sink, CatuEnabled::before_the_sink}) {
    Translated etr(sink_with(catu));
    EXPECT_EQ(etr.setup.memory().mode, EtrMode::catu);
    EXPECT_EQ(etr.add(), 0);
    EXPECT_EQ(etr.told("the CATU is on"), 1);
    etr.run(DriverOp::write, 100, 0);
    etr.run(DriverOp::del, 0, 0);
    EXPECT_EQ(etr.sink.word(etr.words.aux.user_head), 100U);
    EXPECT_EQ(etr.told("bytes that went astray"), 0);
    EXPECT_EQ(etr.told("the CATU is on"), 0);
    EXPECT_EQ(etr.told("the CATU is claimed"), 0);
  }
}

TEST(Catu, OfADebuggersSinkStaysEnabled) {  // V-52
  EtrSetup setup = sink_with(CatuEnabled::by_the_sink);
  setup.first = EtrFirst::debugger;
  Translated etr(setup);
  EXPECT_EQ(etr.add(), kInvalid);
  etr.beside(EtrUser::debugger);
  EXPECT_EQ(etr.add(), kInvalid);
  EXPECT_EQ(etr.told("the CATU is on"), 1);
}

TEST(Catu, OfASessionThatHasGoneLeadsTheNextOneToFreedMemory) {  // V-67
  Translated etr(sink_with(CatuEnabled::before_the_sink));
  for (const EtrUser user : {EtrUser::area, EtrUser::tracer}) EXPECT_EQ(etr.beside(user), 0);
  EXPECT_EQ(etr.add(), kInvalid);
  EXPECT_EQ(etr.told("users of the CATU"), 2);
  for (const EtrUser user : {EtrUser::tracer, EtrUser::area}) EXPECT_EQ(etr.beside(user), 0);
  EXPECT_EQ(etr.told("the CATU is on"), 1);
  EXPECT_EQ(etr.add(), 0);
  etr.run(DriverOp::write, 100, 0);
  EXPECT_EQ(etr.told("bytes that went astray"), 100);
}

TEST(Catu, OfASinkWithoutABufferStaysClaimed) {  // V-68
  EtrSetup setup = sink_with(CatuEnabled::before_the_sink);
  setup.first = EtrFirst::read_by_file;
  Translated etr(setup);
  EXPECT_EQ(etr.beside(EtrUser::sysfs), kBusy);
  etr.beside(EtrUser::file);
  EXPECT_EQ(etr.beside(EtrUser::sysfs), kBusy);
  EXPECT_EQ(etr.told("the CATU is claimed"), 1);
  EXPECT_EQ(etr.told("the CATU is on"), 0);
}

TEST(Catu, WaitsForMemoryUnderItsLock) {  // V-69
  for (const CatuEnabled catu : {CatuEnabled::by_the_sink, CatuEnabled::before_the_sink}) {
    Translated etr(sink_with(catu));
    etr.beside(EtrUser::sysfs);
    EXPECT_EQ(etr.told("warnings"), catu == CatuEnabled::before_the_sink ? 1 : 0);
  }
}

TEST(EtrMemory, OfHalfAnOddSizeIsLessThanTheBuffer) {  // V-70
  EtrSetup setup = sink_with(CatuEnabled::by_the_sink);
  setup.configured = 2 * kEtrLeastBuffer + kEtrPageBytes;
  setup.area.failing = 10;
  const EtrGot got = setup.start().got;
  EXPECT_EQ(got.memory.bytes, kEtrLeastBuffer + kEtrPageBytes / 2);
  EXPECT_EQ(got.daddrs.size() * kEtrPageBytes, kEtrLeastBuffer);
}

}  // namespace
}  // namespace ringcheck
