// snapshot-sizes: what perf makes of the requested sizes of snapshots. snapshot-copies: what of an
// Intel PT buffer is copied, and compared with the copy.
//
// Source: tools/perf/arch/x86/util/intel-pt.c intel_pt_recording_options, intel_pt_compare_ref,
// intel_pt_copy_ref, intel_pt_alloc_snapshot_ref; tools/perf/arch/arm64/util/arm-spe.c
// arm_spe_recording_options. Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "properties/perf_tool/sequences.hpp"
#include "properties/perf_tool/snapshot_area.hpp"
#include "protocol/perf_tool/intel_pt_snapshot.hpp"
#include "protocol/perf_tool/snapshot_options.hpp"

namespace ringcheck {
namespace {

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
constexpr std::uint64_t kWordUnit = 8;      ///< bytes of a word
constexpr std::uint64_t kCopiedBytes = 16;  ///< of a small buffer

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
    mm.data = {0, len, index == 0 ? std::uint64_t{1} : kWordUnit};
    const IntelPtReference<SnapshotCpu>& reference = *intel_pt_reference_of(snapshots, mm);
    judge.require(reference.units.size() == bytes / mm.data.unit && !reference.wrapped &&
                      (bytes == 0 || reference.offset == len - bytes),
                  "I-111", "of a buffer something else is copied than the end of its area");
    // Later requests change nothing.
    snapshots.snapshot_size = bytes == 0 ? std::uint64_t{1} << 30U : 0;
  }
}

/// What is before the head is copied: around the start of the area, the part before the head first
/// and the part before the end second.
void judge_copied(std::uint64_t unit, AuxJudge& judge) {
  constexpr std::uint64_t kLength = 64;
  std::vector<std::uint64_t> memory(kLength / unit);
  std::iota(memory.begin(), memory.end(), 1);
  SnapshotSaid said;
  SnapshotCpu cpu(memory, GatherSnapshotSaid{&said});
  AuxtraceMmap mm;
  mm.data = {0, kLength, unit};
  IntelPtReference<SnapshotCpu> reference;
  const auto units = static_cast<std::ptrdiff_t>(kCopiedBytes / unit);
  for (std::uint64_t head = 0; head < kLength; head += unit) {
    reference.units.assign(kCopiedBytes / unit, 0);
    intel_pt_copy_ref(cpu, reference, mm, kCopiedBytes, head);
    const auto before = static_cast<std::ptrdiff_t>(head / unit);
    const auto first = std::min(before, units);
    std::vector<std::uint64_t> meant(memory.begin() + before - first, memory.begin() + before);
    meant.insert(meant.end(), memory.end() - (units - first), memory.end());
    judge.require(reference.units == meant, "I-111",
                  "something else is copied than what is before the head");
  }
}

/// Each unit of what is copied is compared, where units are of `unit` bytes.
void judge_compared(std::uint64_t unit, AuxJudge& judge) {
  constexpr std::uint64_t kLength = 64, kEnd = kLength - kCopiedBytes;
  std::vector<std::uint64_t> memory(kLength / unit);
  std::iota(memory.begin(), memory.end(), 1);
  SnapshotSaid said;
  SnapshotCpu cpu(memory, GatherSnapshotSaid{&said});
  AuxtraceMmap mm;
  mm.data = {0, kLength, unit};
  IntelPtReference<SnapshotCpu> reference;
  reference.units.assign(kCopiedBytes / unit, 0);
  reference.offset = kEnd;
  intel_pt_copy_ref(cpu, reference, mm, kCopiedBytes, kEnd);
  const auto end = memory.begin() + static_cast<std::ptrdiff_t>(kEnd / unit);
  std::ranges::copy(reference.units, end);
  judge.require(!intel_pt_compare_ref(cpu, reference, mm, kCopiedBytes, kEnd), "I-111",
                "a unit is taken to have gone round that has changed nothing of the copy");
  for (auto changed = end; changed != memory.end(); ++changed) {
    ++*changed;
    judge.require(intel_pt_compare_ref(cpu, reference, mm, kCopiedBytes, kEnd), "I-111",
                  "a unit is not taken to have gone round that has changed a part of the copy");
    --*changed;
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
  for (const std::uint64_t unit : {std::uint64_t{1}, kWordUnit}) {
    judge_copied(unit, judge);
    judge_compared(unit, judge);
  }
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

const AuxSequence kSnapshotSizes = {
    "snapshot-sizes", "any sizes of snapshot and area", kSizeProperties, kSizes, {}, true,
    run_sizes};
const AuxSequence kSnapshotCopies = {
    "snapshot-copies", "what of a PT buffer is copied", kSizeProperties, kCopies, {}, true,
    run_copies};

}  // namespace ringcheck
