// etr-copy: one copy out of a TMC-ETR's bounce buffer. It has whole frames, filled from the start,
// from where it was last read, or round and round; memory is not coherent; the copy goes around
// both ends of both buffers; and the registers tell what there is only once the ETR has stopped.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "properties/aux/aux_bench.hpp"
#include "properties/tmc/barrier_packet.hpp"
#include "properties/tmc/sequences.hpp"
#include "protocol/tmc/etr_update.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kFrame = 16, kPage = 32;
constexpr std::uint64_t kStale = 0xee, kUntouched = 0xa5;
constexpr std::uint64_t kMostPages = 8;
constexpr std::uint64_t kAddress = 0x10'0000;  ///< of a flat buffer, and of a CATU's
constexpr std::uint64_t kNowhere = 0x1000;     ///< in no buffer
constexpr std::uint64_t kReady = 1U << 2U, kTriggered = 1U << 1U;  ///< other bits of the status

constexpr std::array<std::string_view, 8> kProperties = {"I-24", "I-27", "I-28", "I-31",
                                                         "I-35", "I-36", "I-37", "I-38"};
enum Number : std::size_t {
  area,
  pages,
  mode,
  is_full,
  frames,
  space,
  start,
  wraps,
  read,
  width,
  tracers,
  pointers
};
constexpr std::array kSetup = {
    Dial{"AUX size 2^", 5, 8},
    Dial{"pages", 1, kMostPages},
    Dial{"flat, by a table or by a CATU", 0, 2},
    Dial{"full", 0, 1},
    Dial{"frames to the write pointer", 0, 2 * kMostPages - 1},
    Dial{"room", 0, 255},
    Dial{"head", 0, 1023},
    Dial{"overwrite", 0, 1},
    Dial{"frames to the read pointer", 0, 2 * kMostPages - 1},
    Dial{"words of the bus 2^", 0, 4},
    Dial{"tracers beside nine", 0, 9},
    Dial{"pointers beside nine", 0, 9},
};

/// Byte `i` of the bounce buffer as the ETR left it. Neither stale nor untouched.
std::uint64_t trace_byte(std::uint64_t i) {
  return 1 + i % 100;
}

struct EtrBench {
  EtrBench(const AuxCase& example, DefectSet defects)
      : size(example.setup[pages] * kPage), bench(machine_setup(example, size), defects) {
    AuxMachine& m = bench.m;
    buf.at = EtrCells::at(m.driver);
    buf.data.memory = {m.driver + EtrCells::kCount, size, 1};
    buf.data.view = {buf.data.memory.base + size, size, 1};
    buf.mode = static_cast<EtrMode>(example.setup[mode]);
    buf.hwaddr = kAddress;
    buf.page_size = kPage;
    // Scattered pages lie next to each other, in another order.
    for (std::uint64_t page = 0; page < example.setup[pages]; ++page)
      daddrs.push_back(kAddress + (page ^ 1U) * kPage);
    // What follows the list is no page of the buffer.
    daddrs.push_back(kNowhere);
    buf.daddrs = std::span(daddrs).first(example.setup[pages]);
    buf.defects = defects;
    for (std::uint64_t i = 0; i < size; ++i) {
      m.word(buf.data.memory.address(i)) = m.word(buf.data.view.address(i)) = kStale;
    }
    for (std::uint64_t i = 0; i < m.aux.size(); ++i) m.word(m.aux.area.address(i)) = kUntouched;
    full = example.setup[is_full] != 0;
    at = example.setup[frames] * kFrame % size;
    from = full ? at : read_pointer(example.setup[Number::read]);
    len = full ? size : (at + size - from) % size;
    // What the last session left.
    m.word(buf.at.len) = m.word(buf.at.offset) = m.word(buf.at.full) = 1;
    m.word(buf.at.rrp) = m.word(buf.at.rwp) = device_address(from);
    m.word(buf.at.status) = 0;
    m.word(buf.at.refcnt) = shared(example) ? 2 : 1;
    m.word(buf.at.perf_buf) = buf.name;
    if (buf.mode == EtrMode::sg) stray = example.setup[pointers];
    room = example.setup[space] % m.aux.size();
    head = example.setup[start];
    m.word(m.handle.size) = m.aux.overwrite ? 0 : room;
    m.word(m.handle.head) = head;
  }
  static AuxMachineSetup machine_setup(const AuxCase& example, std::uint64_t size) {
    AuxMachineSetup setup = bench_setup(std::uint64_t{1} << example.setup[area], 0);
    setup.overwrite = example.setup[wraps] != 0;
    setup.driver_words = EtrCells::kCount + 2 * size;
    return setup;
  }
  static bool shared(const AuxCase& example) { return example.setup[tracers] == 0; }
  /// Where an ETR that has not gone round was last read: a flat one has written past that, and
  /// scattered pages were read whole (docs/findings.md V-04).
  [[nodiscard]] std::uint64_t read_pointer(std::uint64_t frame) const {
    if (buf.mode == EtrMode::flat) return frame * kFrame % (at + kFrame);
    return frame * kFrame / kPage * kPage % size;
  }
  [[nodiscard]] std::uint64_t device_address(std::uint64_t offset) const {
    return buf.mode == EtrMode::sg ? daddrs[offset / kPage] + offset % kPage : kAddress + offset;
  }
  /// The other way round; an address in no page of the buffer is beyond it. All buffers but flat
  /// ones are synced by pages.
  [[nodiscard]] std::uint64_t offset_of(std::uint64_t address) const {
    if (buf.mode == EtrMode::flat) return address - kAddress;
    for (std::uint64_t page = 0; page < buf.daddrs.size(); ++page)
      if (address - buf.daddrs[page] < kPage) return page * kPage + address - buf.daddrs[page];
    return size;
  }
  /// What the ETR had under way is in memory, and its registers say so.
  void settle() {
    AuxMachine& m = bench.m;
    for (std::uint64_t i = 0; i < size; ++i) m.word(buf.data.memory.address(i)) = trace_byte(i);
    m.word(buf.at.rwp) = device_address(at);
    if (stray == 0) m.word(buf.at.rwp) = kNowhere;
    if (stray == 1) m.word(buf.at.rrp) = kNowhere;
    m.word(buf.at.status) = (full ? kEtrFull : 0) | kReady | kTriggered;
  }
  /// True iff byte `i` of the buffer may be synced: a traced byte, or any if trace goes round; in
  /// scattered pages, any byte in a page with a traced one.
  [[nodiscard]] bool may_be_synced(std::uint64_t i) const {
    if (buf.mode == EtrMode::flat) return from + len > size || (from <= i && i < from + len);
    for (std::uint64_t byte = i / kPage * kPage; byte < i / kPage * kPage + kPage; ++byte)
      if ((byte + size - from) % size < len) return true;
    return false;
  }

  std::uint64_t size;  ///< of the bounce buffer (bytes)
  AuxBench bench;
  EtrBuf buf;
  std::vector<std::uint64_t> daddrs;
  bool full = false;
  std::uint64_t at = 0;    ///< offset of the write pointer
  std::uint64_t from = 0;  ///< of the read pointer
  std::uint64_t len = 0;   ///< bytes of trace
  std::uint64_t room = 0, head = 0;
  std::uint64_t stray = 2;  ///< 0, 1: a pointer that is in none of the buffer's pages
};

/// An ETR that has trace under way until it is stopped and waited for.
struct LateEtr {
  EtrBench& bench;
  bool stopped = false, drained = false;
  template <class C>
  void start(C&) const {}
  template <class C>
  void stop(C&) {
    stopped = true;
  }
  template <class C>
  void drain(C&) {
    if (stopped) bench.settle();
    drained = stopped;
  }
};

/// Checks the byte at offset `i` after the head, of `copied` bytes.
void check_byte(EtrBench& b, std::uint64_t i, std::uint64_t copied, bool lost, AuxJudge& judge) {
  const std::uint64_t byte = b.bench.trace(b.head + i);
  if (i >= copied) {
    judge.require(byte == kUntouched, "I-24", "a byte outside the copy is written");
  } else if (lost && i < kFrame) {
    judge.require(byte == packet_unit(i, 1), "I-37",
                  "trace was dropped, and the copy does not start with a barrier packet");
  } else {
    judge.require(byte != kStale, "I-36", "a byte is copied that was not synced");
    judge.require(byte == trace_byte((b.at + b.size - copied + i) % b.size), "I-35",
                  "the copy is not the newest trace in order");
  }
}

/// The CPU takes over no more of the buffer than was traced. `lost`: a barrier packet was put where
/// the copy of `copied` bytes starts.
void check_sync(EtrBench& b, std::uint64_t copied, bool lost, AuxJudge& judge) {
  for (const auto& [address, bytes] : b.bench.said.synced)
    for (std::uint64_t i = 0; i < bytes; ++i) {
      const std::uint64_t offset = b.offset_of(address + i);
      judge.require(offset < b.size && b.bench.word(b.buf.data.view.address(offset)) != kStale,
                    "I-36", "what is synced has other addresses for the ETR");
    }
  const std::uint64_t packet = b.at + b.size - copied;
  for (std::uint64_t i = 0; i < b.size; ++i) {
    if (b.may_be_synced(i) || (lost && (i + 2 * b.size - packet) % b.size < kFrame)) continue;
    judge.require(b.bench.word(b.buf.data.view.address(i)) == kStale, "I-36",
                  "more is synced than the ETR has written");
  }
}

constexpr std::array kShares = {Share{"copies", 40},
                                Share{"is capped by the room", 20},
                                Share{"copies around the end", 10},
                                Share{"lost trace", 20},
                                Share{"leaves the copy to others", 5},
                                Share{"has a pointer to nowhere", 4}};
/// Another tracer uses the sink.
void judge_others(EtrBench& b, const LateEtr& unit, std::uint64_t copied, AuxJudge& judge) {
  AuxMachine& m = b.bench.m;
  judge.comes_to("leaves the copy to others");
  judge.require(copied == 0 && !unit.stopped && m.word(m.handle.flags) == 0, "I-38",
                "a tracer stops and drains a sink that others use");
  for (std::uint64_t i = 0; i < m.aux.size(); ++i) check_byte(b, i, 0, false, judge);
}

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  EtrBench b(example, defects);
  AuxMachine& m = b.bench.m;
  const bool overwrite = m.aux.overwrite;
  // In overwrite mode a bounce buffer is no larger than the area.
  if (overwrite && b.len > m.aux.size()) return;
  auto cpu = b.bench.cpu();
  LateEtr unit{b};
  const std::uint64_t bus = std::uint64_t{1} << example.setup[width];
  const std::uint64_t copied = tmc_update_etr_buffer(cpu, unit, b.buf, bus, m.aux, m.handle);
  if (EtrBench::shared(example)) return judge_others(b, unit, copied, judge);
  if (b.stray < 2) {
    judge.comes_to("has a pointer to nowhere");
    judge.require(copied == 0 && m.word(b.buf.at.len) == 0, "I-35",
                  "an ETR whose pointers are elsewhere has trace");
    for (std::uint64_t i = 0; i < m.aux.size(); ++i) check_byte(b, i, 0, false, judge);
    return;
  }

  const bool capped = !overwrite && b.len > b.room;
  const bool lost = b.full || capped;
  // With a bus of eight words a copy starts at a multiple of eight; there is no wider bus.
  const std::uint64_t unit_bytes = bus == 8 ? 2 * kFrame : kFrame;
  const std::uint64_t most = bus > 8 ? 0 : b.room - b.room % unit_bytes;
  judge.comes_to("copies", copied != 0);
  judge.comes_to("is capped by the room", capped);
  judge.comes_to("copies around the end", b.at < copied);
  judge.comes_to("lost trace", lost);
  judge.require(unit.drained, "I-36", "what the ETR has under way is not waited for");
  judge.require(overwrite || copied <= b.room, "I-24", "more is copied than there is room");
  judge.require(!capped || (b.at + b.size - copied) % kFrame == 0, "I-37",
                "the copy does not start at a frame");
  judge.require(copied == (capped ? most : b.len), "I-35",
                "not as much is copied as there is, or as there is room for");
  const std::uint64_t flags = m.word(m.handle.flags);
  judge.require(overwrite || flags == (lost ? kAuxTruncated : 0), "I-27",
                "trace was dropped, and the transaction is not called truncated, or none was");
  judge.require(!overwrite || flags == 0, "I-28",
                "in overwrite mode a full buffer has the event disabled");
  judge.require(m.word(m.handle.head) == b.head + (overwrite ? copied : 0), "I-31",
                "the handle's head is not behind the copy, or moves where the core moves it");
  judge.require(b.bench.said.count<said::Warned>() == 0, "I-35", "the driver finds no data");
  if (copied <= m.aux.size())
    for (std::uint64_t i = 0; i < m.aux.size(); ++i) check_byte(b, i, copied, lost, judge);
  check_sync(b, copied, lost, judge);
}

}  // namespace

const AuxSequence kEtrCopy = {
    "etr-copy",  "one copy out of a TMC-ETR's bounce buffer, flat or scattered (SG, CATU)",
    kProperties, kSetup,
    {},          false,
    run,         4000,
    kShares};

}  // namespace ringcheck
