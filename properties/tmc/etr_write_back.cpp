// etr-write-back: two sessions of an ETR that is not coherent; its buffer is cached memory. The
// copy of the first session puts a barrier packet there, and the packet's line leaves the CPU's
// cache at any time after that.
//
// Left out of etr-write-back: Linux 6.1 does not write the line back itself (docs/findings.md
// V-36). Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <algorithm>
#include <vector>

#include "properties/aux/aux_bench.hpp"
#include "properties/tmc/barrier_packet.hpp"
#include "properties/tmc/sequences.hpp"
#include "protocol/tmc/etr_update.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kFrame = 16, kFrames = 8, kSize = kFrames * kFrame, kLineFrames = 4;
constexpr std::uint64_t kFirst = 100, kSecond = 200;
constexpr std::array<std::string_view, 3> kProperties = {"I-36", "I-37", "I-89"};
enum Leaves : std::uint64_t { before_device, after_device, never };
constexpr std::array kSetup = {Dial{"frames of the first session", 1, 2 * kFrames},
                               Dial{"frames of the second", 1, 2 * kFrames},
                               Dial{"line leaves the cache", before_device, never}};

/// An ETR's flat buffer, as the ETR and as the CPU see it.
struct CachedEtr {
  explicit CachedEtr(DefectSet defects, bool written_back) : bench(machine_setup(), defects) {
    AuxMachine& m = bench.m;
    buf.at = EtrCells::at(m.driver);
    buf.data.memory = {m.driver + EtrCells::kCount, kSize, kFrame};
    buf.data.view = {buf.data.memory.base + kFrames, kSize, kFrame};
    buf.data.defects = buf.defects = defects;
    buf.is_written_back = written_back;
    m.word(buf.at.refcnt) = 1;
    m.word(buf.at.perf_buf) = buf.name;
  }
  static AuxMachineSetup machine_setup() {
    AuxMachineSetup setup = bench_setup(2 * kSize, 0);
    setup.aux_unit = kFrame;
    setup.driver_words = EtrCells::kCount + 2 * kFrames;
    return setup;
  }
  /// The ETR takes `frames` frames, the first of which is `first`, from the start of its buffer.
  void trace(std::uint64_t frames, std::uint64_t first) {
    for (std::uint64_t i = 0; i < frames; ++i)
      bench.word(buf.data.memory.base + i % kFrames) = first + i;
    const bool full = frames >= kFrames;
    bench.word(buf.at.rwp) = frames % kFrames * kFrame;
    bench.word(buf.at.rrp) = full ? frames % kFrames * kFrame : 0;
    bench.word(buf.at.status) = full ? kEtrFull : 0;
  }
  /// Copies everything; returns how much that is (bytes).
  std::uint64_t copy() {
    AuxMachine& m = bench.m;
    m.word(m.handle.head) = 0;
    m.word(m.handle.size) = m.aux.size();
    auto cpu = bench.cpu();
    SettledUnit unit;
    return tmc_update_etr_buffer(cpu, unit, buf, 4, m.aux, m.handle);
  }
  /// The line at `frame` leaves the cache.
  void write_line_back(std::uint64_t frame) {
    const std::uint64_t line = frame - frame % kLineFrames;
    for (std::uint64_t i = line; i < line + kLineFrames; ++i)
      bench.word(buf.data.memory.base + i) = bench.word(buf.data.view.base + i);
  }

  AuxBench bench;
  EtrBuf buf;
};

void judge_copy(CachedEtr& etr, std::uint64_t frames, std::uint64_t copied, AuxJudge& judge) {
  const std::uint64_t kept = std::min(frames, kFrames);
  const bool lost = frames >= kFrames;
  judge.require(copied == kept * kFrame, "I-36", "not all that was synced is copied");
  for (std::uint64_t i = 0; i < kept; ++i) {
    const std::uint64_t found = etr.bench.trace(i * kFrame);
    if (lost && i == 0)
      judge.require(found == packet_unit(0, kFrame), "I-37",
                    "trace was dropped, and the copy does not start with a barrier packet");
    else
      judge.require(found == kSecond + frames - kept + i, "I-89",
                    "what the CPU stored for another session is copied in place of trace");
  }
}

void run_with(const AuxCase& example, DefectSet defects, AuxJudge& judge, bool written_back) {
  CachedEtr etr(defects, written_back);
  const std::uint64_t first = example.setup[0], leaves = example.setup[2];
  etr.trace(first, kFirst);
  etr.copy();
  // The packet is where the trace started, and its line is the CPU's until it is written back.
  bool dirty = first >= kFrames;
  const std::uint64_t packet = first % kFrames;
  if (dirty && leaves == before_device) etr.write_line_back(packet);
  dirty = dirty && leaves != before_device;
  auto cpu = etr.bench.cpu();
  give_to_etr(cpu, etr.buf);
  judge.require(!written_back || !dirty ||
                    etr.bench.word(etr.buf.data.memory.base + packet) == packet_unit(0, kFrame),
                "I-89", "what the CPU stored is on its way when the device is enabled");
  if (written_back) dirty = false;
  etr.trace(example.setup[1], kSecond);
  if (dirty && leaves == after_device) etr.write_line_back(packet);
  judge_copy(etr, example.setup[1], etr.copy(), judge);
}
void run_as_it_is(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_with(example, defects, judge, false);
}
void run_repaired(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_with(example, defects, judge, true);
}

constexpr std::string_view kTitle = "two sessions of an ETR whose buffer is cached";

}  // namespace

const AuxSequence kEtrWriteBack = {"etr-write-back", kTitle, kProperties, kSetup, {}, true,
                                   run_repaired};
const AuxSequence kEtrWriteBackAsItIs = {
    "etr-write-back-as-it-is", kTitle, kProperties, kSetup, {}, true, run_as_it_is};

}  // namespace ringcheck
