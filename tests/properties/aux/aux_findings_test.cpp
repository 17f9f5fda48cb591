// What Linux 6.1 should not do in the AUX area but does, at the level of values. Each test is an
// entry of docs/findings.md, and shows it with the specification as it is.
#include <gtest/gtest.h>

#include "properties/aux/aux_sequence.hpp"
#include "properties/aux/sequences.hpp"
#include "properties/pt/pt_machine.hpp"
#include "properties/pt/sequences.hpp"
#include "properties/tmc/sequences.hpp"
#include "properties/trbe/sequences.hpp"
#include "properties/trbe/trbe_bench.hpp"
#include "protocol/aux/addr_filter.hpp"
#include "protocol/bts/bts_pmu.hpp"
#include "protocol/perf_tool/aio_push.hpp"
#include "protocol/tmc/etf_update.hpp"
#include "protocol/trbe/trbe_pmu.hpp"

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
  for (const LongWidth width : {LongWidth{}, LongWidth{true}}) {
    const std::uint64_t sign = width.sign();
    AuxMachineSetup setup = small_area();
    setup.width = width;
    setup.head = setup.tail = sign + 16;
    setup.wakeup = sign - 32;
    AuxMachine m(setup);
    auto cpu = m.cpu();
    ASSERT_TRUE(perf_aux_output_begin(cpu, m.aux, m.handle, m.events[0]));
    perf_aux_output_end(cpu, m.aux, m.handle, 8);
    EXPECT_EQ(m.word(m.aux.at.aux_head), sign + 24);
    EXPECT_EQ(m.word(m.aux.at.aux_wakeup), sign + 32);
    // 56 bytes later, the reader has not been woken for 32.
    m.word(m.aux.at.user_tail) = sign + 24;
    const std::uint64_t irq = m.irq();
    ASSERT_TRUE(perf_aux_output_begin(cpu, m.aux, m.handle, m.events[0]));
    perf_aux_output_end(cpu, m.aux, m.handle, 39);
    EXPECT_EQ(m.word(m.aux.at.aux_head), sign + 63);
    EXPECT_EQ(m.irq(), irq);
  }
}

// F-23, by values
TEST(AuxFinding, The32BitHeadOfThePageHasASignAndThatOfRecordsHasNot) {
  AuxMachineSetup setup = small_area();
  setup.width = {true};
  setup.head = setup.tail = setup.wakeup = setup.width.sign() - 8;
  AuxMachine m(setup);
  auto cpu = m.cpu();
  ASSERT_TRUE(perf_aux_output_begin(cpu, m.aux, m.handle, m.events[0]));
  perf_aux_output_end(cpu, m.aux, m.handle, 16);
  EXPECT_EQ(m.word(m.aux.at.user_head), 0x8000'0008U);
  EXPECT_EQ(m.word(*m.aux.user_head_high), 0xffff'ffffU);
  EXPECT_EQ(m.word(m.aux.ring.data_word(std::uint64_t{8})), 0x7fff'fff8U) << "of the record";
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

/// BTS on pages of 4096 bytes, each a separate piece, all filled with ones, from `head` on.
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
  // Of the 24 skipped bytes, the first 8 are zero, and 16 are unchanged.
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

// V-11
TEST(AuxFinding, WholeLapOfPtThatDoesNotEndAtTheEndCountsAsNothing) {
  for (const std::uint64_t origin : {0U, 4096U}) {
    PtBenchSetup setup;
    setup.origin = origin;
    setup.watermark_pages = 4;
    PtBench b(setup, {});
    auto cpu = b.bench.cpu();
    SettledUnit unit;
    pt_event_start(cpu, unit, b.pt, b.bench.m.events[0]);
    b.write(5 * kPtPageBytes);
    EXPECT_EQ(b.written, 4 * kPtPageBytes) << "STOP is where the reader's tail is";
    pt_event_stop(cpu, unit, b.pt, b.bench.m.events[0]);
    EXPECT_EQ(b.word(b.pt.aux.at.aux_head) - origin, origin == 0 ? 16384U : 0U);
  }
}

// V-12
TEST(AuxFinding, PtWritesElsewhereWhenARegionLiesAtNoMultipleOfItsSize) {
  PtBenchSetup setup;
  setup.origin = 4096;
  PtBench b(setup, {});
  b.pt.topa = make_topa({0, 1, 0}, true);  // pages 0, 1 and 2, 3
  auto cpu = b.bench.cpu();
  SettledUnit unit;
  pt_event_start(cpu, unit, b.pt, b.bench.m.events[0]);
  EXPECT_EQ(b.word(b.pt.handle.head), 4096U);
  EXPECT_EQ(b.word(b.pt.at.mask), 1U) << "the region that starts at 4096";
  EXPECT_EQ(b.word(b.pt.at.offset), 4096U) << "and so writes to 8192";
}

// V-13
TEST(AuxFinding, AnyPerformanceInterruptSetsABtsSnapshotBack) {
  AuxMachineSetup setup = BtsOnPages::setup(4, 0);
  setup.overwrite = true;
  setup.watermark = 0;
  AuxMachine m(setup);
  BtsUnit bts;
  bts.at = BtsCells::at(m.driver);
  bts.aux = m.aux;
  bts.handle = m.handle;
  bts.pieces = make_bts_pieces({4}, 4096);
  auto cpu = m.cpu();
  SettledUnit unit;
  bts_event_start(cpu, unit, bts, m.events[0]);
  m.word(bts.at.index) += 10 * kBtsRecordBytes;
  EXPECT_FALSE(bts_performance_interrupt(cpu, unit, bts)) << "it was for another event";
  EXPECT_EQ(m.word(bts.at.index), 0U);
  bts_event_stop(cpu, unit, bts, m.events[0]);
  EXPECT_EQ(m.word(bts.aux.at.aux_head), 0U) << "ten records were stored";
}

// V-14
TEST(AuxFinding, FilterThatOnlyTouchesAMappingIsAboutAllAddressesBehind) {
  const AddrFilter filter{1, 0x2000, 0x1000, false};
  for (const std::uint64_t offset :
       {0x1000U, 0x3000U}) {  // ends, or starts, where the other starts
    const Mapping mapping{0x400000, 0x401000, 1, offset};
    AddrRange range;
    EXPECT_TRUE(perf_addr_filter_vma_adjust(filter, mapping, range));
    EXPECT_EQ(range.size, 0U);
    EXPECT_EQ(pt_filter_of(filter, range, 48), (PtFilter{range.start, ~std::uint64_t{0}, 1}));
  }
}

// V-55: file 3 is the one below file 1, an overlay's.
TEST(AuxFinding, AFilterOnAFileOfAnOverlayMatchesNothing) {
  const Mapping mapping{.start = 0x1000, .end = 0x2000, .file = 1, .backing = 3};
  for (const FilterFile compared : {FilterFile::backing, FilterFile::named})
    EXPECT_EQ(perf_addr_filter_match(AddrFilter{1, 0, 8, false}, mapping, compared),
              compared == FilterFile::named);
}

// V-15
TEST(AuxFinding, TrbeInterruptsLateWhenPositionsEnd) {
  for (const std::uint64_t origin : {std::uint64_t{128}, 0 - std::uint64_t{128}}) {
    AuxMachineSetup setup = bench_setup(256, origin);
    setup.watermark = 64;
    setup.wakeup = origin;
    setup.driver_words = TrbeCells::kCount;
    AuxBench b(setup, {});
    TrbeUnit trbe;
    trbe.aux = b.m.aux;
    trbe.handle = b.m.handle;
    trbe.page_size = 64;
    trbe.least = 16;
    auto cpu = b.cpu();
    ASSERT_TRUE(perf_aux_output_begin(cpu, trbe.aux, trbe.handle, b.m.events[0]));
    EXPECT_EQ(b.word(trbe.handle.wakeup), origin + 64);
    EXPECT_EQ(trbe_normal_offset(cpu, trbe), origin == 128 ? 192U : 256U);
  }
}

// V-16
TEST(AuxFinding, CopyFromAnEtb10StartsInTheMiddleOfAFrame) {
  constexpr std::uint64_t kMemory = 64, kRoom = 31;
  AuxMachineSetup setup = bench_setup(64, 0);
  setup.aux_unit = kEtfWord;
  setup.driver_words = EtfCells::kCount + kMemory / kEtfWord;
  AuxBench b(setup, {});
  EtfSink sink;
  sink.at = EtfCells::at(b.m.driver);
  sink.memory = {b.m.driver + EtfCells::kCount, kMemory, kEtfWord};
  sink.etb10 = true;
  for (std::uint64_t i = 0; i < kMemory; i += kEtfWord) b.word(sink.memory.address(i)) = i;
  b.word(sink.at.write) = 48;
  b.word(sink.at.refcnt) = 1;
  b.word(b.m.handle.size) = kRoom;
  auto cpu = b.cpu();
  SettledUnit unit;
  EXPECT_EQ(tmc_update_etf_buffer(cpu, unit, sink, 4, b.m.aux, b.m.handle), 28U);
  EXPECT_EQ(b.trace(16), 36U) << "behind the barrier packet: a word into the frame at 32";
}

// V-17
TEST(AuxFinding, PerfWritesTwiceWhatComesBetweenTwoLoadsOfTheHead) {
  for (const bool once : {true, false}) {
    // The head, the tail, references, the file's length, blocks, the ring, the file, memory.
    std::vector<std::uint64_t> memory(4 + 8 + 16 + 32 + 32);
    AioMap map{{12, 16, 1},
               0,
               1,
               2,
               {28, 32, 1},
               3,
               {AioBlockCells::at(4), AioBlockCells::at(8)},
               {{60, 16, 1}, {76, 16, 1}},
               once,
               {}};
    memory[map.head] = 4;
    std::uint64_t accesses = 0;
    // The kernel writes 2 bytes more after the first load.
    const auto go_on = [&] { memory[map.head] = accesses++ < 2 ? 4 : 6; };
    SequentialCpu<IgnoreObservations, BeforeEachAccess<decltype(go_on)>> cpu(
        memory, {}, BeforeEachAccess<decltype(go_on)>(go_on));
    EXPECT_TRUE(record_aio_push(cpu, map));
    EXPECT_TRUE(record_aio_push(cpu, map));
    EXPECT_EQ(memory[map.file_end], once ? 6U : 8U);
  }
}

// V-18
TEST(AuxFinding, RoomOfMoreThan4GiBIsCutTo32Bits) {
  EXPECT_EQ(0x1'0000'0fffU & tmc_get_memwidth_mask(4), 0xff0U);
}

// V-19
TEST(AuxFinding, SnapshotOfATrbeWithAnErratumEndsAtItsFirstFill) {
  for (const std::uint64_t beyond : {0U, 8U}) {
    AuxMachineSetup setup = bench_setup(256, 0);
    setup.overwrite = true;
    setup.watermark = 0;
    setup.driver_words = TrbeCells::kCount;
    AuxBench b(setup, {});
    TrbeUnit trbe = trbe_of(b);
    trbe.page_size = 64;
    trbe.errata.beyond_limit = beyond;
    auto cpu = b.cpu();
    SettledUnit unit;
    const PerfEvent& event = b.m.events[0];
    etm_event_start(cpu, unit, trbe, event);
    // The unit fills the buffer up to its limit.
    b.word(trbe.at.pointer) = 0;
    b.word(trbe.at.status) = kTrbeFull;
    EXPECT_TRUE(arm_trbe_irq_handler(cpu, unit, trbe, [](auto&) {}));
    EXPECT_EQ(b.word(trbe.handle.event) != 0, beyond == 0) << "goes on";
  }
}

// V-20
TEST(AuxFinding, PtRunsOverUnreadTraceWhereLessThanAPageOfRoomCrossesAPage) {
  PtBenchSetup setup;
  setup.origin = 4 * kPtPageBytes + 2048;
  PtBench b(setup, {});
  b.bench.tail() = 6144;  // 12288 bytes are unread
  auto cpu = b.bench.cpu();
  SettledUnit unit;
  pt_event_start(cpu, unit, b.pt, b.bench.m.events[0]);
  EXPECT_EQ(b.word(b.pt.handle.size), 4095U);
  EXPECT_EQ(b.word(b.pt.at.stop_te), 4U) << "the last region; the unit is in the first";
  b.write(5 * kPtPageBytes);
  EXPECT_EQ(b.written, 2048 + 3 * kPtPageBytes);
}

}  // namespace
}  // namespace ringcheck
