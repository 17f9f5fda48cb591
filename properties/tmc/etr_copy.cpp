// etr-copy: one copy out of a TMC-ETR's bounce buffer: whole frames, filled from the start, or
// round and round; memory that is not coherent; both ends of both buffers. Tested by
// tests/properties/aux/aux_mutants_test.cpp.
#include "properties/aux/aux_bench.hpp"
#include "properties/tmc/sequences.hpp"
#include "protocol/tmc/etr_update.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kFrame = 16, kPage = 32;
constexpr std::uint64_t kStale = 0xee, kUntouched = 0xa5;
constexpr std::uint64_t kMostPages = 8;

constexpr std::array<std::string_view, 7> kProperties = {"I-24", "I-27", "I-28", "I-31",
                                                         "I-35", "I-36", "I-37"};
constexpr std::array kSetup = {
    Dial{"AUX size 2^", 5, 8},
    Dial{"pages", 1, kMostPages},
    Dial{"scattered", 0, 1},
    Dial{"full", 0, 1},
    Dial{"frames to the write pointer", 0, 2 * kMostPages - 1},
    Dial{"room", 0, 255},
    Dial{"head", 0, 1023},
    Dial{"overwrite", 0, 1},
};

/// Byte `i` of the bounce buffer as the ETR left it. Neither stale nor untouched.
std::uint64_t trace_byte(std::uint64_t i) {
  return 1 + i % 100;
}

struct EtrBench {
  EtrBench(const AuxCase& example, DefectSet defects)
      : size(example.setup[1] * kPage), bench(machine_setup(example, size), defects) {
    AuxMachine& m = bench.m;
    buf.at = EtrCells::at(m.driver);
    buf.data.memory = {m.driver + EtrCells::kCount, size, 1};
    buf.data.view = {buf.data.memory.base + size, size, 1};
    buf.mode = example.setup[2] != 0 ? EtrMode::sg : EtrMode::flat;
    buf.page_size = kPage;
    // Scattered pages lie the other way round.
    for (std::uint64_t page = 0; page < example.setup[1]; ++page)
      daddrs.push_back((kMostPages - page) * 2 * kPage);
    buf.daddrs = daddrs;
    buf.defects = defects;
    for (std::uint64_t i = 0; i < size; ++i) {
      m.word(buf.data.memory.address(i)) = trace_byte(i);
      m.word(buf.data.view.address(i)) = kStale;
    }
    for (std::uint64_t i = 0; i < m.aux.size(); ++i) m.word(m.aux.area.address(i)) = kUntouched;
    full = example.setup[3] != 0;
    at = example.setup[4] * kFrame % size;
    m.word(buf.at.rrp) = device_address(full ? at : 0);
    m.word(buf.at.rwp) = device_address(at);
    m.word(buf.at.status) = full ? kEtrFull : 0;
    m.word(buf.at.refcnt) = 1;
    m.word(buf.at.perf_buf) = buf.name;
    room = example.setup[5] % m.aux.size();
    head = example.setup[6];
    m.word(m.handle.size) = m.aux.overwrite ? 0 : room;
    m.word(m.handle.head) = head;
  }
  static AuxMachineSetup machine_setup(const AuxCase& example, std::uint64_t size) {
    AuxMachineSetup setup = bench_setup(std::uint64_t{1} << example.setup[0], 0);
    setup.overwrite = example.setup[7] != 0;
    setup.driver_words = EtrCells::kCount + 2 * size;
    return setup;
  }
  [[nodiscard]] std::uint64_t device_address(std::uint64_t offset) const {
    return buf.mode == EtrMode::sg ? daddrs[offset / kPage] + offset % kPage : offset;
  }

  std::uint64_t size;  ///< of the bounce buffer (bytes)
  AuxBench bench;
  EtrBuf buf;
  std::vector<std::uint64_t> daddrs;
  bool full = false;
  std::uint64_t at = 0;  ///< offset of the write pointer
  std::uint64_t room = 0, head = 0;
};

/// What stands at offset `i` after the head, of `copied` bytes.
void check_byte(EtrBench& b, std::uint64_t i, std::uint64_t copied, bool lost, AuxJudge& judge) {
  const std::uint64_t byte = b.bench.trace(b.head + i);
  if (i >= copied) {
    judge.require(byte == kUntouched, "I-24", "a byte outside the copy is written");
  } else if (lost && i < kFrame) {
    judge.require(byte == barrier_packet_unit(i, 1), "I-37",
                  "trace was dropped, and the copy does not start with a barrier packet");
  } else {
    judge.require(byte != kStale, "I-36", "a byte is copied that was not synced");
    judge.require(byte == trace_byte((b.at + b.size - copied + i) % b.size), "I-35",
                  "the copy is not the newest trace in order");
  }
}

constexpr std::array kShares = {Share{"copies", 50}, Share{"is capped by the room", 20},
                                Share{"copies around the end", 10}, Share{"lost trace", 20}};
void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  EtrBench b(example, defects);
  AuxMachine& m = b.bench.m;
  const bool overwrite = m.aux.overwrite;
  const std::uint64_t len = b.full ? b.size : b.at;
  // In overwrite mode a bounce buffer is no larger than the area.
  if (overwrite && len > m.aux.size()) return;
  auto cpu = b.bench.cpu();
  SettledUnit unit;
  const std::uint64_t copied = tmc_update_etr_buffer(cpu, unit, b.buf, 4, m.aux, m.handle);

  const bool capped = !overwrite && len > b.room;
  const bool lost = b.full || capped;
  judge.comes_to("copies", copied != 0);
  judge.comes_to("is capped by the room", capped);
  judge.comes_to("copies around the end", b.at < copied);
  judge.comes_to("lost trace", lost);
  judge.require(overwrite || copied <= b.room, "I-24", "more is copied than there is room");
  judge.require(!capped || (b.at + b.size - copied) % kFrame == 0, "I-37",
                "the copy does not start at a frame");
  judge.require(copied == (capped ? b.room - b.room % kFrame : len), "I-35",
                "not as much is copied as there is, or as there is room for");
  const std::uint64_t flags = m.word(m.handle.flags);
  judge.require(!lost || overwrite || flags == kAuxTruncated, "I-27",
                "trace was dropped, and the transaction is not called truncated");
  judge.require(!overwrite || flags == 0, "I-28",
                "in overwrite mode a full buffer has the event disabled");
  judge.require(!overwrite || m.word(m.handle.head) == b.head + copied, "I-31",
                "the handle's head is not behind the copy");
  if (copied <= m.aux.size())
    for (std::uint64_t i = 0; i < m.aux.size(); ++i) check_byte(b, i, copied, lost, judge);
}

}  // namespace

const AuxSequence kEtrCopy = {
    "etr-copy",  "one copy out of a TMC-ETR's bounce buffer, flat or scattered (SG, CATU)",
    kProperties, kSetup,
    {},          false,
    run,         4000,
    kShares};

}  // namespace ringcheck
