// intel_pt_find_snapshot, intel_bts_find_snapshot, arm_spe_find_snapshot, cs_etm_find_snapshot:
// sequences of snapshots by perf's own reader with a driver's own finder.
// Tested by tests/properties/aux/conform_aux_test.cpp.
#include <array>
#include <vector>

#include "properties/core/conform_set.hpp"
#include "properties/core/expect.hpp"
#include "properties/core/hex.hpp"
#include "protocol/core/sequential_cpu.hpp"
#include "protocol/perf_tool/arm_snapshot.hpp"
#include "protocol/perf_tool/auxtrace_read.hpp"
#include "protocol/perf_tool/intel_pt_snapshot.hpp"

namespace ringcheck {
namespace {

using Machine = SequentialCpu<>;

constexpr std::uint64_t kMostBytes = 1U << 22U;  ///< of a buffer, and of one write

/// The buffers of a row, in one memory: the published head, the tail, then each area.
struct Buffers {
  explicit Buffers(Fields& fields);
  [[nodiscard]] std::span<std::uint64_t> area(std::size_t b) {
    return std::span(memory).subspan(mmaps[b].data.base, mmaps[b].len());
  }

  std::vector<std::uint64_t> memory;
  std::vector<AuxtraceMmap> mmaps;
  std::vector<std::uint64_t> positions;  ///< where each unit writes next, running
  std::vector<std::uint64_t> previous;   ///< mm->prev
  AuxtraceReadOptions options;
};

Buffers::Buffers(Fields& fields) {
  const std::uint64_t len = fields.number("len", kMostBytes);
  if (len == 0) throw RowError(fields.place("len") + ": saw 0, expected a length");
  const std::uint64_t mask = fields.number("mask");
  options.snapshot = true;
  options.snapshot_size = fields.number("snapshot_size");
  options.alignment = fields.number("alignment");
  fields.flag("cont_head");
  const Json& indices = fields.array("idx");
  const Json& positions_json = array_of(fields.array("hw0"), "hw0", indices.size());
  for (std::size_t b = 0; b < indices.size(); ++b) {
    AuxtraceMmap mm;
    mm.data = {2 + b * len, len, 1};
    mm.mask = mask;
    mm.user_head = 0;
    mm.user_tail = 1;
    mm.idx = static_cast<std::uint32_t>(unsigned_of(indices[b], "idx", 1U << 16U));
    mmaps.push_back(mm);
    positions.push_back(wrapping_of(positions_json[b], "hw0"));
  }
  previous.resize(mmaps.size());
  memory.resize(2 + mmaps.size() * len);
}

/// Lets the unit write what one entry of "fill" says: [kind, bytes, K, argument].
void fill(Buffers& buffers, std::size_t b, const Json& entry) {
  array_of(entry, "fill", 4);
  const std::string kind = text_of(entry[0], "kind of fill");
  const std::uint64_t bytes = unsigned_of(entry[1], "bytes of fill", kMostBytes);
  const std::uint64_t key = wrapping_of(entry[2], "K of fill");
  const std::uint64_t period = unsigned_of(entry[3], "argument of fill");
  if (kind != "r" && kind != "z" && (kind != "p" || period == 0))
    throw RowError("fill: saw \"" + kind + "\", expected r, z, or p and a period");
  const auto area = buffers.area(b);
  for (std::uint64_t i = 0; i < bytes; ++i) {
    const std::uint64_t s = buffers.positions[b]++;
    const std::uint64_t seed = kind == "p" ? s % period : s;
    area[s % area.size()] = kind == "z" ? 0 : (seed * 0x9E37'79B9'7F4A'7C15 + key) >> 56U;
  }
}

/// One snapshot with `find(cpu, mm, head, old)`; compares what perf makes of it.
template <class Find>
void snapshot(Expect& expect, Fields& step, Buffers& buffers, std::size_t b, Find&& find) {
  const AuxtraceMmap& mm = buffers.mmaps[b];
  Machine cpu(buffers.memory);
  buffers.memory[mm.user_head] = step.wrapping("head");
  expect.same("prev", step.wrapping("prev"), buffers.previous[b]);
  std::uint64_t found_head = 0;
  std::uint64_t found_old = 0;
  const auto finder = [&](Machine& c, std::uint64_t& head, std::uint64_t& old) {
    find(c, mm, head, old);
    found_head = head;
    found_old = old;
    return false;
  };
  Json handed = nullptr;
  const auto hand_over = [&](Machine&, const AuxtraceWindow<Machine>& window) {
    handed = {window.offset,
              window.padded(),
              window.first.at,
              window.first.length,
              window.split ? Json(window.second.at) : Json(nullptr),
              window.second.length};
    return false;
  };
  const AuxtraceRead read = auxtrace_mmap_read(cpu, mm, buffers.options, buffers.previous[b],
                                               finder, hand_over, [](Machine&) { return false; });
  expect.same("fs_ret", step.signed_number("fs_ret"), 0);
  expect.same("fs_head", step.wrapping("fs_head"), found_head);
  expect.same("fs_old", step.wrapping("fs_old"), found_old);
  expect.same("ret", step.signed_number("ret"), read == AuxtraceRead::data ? 1 : 0);
  expect.same("new_prev", step.wrapping("new_prev"), buffers.previous[b]);
  expect.same("fn", step.has("fn") ? step.any("fn") : Json(nullptr), handed);
}

struct PtFinder {
  static constexpr const char* kKind = "intel_pt";
  explicit PtFinder(Fields& row) {
    state.snapshot_size = row.number("snapshot_size");
    const bool multiple = row.signed_number("caps_tme") > 0;
    const std::uint64_t field = row.number("psb_val", 15);
    state.psb_period = intel_pt_psb_period(multiple, row.flag("psb_err") ? 0 : field);
  }
  void operator()(Machine& cpu, const AuxtraceMmap& mm, std::uint64_t& head, std::uint64_t& old) {
    intel_pt_find_snapshot(cpu, state, mm, head, old);
  }
  void compare(Expect& expect, Fields& step, const AuxtraceMmap& mm) const {
    const IntelPtReference<Machine>& reference = state.references[mm.idx];
    expect.same("wrapped", step.number("wrapped", 1), reference.wrapped ? 1 : 0);
    expect.same("ref_sz", step.number("ref_sz"), state.reference_bytes);
    expect.same("ref_cnt", step.number("ref_cnt"), state.references.size());
    expect.same("ref_off", step.number("ref_off"), reference.offset);
    expect.same("ref_crc", step.number("ref_crc"), crc_of(reference.units));
  }
  IntelPtSnapshots<Machine> state;
};

struct BtsFinder {
  static constexpr const char* kKind = "intel_bts";
  explicit BtsFinder(Fields&) {}
  void operator()(Machine& cpu, const AuxtraceMmap& mm, std::uint64_t& head, std::uint64_t& old) {
    intel_bts_find_snapshot(cpu, state, mm, head, old);
  }
  void compare(Expect& expect, Fields& step, const AuxtraceMmap& mm) const {
    expect.same("wrapped", step.number("wrapped", 1), int{state.wrapped[mm.idx]});
    expect.same("ref_cnt", step.number("ref_cnt"), state.wrapped.size());
  }
  IntelBtsSnapshots state;
};

/// `Old`: CoreSight's finder, otherwise SPE's.
template <bool Old>
struct ArmFinder {
  static constexpr const char* kKind = Old ? "cs_etm" : "arm_spe";
  explicit ArmFinder(Fields&) {}
  void operator()(Machine& cpu, const AuxtraceMmap& mm, std::uint64_t& head, std::uint64_t& old) {
    if (Old)
      cs_etm_find_snapshot(cpu, state, mm, head, old);
    else
      arm_spe_find_snapshot(cpu, state, mm, head, old);
  }
  void compare(Expect& expect, Fields& step, const AuxtraceMmap& mm) const {
    const bool wrapped = state.wrapped[mm.idx] == Wrapped::yes;
    expect.same("wrapped", step.number("wrapped", 1), wrapped ? 1 : 0);
    expect.same("cnt", step.number("cnt"), state.wrapped.size());
  }
  ArmSnapshots state;
};

template <class Finder>
std::optional<Difference> check(const Json& row) {
  Fields fields(row, "row");
  fields.number("q");
  const std::string kind = fields.text("kind");
  if (kind != Finder::kKind)
    throw RowError(fields.place("kind") + ": saw \"" + kind + "\", expected " + Finder::kKind);
  Buffers buffers(fields);
  Finder finder(fields);
  const Json& steps = fields.array("steps");
  const Json& crcs = array_of(fields.array("buf_crc"), "buf_crc", buffers.mmaps.size());
  fields.finish();
  Expect expect(row);
  expect.each_step(steps, [&](const Json& recorded, std::size_t i) {
    Fields step(recorded, "step " + std::to_string(i));
    const std::size_t b = step.number("b", buffers.mmaps.size() - 1);
    for (const Json& entry : step.array("fill")) fill(buffers, b, entry);
    snapshot(expect, step, buffers, b, finder);
    finder.compare(expect, step, buffers.mmaps[b]);
    step.finish();
  });
  for (std::size_t b = 0; b < buffers.mmaps.size(); ++b)
    expect.same("buf_crc", crcs[b], crc_of(buffers.area(b)));
  return expect.first();
}

}  // namespace

extern const ConformSet kIntelPtFindSnapshotSet;
const ConformSet kIntelPtFindSnapshotSet = {"intel_pt_find_snapshot", "snapshots of Intel PT",
                                            check<PtFinder>};
extern const ConformSet kIntelBtsFindSnapshotSet;
const ConformSet kIntelBtsFindSnapshotSet = {"intel_bts_find_snapshot", "snapshots of Intel BTS",
                                             check<BtsFinder>};
extern const ConformSet kArmSpeFindSnapshotSet;
const ConformSet kArmSpeFindSnapshotSet = {"arm_spe_find_snapshot", "snapshots of Arm SPE",
                                           check<ArmFinder<false>>};
extern const ConformSet kCsEtmFindSnapshotSet;
const ConformSet kCsEtmFindSnapshotSet = {"cs_etm_find_snapshot",
                                          "snapshots of CoreSight, as they were until 2021",
                                          check<ArmFinder<true>>};

}  // namespace ringcheck
