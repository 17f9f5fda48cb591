// etr-scattered: the copy out of pages that lie anywhere, for the device and for the CPU, to pages
// of the AUX area that lie anywhere. An ETR's own table or a CATU's finds the pages. etf-scattered:
// the copy to such pages from a sink with memory of its own.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <vector>

#include "properties/aux/aux_bench.hpp"
#include "properties/tmc/barrier_packet.hpp"
#include "properties/tmc/sequences.hpp"
#include "protocol/tmc/etf_update.hpp"
#include "protocol/tmc/etr_update.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kFrame = 16, kPage = 2 * kFrame, kMostPages = 4, kArea = 128;
constexpr std::uint64_t kInputAddress = std::uint64_t{1} << 20U;  ///< of a CATU
constexpr std::uint64_t kUntouched = 0xa5, kFirst = 1000;

constexpr std::array<std::string_view, 4> kProperties = {"I-24", "I-35", "I-37", "I-39"};
constexpr std::array kSetup = {Dial{"CATU", 0, 1},
                               Dial{"pages", 1, kMostPages},
                               Dial{"full", 0, 1},
                               Dial{"frames to the write pointer", 0, 2 * kMostPages - 1},
                               Dial{"room in frames", 0, kArea / kFrame - 1},
                               Dial{"head in frames", 0, 7}};

/// Number of the place, among twice as many, at which a page lies.
constexpr std::uint64_t place_of(std::uint64_t page) {
  return (5 * page + 3) % (2 * kMostPages);
}

constexpr std::uint64_t kAuxPages = kArea / kPage;
/// Words in which the pages of the AUX area lie anywhere; the words between belong to others.
constexpr std::uint64_t kAuxWords = 2 * kAuxPages * (kPage / kFrame);

/// Where the pages of the AUX area lie.
struct AuxPlaces {
  explicit AuxPlaces(std::uint64_t base) {
    for (std::uint64_t page = 0; page < kAuxPages; ++page)
      pages.push_back(base + place_of(page) * (kPage / kFrame));
  }
  /// The word of a position.
  [[nodiscard]] std::uint64_t address(std::uint64_t position) const {
    return pages[position % kArea / kPage] + position % kPage / kFrame;
  }
  std::vector<std::uint64_t> pages;
};

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  const bool catu = example.setup[0] != 0, full = example.setup[2] != 0;
  const std::uint64_t pages = example.setup[1], size = pages * kPage;
  const std::uint64_t at = example.setup[3] * kFrame % size;
  AuxMachineSetup setup = bench_setup(kArea, 0);
  setup.aux_unit = kFrame;
  const std::uint64_t words = 2 * kMostPages * (kPage / kFrame);
  setup.driver_words = EtrCells::kCount + words + kAuxWords;
  AuxBench b(setup, defects);
  EtrBuf buf;
  buf.at = EtrCells::at(b.m.driver);
  const std::uint64_t memory = b.m.driver + EtrCells::kCount;
  buf.data.memory = buf.data.view = {memory, size, kFrame};
  buf.mode = catu ? EtrMode::catu : EtrMode::sg;
  buf.hwaddr = kInputAddress;
  buf.page_size = kPage;
  buf.defects = defects;
  const AuxPlaces aux(memory + words);
  buf.aux_pages = {aux.pages, kPage, defects};
  std::vector<std::uint64_t> device_pages, cpu_pages;
  for (std::uint64_t page = 0; page < pages; ++page) {
    device_pages.push_back(0x8000 + place_of(page + 1) * kPage);
    cpu_pages.push_back(memory + place_of(page) * (kPage / kFrame));
    for (std::uint64_t i = 0; i < kPage / kFrame; ++i)
      b.word(cpu_pages.back() + i) = kFirst + page * (kPage / kFrame) + i;
  }
  buf.daddrs = device_pages;
  buf.vpages = cpu_pages;
  const auto device_address = [&](std::uint64_t offset) {
    return catu ? kInputAddress + offset : device_pages[offset / kPage] + offset % kPage;
  };
  b.word(buf.at.rrp) = device_address(full ? at : 0);
  b.word(buf.at.rwp) = device_address(at);
  b.word(buf.at.status) = full ? kEtrFull : 0;
  b.word(buf.at.refcnt) = 1;
  b.word(buf.at.perf_buf) = buf.name;
  const std::uint64_t room = example.setup[4] * kFrame, head = example.setup[5] * kFrame;
  for (std::uint64_t i = 0; i < kArea; i += kFrame) b.word(aux.address(i)) = kUntouched;
  b.word(b.m.handle.head) = head;
  b.word(b.m.handle.size) = room;
  auto cpu = b.cpu();
  SettledUnit unit;
  const std::uint64_t copied = tmc_update_etr_buffer(cpu, unit, buf, 4, b.m.aux, b.m.handle);

  const std::uint64_t len = full ? size : at, wanted = std::min(len, room);
  judge.require(copied == wanted, "I-35",
                "not as much is copied as there is, or as there is room for");
  for (std::uint64_t i = 0; i < kArea; i += kFrame) {
    const std::uint64_t found = b.word(aux.address(head + i));
    const std::uint64_t offset = ((full ? at : 0) + len - wanted + i) % size;
    if (i >= wanted)
      judge.require(found == kUntouched, "I-24", "a frame outside the copy is written");
    else if ((full || room < len) && i == 0)
      judge.require(found == packet_unit(0, kFrame), "I-37",
                    "trace was dropped, and the copy does not start with a barrier packet");
    else
      judge.require(found == kFirst + offset / kFrame, "I-35",
                    "the copy is not the newest trace in order");
  }
}

constexpr std::array<std::string_view, 3> kEtfProperties = {"I-24", "I-35", "I-39"};
constexpr std::array kEtfSetup = {Dial{"words in the sink", 0, kArea / kEtfWord},
                                  Dial{"head in words", 0, kArea / kEtfWord - 1}};

void run_etf(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  constexpr std::uint64_t kMemory = 2 * kArea, kPageWords = kPage / kEtfWord;
  const std::uint64_t taken = example.setup[0] * kEtfWord, head = example.setup[1] * kEtfWord;
  AuxMachineSetup setup = bench_setup(kArea, 0);
  setup.aux_unit = kEtfWord;
  setup.driver_words = EtfCells::kCount + kMemory / kEtfWord + 2 * kAuxPages * kPageWords;
  AuxBench b(setup, defects);
  EtfSink sink;
  sink.at = EtfCells::at(b.m.driver);
  sink.memory = {b.m.driver + EtfCells::kCount, kMemory, kEtfWord};
  std::vector<std::uint64_t> pages;
  for (std::uint64_t page = 0; page < kAuxPages; ++page)
    pages.push_back(sink.memory.base + sink.memory.words() + place_of(page) * kPageWords);
  sink.aux_pages = {pages, kPage, defects};
  const auto trace = [&](std::uint64_t position) -> std::uint64_t& {
    return b.word(pages[position % kArea / kPage] + position % kPage / kEtfWord);
  };
  for (std::uint64_t i = 0; i < taken; i += kEtfWord) b.word(sink.memory.address(i)) = kFirst + i;
  for (std::uint64_t i = 0; i < kArea; i += kEtfWord) trace(i) = kUntouched;
  b.word(sink.at.write) = taken;
  b.word(sink.at.refcnt) = 1;
  b.word(b.m.handle.head) = head;
  b.word(b.m.handle.size) = kArea;
  auto cpu = b.cpu();
  SettledUnit unit;
  tmc_set_etf_buffer(cpu, sink, b.m.aux, b.m.handle);
  judge.require(tmc_update_etf_buffer(cpu, unit, sink, 1, b.m.aux, b.m.handle) == taken, "I-35",
                "not as much is copied as there is");
  for (std::uint64_t i = 0; i < kArea; i += kEtfWord)
    judge.require(trace(head + i) == (i < taken ? kFirst + i : kUntouched),
                  i < taken ? "I-35" : "I-24", "trace is not copied to its pages in order");
}

}  // namespace

const AuxSequence kEtfScattered = {"etf-scattered",
                                   "a copy to pages of the AUX area that lie anywhere",
                                   kEtfProperties,
                                   kEtfSetup,
                                   {},
                                   true,
                                   run_etf};
const AuxSequence kEtrScattered = {"etr-scattered",
                                   "a copy out of pages, and to pages, that lie anywhere",
                                   kProperties,
                                   kSetup,
                                   {},
                                   true,
                                   run};

}  // namespace ringcheck
