// snapshot-finders: where the drivers' finders put a snapshot's ends, beside the rule that each of
// them follows. snapshot-sizes: what perf makes of the requested sizes of snapshots.
//
// That the rules are inexact is another matter (docs/findings.md V-07 to V-11, V-25). Here a finder
// must follow its rule, and nothing else.
// Source: tools/perf/arch/x86/util/intel-pt.c intel_pt_find_snapshot; intel-bts.c
// intel_bts_find_snapshot; tools/perf/arch/arm64/util/arm-spe.c arm_spe_find_snapshot.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

#include "properties/perf_tool/sequences.hpp"
#include "properties/perf_tool/snapshot_area.hpp"
#include "protocol/perf_tool/intel_pt_snapshot.hpp"
#include "protocol/perf_tool/snapshot_options.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-111"};
constexpr std::array kSetup = {
    Dial{"driver", 0, 4}, Dial{"head runs", 0, 1}, Dial{"bytes are all the same", 0, 1},
    Dial{"bytes come one by one, near the end", 0, 2}, Dial{"length is no power of two", 0, 1}};
constexpr std::array kSteps = {Dial{"produce, in 64, 8 or single bytes", 0, 24},
                               Dial{"area is cleared", 0, 5}, Dial{"snapshot of buffer", 0, 40}};
constexpr std::array kShares = {Share{"snapshot", 80}, Share{"went round", 40},
                                Share{"did not", 50}};
constexpr std::uint64_t kUnit = 8;     ///< bytes of a word
constexpr std::uint64_t kCopied = 16;  ///< of a PT buffer, by the driver with a copy

enum Driver : std::uint64_t { pt, pt_with_copy, bts, spe, etm_until_2021 };

SnapshotDriver driver_of(std::uint64_t number) {
  constexpr std::array kDrivers = {intel_pt_snapshots, intel_pt_snapshots_with_copy,
                                   intel_bts_snapshots, arm_spe_snapshots,
                                   cs_etm_snapshots_until_2021};
  return kDrivers.at(number)();
}

/// What a driver should know about a buffer.
struct Known {
  bool wrapped = false;
  std::vector<std::uint64_t> copy = std::vector<std::uint64_t>(kCopied);
};

/// Which entries of a table nobody has set: when the table grows, the driver for CoreSight sets
/// only the last one.
class UnsetEntries {
 public:
  explicit UnsetEntries(Driver driver) : leaves_some_(driver == etm_until_2021) {}
  /// Whether the entry of `buffer` is read unset. Grows the table if it has no such entry.
  bool reads_unset(std::uint64_t buffer) {
    if (buffer >= size_) {
      for (; leaves_some_ && size_ < buffer; ++size_) unset_.insert(size_);
      size_ = buffer + 1;
    }
    return unset_.contains(buffer);
  }
  void set(std::uint64_t buffer) { unset_.erase(buffer); }

 private:
  bool leaves_some_;
  std::uint64_t size_ = 0;
  std::set<std::uint64_t> unset_;
};

/// The rules, over the bytes of an area.
class Rules {
 public:
  Rules(Driver driver, const SnapshotArea& area) : driver_(driver), area_(area) {}

  /// Whether the finder takes the unit to have gone round.
  bool went_round(Known& known, std::uint64_t head) const {
    if (driver_ == pt_with_copy) return by_copy(known, head);
    if (driver_ == pt || driver_ == bts)
      known.wrapped = known.wrapped || trace_from(len() < 4096 ? 0 : len() - 4096);
    else
      known.wrapped = known.wrapped || head >= len() || trace_from(std::max(len() - 512, head));
    return known.wrapped;
  }
  /// Moves a snapshot's ends.
  void move(bool round, std::uint64_t& head, std::uint64_t& old) const {
    if (driver_ >= spe) {
      if (!round) return;
      if (head < len()) head += len();
      old = head - len();
    } else if (round) {
      old = head;
      head += len();
    } else {
      old %= len();
      if (head < old) head += len();
    }
  }

 private:
  [[nodiscard]] std::uint64_t len() const { return area_.mm.len(); }
  [[nodiscard]] std::uint64_t byte(std::uint64_t at) const { return area_.memory.at(2 + at); }
  /// Whether there is trace in whole words of 8 bytes, from the word with `from` on.
  [[nodiscard]] bool trace_from(std::uint64_t from) const {
    for (std::uint64_t at = from / 8 * 8; at < len(); ++at)
      if (byte(at) != 0) return true;
    return false;
  }
  bool by_copy(Known& known, std::uint64_t head) const {
    bool round = len() - kCopied < head;
    for (std::uint64_t i = 0; i < kCopied; ++i)
      round = round || byte(len() - kCopied + i) != known.copy.at(i);
    // The bytes before the head; if these are too few, also the last bytes of the area, after them.
    for (std::uint64_t i = 0; i < kCopied; ++i)
      known.copy.at(i) = head >= kCopied ? byte(head - kCopied + i)
                         : i < head      ? byte(i)
                                         : byte(len() - kCopied + i);
    return round;
  }

  Driver driver_;
  const SnapshotArea& area_;
};

void run_finders(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  const auto driver = static_cast<Driver>(example.setup[0]);
  const bool runs = example.setup[1] != 0 && driver >= spe;
  const bool odd = example.setup[4] != 0;
  const std::uint64_t power = driver <= bts ? 8192 : 1024;
  SnapshotArea area(odd ? power + power / 2 : power, !odd, runs);
  area.mm.defects = defects;
  area.constant = example.setup[2] * 7;
  const bool fine = example.setup[3] != 0;
  if (fine) area.position = area.mm.len() - 40;
  area.produce(0);
  const SnapshotFinder find = driver_of(driver).make();
  const Rules rules(driver, area);
  std::map<std::uint64_t, Known> known;  // by buffer
  UnsetEntries unset(driver);
  SnapshotCpu cpu(area.memory, GatherSnapshotSaid{&area.said});
  for (const AuxStep& step : example.steps) {
    if (step.kind == 0) area.produce(step.amount * (fine ? 1 : driver <= bts ? 64 : 8));
    // An area that is mapped anew is empty.
    if (step.kind == 1 && step.amount == 0)
      std::fill(area.memory.begin() + 2, area.memory.end(), 0);
    if (step.kind != 2) continue;
    // Mostly one of two buffers, so that they are known; and some for which tables grow.
    const std::uint64_t buffer = step.amount < 36 ? step.amount % 2 : step.amount;
    area.mm.idx = static_cast<std::uint32_t>(buffer);
    std::uint64_t head = area.memory.at(0), old = area.previous;
    std::uint64_t meant_head = head, meant_old = old;
    const bool round = rules.went_round(known[buffer], head);
    rules.move(round, meant_head, meant_old);
    area.said = {};
    find(cpu, area.mm, head, old);
    area.previous = head;
    judge.require(head == meant_head && old == meant_old, "I-111",
                  "a finder puts a snapshot's ends elsewhere than its rule");
    judge.require(area.said.uninitialised == unset.reads_unset(buffer), "I-111",
                  "a finder goes by an entry that nobody has set, or sets another than it should");
    if (round) unset.set(buffer);
    judge.comes_to("snapshot");
    judge.comes_to(round ? "went round" : "did not");
    if (judge.found()) return;
  }
}

constexpr std::array<std::string_view, 1> kSizeProperties = {"I-111"};
constexpr std::array kSizes = {
    Dial{"bytes of a snapshot", 0, 11},
    Dial{"pages of the area", 0, 7},
    Dial{"pages of data", 0, 2},
    Dial{"privileged", 0, 1},
    Dial{"driver", 0, 2},
    Dial{"at exit", 0, 1},
};
constexpr std::array<std::uint64_t, 12> kSnapshotBytes = {
    0, 1, 4095, 4096, 4097, 8192, 12288, 65536, 65537, 100'000, 1U << 20U, (1U << 20U) + 1};
constexpr std::array<std::uint64_t, 8> kAreaPages = {0, 1, 2, 3, 4, 16, 32, 256};
constexpr std::uint64_t kPageBytes = 4096, kKiB = 1024;

void run_sizes(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  SnapshotOptions asked;
  asked.snapshot_size = kSnapshotBytes.at(example.setup[0]);
  asked.aux_pages = kAreaPages.at(example.setup[1]);
  asked.data_pages = example.setup[2];
  asked.on_exit = example.setup[5] != 0;
  const bool privileged = example.setup[3] != 0;
  const auto driver = static_cast<SnapshotSizes>(example.setup[4]);
  SnapshotOptions meant = asked;
  if (!privileged && asked.aux_pages == 0 && asked.data_pages == 0)
    meant.data_pages = 256 * kKiB / kPageBytes;
  if (asked.aux_pages == 0) {
    const std::uint64_t bytes = asked.snapshot_size != 0 ? asked.snapshot_size
                                : privileged             ? 4096 * kKiB
                                                         : 128 * kKiB;
    meant.aux_pages = 1;
    while (meant.aux_pages * kPageBytes < bytes) meant.aux_pages *= 2;
  }
  const std::uint64_t area = meant.aux_pages * kPageBytes;
  if (asked.snapshot_size == 0) meant.snapshot_size = area;
  std::uint64_t power = driver == SnapshotSizes::arm_spe ? 8 * kKiB : 4 * kKiB;
  while (power < area) power *= 2;
  const bool refused =
      meant.snapshot_size > area || (driver != SnapshotSizes::cs_etm && power != area);
  const auto came = resolve_snapshot_sizes(asked, driver, privileged, kPageBytes, defects);
  judge.require(came.has_value() != refused, "I-111",
                "sizes are taken that no driver takes, or refused though it does");
  if (!came) return;
  judge.require(came->snapshot_size == meant.snapshot_size && came->aux_pages == meant.aux_pages &&
                    came->data_pages == meant.data_pages && came->on_exit == meant.on_exit,
                "I-111", "a snapshot or its area is of another size than was asked for");
}

constexpr std::array kCopies = {Dial{"bytes of a snapshot", 0, 11}, Dial{"period 2^", 7, 20},
                                Dial{"area 2^", 12, 22}, Dial{"entries", 0, 1}};

/// The first buffer decides for all how much is copied: `bytes`, from the area's end.
void judge_reference(std::uint64_t snapshot, std::uint64_t period, std::uint64_t len,
                     std::uint64_t bytes, AuxJudge& judge) {
  IntelPtSnapshots<SnapshotCpu> snapshots;
  snapshots.snapshot_size = snapshot;
  snapshots.psb_period = period;
  AuxtraceMmap mm;
  for (const std::uint64_t index : {std::uint32_t{0}, std::uint32_t{17}}) {
    mm.idx = static_cast<std::uint32_t>(index);
    mm.data = {0, len, index == 0 ? std::uint64_t{1} : kUnit};
    const IntelPtReference<SnapshotCpu>& reference = *intel_pt_reference_of(snapshots, mm);
    judge.require(reference.units.size() == bytes / mm.data.unit && !reference.wrapped &&
                      (bytes == 0 || reference.offset == len - bytes),
                  "I-111", "of a buffer something else is copied than the end of its area");
    // Later requests change nothing.
    snapshots.snapshot_size = bytes == 0 ? std::uint64_t{1} << 30U : 0;
  }
}

/// How much of a PT buffer is copied, and how large tables of buffers are.
void run_copies(const AuxCase& example, DefectSet, AuxJudge& judge) {
  const std::uint64_t snapshot = kSnapshotBytes.at(example.setup[0]);
  const std::uint64_t period = std::uint64_t{1} << example.setup[1];
  const std::uint64_t len = std::uint64_t{1} << example.setup[2];
  const std::uint64_t wanted = std::min<std::uint64_t>(2 * period, 256 * kKiB);
  const bool small = snapshot > 64 * kKiB && wanted < len && wanted < snapshot / 2;
  judge.require(intel_pt_snapshot_ref_buf_size(snapshot, period, len) == (small ? wanted : 0),
                "I-111", "another part of a buffer is copied than two periods");
  judge.require(intel_pt_snapshot_ref_buf_size(snapshot, 0, len) ==
                    intel_pt_snapshot_ref_buf_size(snapshot, 256 * kKiB, len),
                "I-111", "without a period something else is copied than at most");
  for (const std::uint64_t of : {2 * wanted, 2 * wanted + 2, 3 * wanted - 1, 3 * wanted + 3})
    judge.require(intel_pt_snapshot_ref_buf_size(of, period, len) ==
                      (of > 64 * kKiB && wanted < len && wanted < of / 2 ? wanted : 0),
                  "I-111", "a copy is made that is not smaller than half of what is taken");
  judge_reference(snapshot, period, len, small ? wanted : 0, judge);
  const std::uint64_t field = example.setup[1] % 16;
  judge.require(intel_pt_psb_period(example.setup[3] != 0, field) ==
                    (example.setup[3] != 0 ? std::uint64_t{2048} << field : 256),
                "I-111", "PSBs come at other distances");
  for (const std::uint64_t index : {std::uint64_t{0}, example.setup[1], len % 1000}) {
    std::size_t meant = 16;
    while (meant <= index) meant *= 2;
    judge.require(intel_grown_count(0, index) == std::max<std::size_t>(16, meant) &&
                      intel_grown_count(index + 1, index) == index + 1 &&
                      intel_grown_count(16, index) == meant,
                  "I-111", "a table of buffers is grown to another size");
  }
}

}  // namespace

const AuxSequence kSnapshotFinders = {"snapshot-finders",
                                      "the drivers' finders of snapshots, beside their rules",
                                      kProperties,
                                      kSetup,
                                      kSteps,
                                      false,
                                      run_finders,
                                      500,
                                      kShares};
const AuxSequence kSnapshotSizes = {
    "snapshot-sizes", "any sizes of snapshot and area", kSizeProperties, kSizes, {}, true,
    run_sizes};
const AuxSequence kSnapshotCopies = {
    "snapshot-copies", "what of a PT buffer is copied", kSizeProperties, kCopies, {}, true,
    run_copies};

}  // namespace ringcheck
