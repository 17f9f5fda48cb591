// What Linux 6.1 does in the AUX area that it should not, at the level of values. Each test is an
// entry of docs/findings.md and shows it with the specification as it is.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "properties/conform/aux_machine.hpp"
#include "protocol/aux/bts_pmu.hpp"
#include "protocol/aux/etr_update.hpp"
#include "protocol/aux/pt_pmu.hpp"

namespace ringcheck {
namespace {

AuxMachineSetup small_area() {
  AuxMachineSetup setup;
  setup.aux_size = 64;
  setup.watermark = 32;
  setup.data_size = 64;
  setup.data_watermark = 64;
  setup.events.resize(1);
  return setup;
}

// V-01
TEST(AuxFinding, RequestToDisableIsLostOnTheFirstCpu) {
  for (const std::uint64_t number : {0U, 1U}) {
    AuxMachineSetup setup = small_area();
    setup.head = 63;  // tail 0: 63 of 64 bytes are unread
    AuxMachine m(setup);
    m.aux.cpu = number;
    auto cpu = m.cpu();
    EXPECT_FALSE(perf_aux_output_begin(cpu, m.aux, m.handle, m.events[0]));
    EXPECT_EQ(m.word(m.events[0].at->pending_wakeup), 1U);
    EXPECT_EQ(m.word(m.events[0].at->pending_disable), number) << "read as: disable or not";
  }
}

// V-02
TEST(AuxFinding, WakeupBoundaryIsAheadOfTheHeadBeyondTheSignOfALong) {
  AuxMachineSetup setup = small_area();
  setup.head = setup.tail = kLongSign + 16;
  setup.wakeup = kLongSign - 32;
  AuxMachine m(setup);
  auto cpu = m.cpu();
  ASSERT_TRUE(perf_aux_output_begin(cpu, m.aux, m.handle, m.events[0]));
  perf_aux_output_end(cpu, m.aux, m.handle, 8);
  EXPECT_EQ(m.word(m.aux.at.aux_head), kLongSign + 24);
  EXPECT_EQ(m.word(m.aux.at.aux_wakeup), kLongSign + 32);
  // 56 bytes later, the reader has not been woken for 32.
  m.word(m.aux.at.user_tail) = kLongSign + 24;
  const std::uint64_t irq = m.irq();
  ASSERT_TRUE(perf_aux_output_begin(cpu, m.aux, m.handle, m.events[0]));
  perf_aux_output_end(cpu, m.aux, m.handle, 39);
  EXPECT_EQ(m.word(m.aux.at.aux_head), kLongSign + 63);
  EXPECT_EQ(m.irq(), irq);
}

// V-03
TEST(AuxFinding, TruncationIsNotToldWhenTheDataRingIsFull) {
  AuxMachine m(small_area());
  auto cpu = m.cpu();
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(perf_aux_output_begin(cpu, m.aux, m.handle, m.events[0]));
    perf_aux_output_flag(cpu, m.handle, i == 0 ? 0 : kAuxTruncated);
    perf_aux_output_end(cpu, m.aux, m.handle, 8);
  }
  EXPECT_EQ(m.word(m.aux.at.user_head), 16U);
  EXPECT_EQ(m.new_records(), Json::parse(R"([["AUX",32,0,8,0]])"));
  EXPECT_EQ(m.word(m.aux.ring.at.lost), 1U);
}

// V-04
TEST(AuxFinding, SyncOfScatteredPagesLeavesOutTheLastOne) {
  constexpr std::uint64_t kPage = 32;
  AuxMachineSetup setup = small_area();
  setup.overwrite = true;
  setup.driver_words = EtrCells::kCount + 4 * kPage;
  AuxMachine m(setup);
  const std::vector<std::uint64_t> daddrs = {0, kPage};
  EtrBuf buf;
  buf.at = EtrCells::at(m.driver);
  buf.data.memory = {m.driver + EtrCells::kCount, 2 * kPage, 1};
  buf.data.view = {buf.data.memory.base + 2 * kPage, 2 * kPage, 1};
  buf.mode = EtrMode::sg;
  buf.page_size = kPage;
  buf.daddrs = daddrs;
  for (std::uint64_t i = 0; i < 2 * kPage; ++i) {
    m.word(buf.data.memory.address(i)) = 1;
    m.word(buf.data.view.address(i)) = 0;  // what was there before
  }
  m.word(buf.at.rrp) = 8;
  m.word(buf.at.rwp) = 36;
  m.word(buf.at.refcnt) = 1;
  m.word(buf.at.perf_buf) = buf.name;
  auto cpu = m.cpu();
  SettledUnit unit;
  EXPECT_EQ(tmc_update_etr_buffer(cpu, unit, buf, 4, m.aux, m.handle), 28U);
  for (std::uint64_t i = 0; i < 28; ++i)
    EXPECT_EQ(m.word(m.aux.area.address(i)), i < 24 ? 1U : 0U) << "stale from 24 on, at " << i;
}

/// BTS on pages of 4096 bytes, each a piece of its own, all filled with ones, from `head` on.
struct BtsOnPages {
  BtsOnPages(std::uint64_t pages, std::uint64_t head, std::size_t piece)
      : machine(setup(pages, head)) {
    bts.at = BtsCells::at(machine.driver);
    bts.aux = machine.aux;
    bts.handle = machine.handle;
    bts.pieces = make_bts_pieces(std::vector<std::uint64_t>(pages, 1), 4096);
    machine.word(bts.at.cur_buf) = piece;
    for (std::uint64_t i = 0; i < machine.aux.size(); ++i)
      machine.word(machine.aux.area.address(i)) = 1;
  }
  static AuxMachineSetup setup(std::uint64_t pages, std::uint64_t head) {
    AuxMachineSetup s = small_area();
    s.aux_size = pages * 4096;
    s.watermark = s.aux_size;
    s.head = s.tail = head;
    s.driver_words = BtsCells::kCount;
    return s;
  }
  AuxMachine machine;
  BtsUnit bts;
};

// V-05
TEST(AuxFinding, PaddingOfADisplacedPieceIsTooShort) {
  // Piece 2 of four: from 8192 + 16 on, 4080 bytes of records. One record before its end, BTS moves
  // on to piece 3, which starts at 12288.
  BtsOnPages b(4, 8192 + 16 + 4080 - 24, 2);
  auto cpu = b.machine.cpu();
  SettledUnit unit;
  bts_event_start(cpu, unit, b.bts, b.machine.events[0]);
  EXPECT_EQ(b.machine.word(b.bts.handle.head), 12288U);
  const auto at = [&](std::uint64_t i) { return b.machine.word(b.machine.aux.area.address(i)); };
  // Of the 24 bytes that are skipped, the first 8 are zero, and 16 are what they were.
  for (std::uint64_t i = 0; i < 24; ++i) EXPECT_EQ(at(12264 + i), i < 8 ? 0U : 1U) << i;
}

// V-06
TEST(AuxFinding, RecordOfAPtSnapshotTellsTheBuffersSize) {
  AuxMachineSetup setup = small_area();
  setup.aux_size = kPtPageBytes;
  setup.overwrite = true;
  setup.watermark = 0;
  setup.driver_words = PtCells::kCount;
  AuxMachine m(setup);
  PtUnit pt;
  pt.at = PtCells::at(m.driver);
  pt.aux = m.aux;
  pt.handle = m.handle;
  pt.single = true;
  auto cpu = m.cpu();
  SettledUnit unit;
  pt_event_start(cpu, unit, pt, m.events[0]);
  m.word(pt.at.offset) = 50;  // the unit wrote 50 bytes
  pt_event_stop(cpu, unit, pt, m.events[0]);
  EXPECT_EQ(m.new_records(), Json::parse(R"([["AUX",32,50,4096,2]])"));
}

TEST(AuxFinding, EachIsExplainedInTheDocumentation) {
  std::ifstream file(std::string(RINGCHECK_SOURCE_DIR) + "/docs/findings.md");
  std::stringstream text;
  text << file.rdbuf();
  for (int i = 1; i <= 10; ++i) {
    const std::string heading =
        "\n## V-" + std::string(i < 10 ? "0" : "") + std::to_string(i) + " ";
    EXPECT_NE(text.str().find(heading), std::string::npos) << heading;
  }
}

}  // namespace
}  // namespace ringcheck
