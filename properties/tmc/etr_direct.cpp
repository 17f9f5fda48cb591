// etr-direct: transactions of a TMC-ETR that writes to the AUX area itself, up to the end of the
// room, or round and round. etr-direct-shared: tracers of two events come and go.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <algorithm>
#include <array>
#include <vector>

#include "properties/aux/aux_bench.hpp"
#include "properties/tmc/sequences.hpp"
#include "protocol/tmc/etr_direct.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kFrame = 16, kFrames = 4, kArea = kFrames * kFrame, kStale = 0xee;
constexpr std::uint64_t kBefore = 0xdd;  ///< in memory, where the CPU still sees kStale
constexpr std::array<std::string_view, 5> kProperties = {"I-24", "I-27", "I-31", "I-36", "I-90"};
constexpr std::array kSetup = {
    Dial{"head in frames", 0, kFrames - 1}, Dial{"unread frames", 0, kFrames - 1},
    Dial{"frames that are traced", 0, 2 * kFrames}, Dial{"overwrite", 0, 1}};

/// An area, frame by frame, as its ETR writes it.
struct DirectBench {
  DirectBench(const AuxCase& example, DefectSet defects, EtrLimit limit)
      : bench(machine_setup(example), defects) {
    AuxMachine& m = bench.m;
    etr.at = EtrDirectCells::at(m.driver);
    etr.data.view = m.aux.area;
    etr.data.memory = {m.driver + EtrDirectCells::kCount, kArea, kFrame};
    etr.data.defects = defects;
    etr.limit = limit;
    // Old bytes were traced before.
    for (std::uint64_t i = 0; i < kFrames; ++i) {
      m.word(etr.data.memory.base + i) = kBefore;
      m.word(m.aux.area.base + i) = kStale;
    }
    bench.tail() = m.word(m.aux.at.aux_head) - example.setup[1] * kFrame;
  }
  static AuxMachineSetup machine_setup(const AuxCase& example) {
    AuxMachineSetup setup = bench_setup(kArea, kArea + example.setup[0] * kFrame);
    setup.aux_unit = kFrame;
    setup.overwrite = example.setup[3] != 0;
    setup.driver_words = EtrDirectCells::kCount + kFrames;
    return setup;
  }
  // TraceUnit: what the ETR has under way is in memory once it is stopped and waited for.
  template <class C>
  void start(C&) const {}
  template <class C>
  void stop(C&) {
    stopped = true;
  }
  template <class C>
  void drain(C&) {
    if (stopped) trace(under_way);
  }
  /// The ETR writes `frames` frames, as it is programmed.
  void trace(std::uint64_t frames) {
    const std::uint64_t from = bench.word(etr.at.from) / kFrame;
    const std::uint64_t most = bench.word(etr.at.limit) / kFrame;
    const bool stops = etr.limit == EtrLimit::room && !bench.m.aux.overwrite;
    const std::uint64_t written = most == 0 ? 0 : stops ? std::min(frames, most) : frames;
    for (std::uint64_t i = 0; i < written; ++i)
      bench.word(etr.data.memory.base + (from + i % most) % kFrames) = 1 + i;
    const std::uint64_t next = stops || most == 0 ? written : written % most;
    bench.word(etr.at.write) = (from + next) % kFrames * kFrame;
    bench.word(etr.at.full) = frames >= most ? 1 : 0;
  }

  AuxBench bench;
  EtrDirect etr;
  bool stopped = false;
  std::uint64_t under_way = 0;  ///< frames
};

/// What the reader finds in `size` bytes from `head` on: all from this transaction, in order.
void judge_window(DirectBench& b, std::uint64_t head, std::uint64_t size, AuxJudge& judge) {
  std::uint64_t before = 0;
  for (std::uint64_t i = 0; i < size; i += kFrame) {
    const std::uint64_t frame = b.bench.trace(head + i);
    judge.require(frame != kStale && frame != kBefore, "I-36",
                  "the reader is told of a frame that was not synced");
    judge.require(frame != kStale && frame != kBefore && (before == 0 || frame == before + 1),
                  "I-90", "what a transaction tells of is not a run of what was traced");
    before = frame;
  }
}

/// What is made visible to the CPU is one run from the head on, around the end, by the device's
/// addresses.
void judge_synced(const DirectBench& b, std::uint64_t head, AuxJudge& judge) {
  std::uint64_t next = head % kArea;
  for (const auto& [address, bytes] : b.bench.said.synced) {
    if (bytes == 0) continue;
    judge.require(address == next && address + bytes <= kArea, "I-36",
                  "what is synced does not lie where the ETR wrote it");
    next = (address + bytes) % kArea;
  }
}

void run_limit(const AuxCase& example, DefectSet defects, AuxJudge& judge, EtrLimit limit) {
  DirectBench b(example, defects, limit);
  AuxMachine& m = b.bench.m;
  const bool overwrite = m.aux.overwrite;
  const std::uint64_t head = m.word(m.aux.at.aux_head), tail = b.bench.tail();
  const std::uint64_t frames = example.setup[2];
  bool seen_whole = true;
  auto cpu = b.bench.watched_cpu([&] {
    // What the reader sees as soon as the head is published.
    const std::uint64_t told = m.word(m.aux.at.user_head);
    for (std::uint64_t at = head; at < told && !overwrite; at += kFrame)
      seen_whole = seen_whole && b.bench.trace(at) != kStale;
  });
  if (!perf_aux_output_begin(cpu, m.aux, m.handle, m.events[0])) return;
  const std::uint64_t room = overwrite ? kArea : m.word(m.handle.size);
  etr_direct_program(cpu, b.etr, m.aux, m.handle);
  b.under_way = frames;
  etr_direct_end(cpu, b, b.etr, m.aux, m.handle);

  for (std::uint64_t at = tail; at < head && !overwrite; at += kFrame)
    judge.require(m.word(b.etr.data.memory.address(at % kArea)) == kBefore, "I-24",
                  "the ETR writes over trace that is not read");
  judge_synced(b, head, judge);
  judge.require(seen_whole, "I-36", "the head is published before what it tells of is synced");
  const std::uint64_t now = m.word(m.aux.at.aux_head);
  if (overwrite) {
    // An ETR tells that it reached the end, but not how often.
    const std::uint64_t laps = frames >= kFrames ? kArea : 0;
    judge.require(now - head == frames * kFrame % kArea + laps, "I-31",
                  "the head is not where the ETR writes next");
    for (const Json& record : m.new_aux_records())
      judge.require((record[2].get<std::uint64_t>() & kAuxTruncated) == 0, "I-27",
                    "in overwrite mode a full area is called a loss");
    judge_window(b, now - std::min(now - head, kArea), std::min(now - head, kArea), judge);
    return;
  }
  judge.require(m.word(m.handle.head) == head, "I-31",
                "the driver moves the head of a transaction");
  judge_window(b, head, now - head, judge);
  const std::uint64_t frames_of_room = room / kFrame;
  judge.require(limit != EtrLimit::room || now - head == std::min(frames, frames_of_room) * kFrame,
                "I-90", "not as much is told of as was traced, or as there is room for");
  for (std::uint64_t i = now - head; i < kArea && limit == EtrLimit::room; i += kFrame)
    judge.require(b.bench.trace(head + i) == kStale, "I-36",
                  "more is synced than the ETR has written");
  const Json records = m.new_aux_records();
  const bool told = !records.empty() && records[0][2] == kAuxTruncated;
  judge.require(told || frames * kFrame <= room, "I-27", "trace was lost, and no record tells so");
  judge.require(!told || limit != EtrLimit::room || frames >= frames_of_room, "I-27",
                "a loss is told, and there was room for all trace");
}
void run_room(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_limit(example, defects, judge, EtrLimit::room);
}
void run_around_room(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_limit(example, defects, judge, EtrLimit::around_room);
}
void run_around_area(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_limit(example, defects, judge, EtrLimit::around_area);
}

constexpr std::array<std::string_view, 1> kSharedProperties = {"I-24"};
enum SharedStep : std::size_t { start, stop };
constexpr std::array kSharedSteps = {Dial{"tracer starts", 0, 1}, Dial{"tracer stops", 0, 1}};

constexpr std::array kSharedShares = {Share{"has the ETR", 80}, Share{"is refused", 40}};

/// Two events with an area each; the event that uses the ETR traces.
void run_shared(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  std::vector<std::uint64_t> memory(EtrDirectCells::kCount);
  SequentialCpu<> cpu(memory);
  EtrDirect etr;
  etr.at = EtrDirectCells::at(0);
  etr.data.defects = defects;
  std::array<bool, 2> open{};
  for (const AuxStep& step : example.steps) {
    const std::uint64_t tracer = step.amount;
    if (step.kind == SharedStep::start && !open.at(tracer)) {
      open.at(tracer) = etr_direct_take(cpu, etr, tracer + 1);
      judge.comes_to(open.at(tracer) ? "has the ETR" : "is refused");
      judge.require(open.at(tracer) || open.at(1 - tracer), "I-24",
                    "an ETR is refused that nobody has");
    }
    if (step.kind == SharedStep::stop && open.at(tracer)) {
      open.at(tracer) = false;
      if (!open.at(1 - tracer)) etr_direct_leave(cpu, etr);
    }
    const std::uint64_t area = memory.at(etr.at.event);
    judge.require(area == 0 || (area <= open.size() && open.at(area - 1)), "I-24",
                  "the ETR writes to an area whose transaction has ended");
    judge.require(area != 0 || (!open.at(0) && !open.at(1)), "I-24",
                  "a transaction is open that has no ETR");
  }
}

constexpr std::string_view kTitle = "a transaction of an ETR that writes to the AUX area itself";

}  // namespace

const AuxSequence kEtrDirect = {"etr-direct", kTitle, kProperties, kSetup, {}, true, run_room};
const AuxSequence kEtrDirectAroundRoom = {
    "etr-direct-around-room", kTitle, kProperties, kSetup, {}, true, run_around_room};
const AuxSequence kEtrDirectAroundArea = {
    "etr-direct-around-area", kTitle, kProperties, kSetup, {}, true, run_around_area};

const AuxSequence kEtrDirectShared = {
    "etr-direct-shared", "two events want an ETR that writes to the AUX area",
    kSharedProperties,   {},
    kSharedSteps,        false,
    run_shared,          1000,
    kSharedShares};

}  // namespace ringcheck
