// aux-drain: perf drains an AUX area of any length, with positions near their end.
// coresight-snapshots, pt-first-snapshot, pt-copy-snapshots, spe-snapshot-table, offset-snapshots:
// snapshots by the drivers' finders, without the cases where they are known to be inexact
// (docs/findings.md V-07 to V-10). Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <array>

#include "properties/perf_tool/sequences.hpp"
#include "properties/perf_tool/snapshot_area.hpp"
#include "protocol/perf_tool/defects.hpp"

namespace ringcheck {
namespace {

void no_finder(SnapshotCpu&, const AuxtraceMmap&, std::uint64_t&, std::uint64_t&) {}

constexpr std::array<std::string_view, 2> kDrainProperties = {"I-32", "I-34"};
constexpr std::array kDrainSetup = {
    Dial{"length", 1, 300},
    Dial{"power of two", 0, 1},
    Dial{"positions before their end", 1, 600},
    Dial{"records of 24 bytes", 0, 1},
};
constexpr std::array kDrainSteps = {Dial{"produce", 0, 300}, Dial{"read"}};

/// The stream from `from` on, `bytes` bytes.
bool is_stream(const SnapshotArea& area, const std::vector<std::uint64_t>& taken,
               std::uint64_t from) {
  for (const std::uint64_t byte : taken) {
    if (byte != stream_byte(from)) return false;
    ++from;
    if (from == area.wraps_at) from = 0;
  }
  return true;
}

constexpr std::array kDrainShares = {Share{"drains", 60}, Share{"drains nothing", 60},
                                     Share{"drains a whole area", 10}};

void run_drain(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  const bool power = example.setup[1] != 0;
  std::uint64_t len = example.setup[0];
  while (power && (len & (len - 1)) != 0) len &= len - 1;
  SnapshotArea area(len, power, true);
  area.mm.defects = defects;
  area.alignment = example.setup[3] != 0 ? 24 : 0;
  // Positions end at 2^64, or at the last multiple of the length below it.
  area.wraps_at = power ? 0 : 0 - (0 - len) % len;
  area.position = area.wraps_at - example.setup[2];
  area.previous = area.position;
  area.produce(0);
  std::uint64_t tail = area.position;
  std::uint64_t fresh = 0;
  for (const AuxStep& step : example.steps) {
    if (step.kind == 0) {
      const std::uint64_t bytes = std::min(step.amount, len - fresh);
      area.produce(bytes);
      fresh += bytes;
      continue;
    }
    const auto taken = area.read(false, no_finder);
    judge.comes_to(fresh == 0 ? "drains nothing" : "drains");
    judge.comes_to("drains a whole area", fresh == len);
    if (fresh != 0) {
      judge.require(area.offset == tail, "I-34",
                    "a window does not start where the last one ended");
      if (area.alignment == 0) {
        judge.require(taken.size() == fresh, "I-32", "a drain does not take all that is new");
        judge.require(is_stream(area, taken, tail), "I-34", "a window is not the stream in order");
      }
    }
    tail = area.position;
    fresh = 0;
    if (judge.found()) return;
  }
}

constexpr std::array<std::string_view, 3> kSnapshotProperties = {"I-21", "I-32", "I-33"};
constexpr std::array kCoreSightSetup = {Dial{"length 2^", 9, 10}};
constexpr std::array kCoreSightSteps = {Dial{"produce", 0, 1024}, Dial{"snapshot"}};

constexpr std::array kCoreSightShares = {Share{"takes a snapshot", 80}, Share{"takes nothing", 60},
                                         Share{"takes a whole area", 40}};

void run_coresight(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  SnapshotArea area(std::uint64_t{1} << example.setup[0], true, true);
  area.mm.defects = defects;
  const SnapshotDriver driver =
      defects.has(defect::kCsLooksForTrace) ? cs_etm_snapshots_until_2021() : cs_etm_snapshots();
  const SnapshotFinder find = driver.make();
  std::uint64_t fresh = 0;
  for (const AuxStep& step : example.steps) {
    if (step.kind == 0) {
      const std::uint64_t bytes = std::min(step.amount, area.mm.len() - fresh);
      area.produce(bytes);
      fresh += bytes;
      continue;
    }
    judge.comes_to(fresh == 0 ? "takes nothing" : "takes a snapshot");
    judge.comes_to("takes a whole area", fresh == area.mm.len());
    judge_snapshot(area, area.read(true, find), fresh, judge);
    fresh = 0;
    if (judge.found()) return;
  }
}

constexpr std::array kFirstSetup = {Dial{"first, in 512 bytes", 0, 4},
                                    Dial{"second, in 512 bytes", 0, 3}};

/// The head stays below the part that the finder looks at, in a buffer of 8192 bytes.
void run_first(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  SnapshotArea area(8192, true, false);
  area.mm.defects = defects;
  const SnapshotFinder find = intel_pt_snapshots().make();
  for (const std::uint64_t pieces : example.setup) {
    area.produce(pieces * 512);
    judge_snapshot(area, area.read(true, find), pieces * 512, judge);
  }
}

constexpr std::array<std::string_view, 1> kCopyProperties = {"I-39"};
constexpr std::array kCopySetup = {Dial{"first, in 4 bytes", 0, 18},
                                   Dial{"second, in 4 bytes", 0, 18},
                                   Dial{"third, in 4 bytes", 0, 18}};

/// The bytes are all the same, so the whole copy is compared.
void run_copy(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  SnapshotArea area(64, true, false);
  area.mm.defects = defects;
  area.constant = 7;
  const SnapshotFinder find = intel_pt_snapshots_with_copy().make();
  for (const std::uint64_t words : example.setup) {
    area.produce(words * 4);
    judge_snapshot(area, area.read(true, find), words * 4, judge);
  }
}

constexpr std::array<std::string_view, 1> kOffsetProperties = {"I-32"};
constexpr std::array kOffsetSetup = {Dial{"first, in 64 bytes", 0, 16},
                                     Dial{"second, in 64 bytes", 0, 16}};

/// Heads that are offsets need a finder: without one a whole lap is nothing.
void run_offsets(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  SnapshotArea area(1024, true, false);
  const SnapshotFinder find = defects.has(defect::kWindowOfOffsets) ? cs_etm_snapshots().make()
                                                                    : arm_spe_snapshots().make();
  for (const std::uint64_t pieces : example.setup) {
    area.produce(pieces * 64);
    judge_snapshot(area, area.read(true, find), pieces * 64, judge);
  }
}

constexpr std::array<std::string_view, 1> kTableProperties = {"I-32"};
constexpr std::array kTableSetup = {Dial{"first buffer", 0, 3}, Dial{"second buffer", 0, 3}};

void run_table(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  SnapshotArea area(1024, true, false);
  area.mm.defects = defects;
  const SnapshotFinder find = arm_spe_snapshots().make();
  for (const std::uint64_t buffer : example.setup) {
    area.mm.idx = static_cast<std::uint32_t>(buffer);
    area.produce(8);
    judge_snapshot(area, area.read(true, find), 8, judge);
  }
}

}  // namespace

const AuxSequence kAuxDrain = {"aux-drain",      "perf drains an area of any length",
                               kDrainProperties, kDrainSetup,
                               kDrainSteps,      false,
                               run_drain,        4000,
                               kDrainShares};
const AuxSequence kCoreSightSnapshots = {
    "coresight-snapshots", "CoreSight's snapshots, at most a lap apart",
    kSnapshotProperties,   kCoreSightSetup,
    kCoreSightSteps,       false,
    run_coresight,         4000,
    kCoreSightShares};
const AuxSequence kPtFirstSnapshots = {"pt-first-snapshots",
                                       "Intel PT's snapshots before the head comes near the end",
                                       kSnapshotProperties,
                                       kFirstSetup,
                                       {},
                                       true,
                                       run_first};
const AuxSequence kPtCopySnapshots = {"pt-copy-snapshots",
                                      "Intel PT's snapshots with a copy of what is before the head",
                                      kCopyProperties,
                                      kCopySetup,
                                      {},
                                      true,
                                      run_copy};
const AuxSequence kOffsetSnapshots = {"offset-snapshots",
                                      "Arm SPE's snapshots, whose heads are offsets",
                                      kOffsetProperties,
                                      kOffsetSetup,
                                      {},
                                      true,
                                      run_offsets};
const AuxSequence kSpeSnapshotTable = {"spe-snapshot-table",
                                       "what perf keeps of several Arm SPE buffers",
                                       kTableProperties,
                                       kTableSetup,
                                       {},
                                       true,
                                       run_table};

}  // namespace ringcheck
