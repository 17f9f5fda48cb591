#pragma once
// Finding the snapshot of an Intel PT buffer: by trace near its end, or, for large snapshots, by
// comparing a part of it with a copy from the last time.
//
// Source: tools/perf/arch/x86/util/intel-pt.c intel_pt_find_snapshot, intel_pt_wrapped,
// intel_pt_compare_ref, intel_pt_compare_buffers, intel_pt_copy_ref,
// intel_pt_snapshot_ref_buf_size, intel_pt_psb_period, intel_pt_masked_bits,
// intel_pt_alloc_snapshot_ref,
// intel_pt_free_snapshot_refs.
// Tested by tests/properties, against recorded answers, and by `make kernel`.

#include <cstdint>
#include <vector>

#include "protocol/aux/observations.hpp"
#include "protocol/perf_tool/defects.hpp"
#include "protocol/perf_tool/intel_bts_snapshot.hpp"
#include "protocol/perf_tool/snapshot_scan.hpp"

namespace ringcheck {

/// A copy of a part of a buffer.
template <Cpu C>
struct IntelPtReference {
  std::vector<typename C::Value> units;  ///< as wide as the area's; empty: there is no copy yet
  std::uint64_t offset = 0;              ///< of what it is compared with, in the area (bytes)
  bool wrapped =
      false;  ///< without a copy: the unit has gone round, and perf assumes so ever since
};

/// What perf keeps about its buffers between snapshots.
template <Cpu C>
struct IntelPtSnapshots {
  std::uint64_t snapshot_size = 0;    ///< at most this much is taken of a buffer (bytes)
  std::uint64_t psb_period = 0;       ///< bytes of trace between two PSBs
  bool initialised = false;           ///< the first buffer's length has decided about copies
  std::uint64_t reference_bytes = 0;  ///< of a copy; 0: no copies are made
  std::vector<IntelPtReference<C>> references;  ///< by the buffer's index
  SnapshotMemory memory{};                      ///< for the table and the copies
};

/// The bits of `bits` that `mask` has, next to each other. Source: intel_pt_masked_bits.
constexpr std::uint64_t intel_pt_masked_bits(std::uint64_t mask, std::uint64_t bits) {
  std::uint64_t found = 0;
  for (std::uint64_t top = std::uint64_t{1} << 63U; top != 0; top >>= 1U)
    if ((mask & top) != 0) found = found << 1U | ((bits & top) != 0 ? 1U : 0U);
  return found;
}

/// Bytes between two PSBs. `multiple_entries`: the unit's ToPA may have several entries; `field`:
/// psb_period of the event's configuration. Source: intel_pt_psb_period.
constexpr std::uint64_t intel_pt_psb_period(bool multiple_entries, std::uint64_t field) {
  return multiple_entries ? std::uint64_t{1} << (field + 11) : 256;
}

/// How much of a buffer of `len` bytes perf copies: two PSB periods, at most 256 KiB, and nothing
/// if that is a large part of the buffer or of a snapshot.
constexpr std::uint64_t intel_pt_snapshot_ref_buf_size(std::uint64_t snapshot_size,
                                                       std::uint64_t psb_period,
                                                       std::uint64_t len) {
  constexpr std::uint64_t kMost = 256 * 1024;
  if (snapshot_size <= 64 * 1024) return 0;
  std::uint64_t bytes = 2 * psb_period;
  if (bytes == 0 || bytes > kMost) bytes = kMost;
  return bytes >= len || bytes >= snapshot_size / 2 ? 0 : bytes;
}

/// True if `size` bytes of `reference` from `at` on differ from those of the area at `offset`.
/// Bytes outside the area differ.
template <AuxCpu C>
bool reference_differs(C& cpu, const IntelPtReference<C>& reference, std::uint64_t at,
                       const AuxtraceMmap& mm, std::uint64_t offset, std::uint64_t size) {
  using Value = typename C::Value;
  const std::uint64_t unit = mm.data.unit;
  for (std::uint64_t i = 0; i < size; i += unit) {
    if (offset + i >= mm.len()) {
      tell<said::OutsideArea>(cpu, offset + i, size);
      return true;
    }
    const Value word = cpu.load(mm.data.address(Value(offset + i)));
    if (cpu.branch(!(reference.units[(at + i) / unit] == word))) return true;
  }
  return false;
}

/// True if `reference` differs from the `size` bytes of the area at `offset`, around its end. The
/// first part is as long as the part after the end.
template <AuxCpu C>
bool intel_pt_compare_buffers(C& cpu, const IntelPtReference<C>& reference, const AuxtraceMmap& mm,
                              std::uint64_t offset, std::uint64_t size) {
  const std::uint64_t end = offset + size;
  if (end <= mm.len()) return reference_differs(cpu, reference, 0, mm, offset, size);
  const std::uint64_t part = end - mm.len();
  return reference_differs(cpu, reference, 0, mm, offset, part) ||
         reference_differs(cpu, reference, part, mm, 0, size - part);
}

/// True if perf assumes that the unit has gone round: the head stands in what was copied, or what
/// was copied has changed. Pre: head is an offset in the area.
template <AuxCpu C>
bool intel_pt_compare_ref(C& cpu, const IntelPtReference<C>& reference, const AuxtraceMmap& mm,
                          std::uint64_t size, const typename C::Value& head) {
  using Value = typename C::Value;
  const std::uint64_t end = reference.offset + size;
  const bool behind = cpu.branch(Value(reference.offset) < head);
  if (end > mm.len()) {
    if (behind || cpu.branch(head < Value(end - mm.len()))) return true;
  } else if (behind && cpu.branch(head < Value(end))) {
    return true;
  }
  return intel_pt_compare_buffers(cpu, reference, mm, reference.offset, size);
}

/// Copies the `size` bytes before the head. Around the start of the area, the part before the head
/// comes first and the part before the end second.
template <AuxCpu C>
void intel_pt_copy_ref(C& cpu, IntelPtReference<C>& reference, const AuxtraceMmap& mm,
                       std::uint64_t size, const typename C::Value& head) {
  using Value = typename C::Value;
  const std::uint64_t unit = mm.data.unit;
  const bool whole = !cpu.branch(head < Value(size));
  for (std::uint64_t i = 0; i < size; i += unit) {
    const auto at = Value(i);
    const bool first = whole || cpu.branch(at < head);
    const Value from = whole ? head - Value(size) + at : first ? at : Value(mm.len() - size) + at;
    reference.units[i / unit] = cpu.load(mm.data.address(from));
  }
}

/// Decides about copies once, makes room for the buffer's entry, and its copy if there is none.
/// Null: there is no memory.
template <AuxCpu C>
IntelPtReference<C>* intel_pt_reference_of(IntelPtSnapshots<C>& snapshots, const AuxtraceMmap& mm) {
  if (!snapshots.initialised) {
    snapshots.initialised = true;
    snapshots.reference_bytes =
        intel_pt_snapshot_ref_buf_size(snapshots.snapshot_size, snapshots.psb_period, mm.len());
  }
  if (grow_intel_table(snapshots.references, snapshots.memory, mm.idx)) return nullptr;
  IntelPtReference<C>& reference = snapshots.references[mm.idx];
  if (snapshots.reference_bytes != 0 && reference.units.empty()) {
    if (!snapshots.memory.take()) return nullptr;
    reference.units.assign(snapshots.reference_bytes / mm.data.unit, typename C::Value(0));
    reference.offset = mm.len() - snapshots.reference_bytes;
  }
  return &reference;
}

/// Moves `head` and `old` to the ends of the snapshot of `mm`. Pre: if copies are made, head is an
/// offset in the area. True: failed, for want of memory.
template <AuxCpu C>
bool intel_pt_find_snapshot(C& cpu, IntelPtSnapshots<C>& snapshots, const AuxtraceMmap& mm,
                            typename C::Value& head, typename C::Value& old) {
  using Value = typename C::Value;
  IntelPtReference<C>* const known = intel_pt_reference_of(snapshots, mm);
  if (known == nullptr) return true;
  IntelPtReference<C>& reference = *known;
  bool wrapped = false;
  if (snapshots.reference_bytes != 0) {
    wrapped = intel_pt_compare_ref(cpu, reference, mm, snapshots.reference_bytes, head);
    intel_pt_copy_ref(cpu, reference, mm, snapshots.reference_bytes, head);
    if (mm.has(defect::kPtReferenceMoves)) {
      const Value lap = cpu.branch(head < Value(snapshots.reference_bytes)) ? mm.len() : 0;
      const Value start = head + lap - Value(snapshots.reference_bytes);
      reference.offset = 0;
      while (!cpu.branch(start == Value(reference.offset))) reference.offset += mm.data.unit;
    }
  } else {
    if (!reference.wrapped && intel_first_wrap(cpu, mm)) reference.wrapped = true;
    wrapped = reference.wrapped;
  }
  intel_move_positions(cpu, mm, wrapped, head, old);
  return false;
}

/// Gives back what was taken for snapshots, as far as it is known.
/// Source: intel_pt_free_snapshot_refs.
template <Cpu C>
void intel_pt_free_snapshots(IntelPtSnapshots<C>& snapshots) {
  for (const IntelPtReference<C>& reference : snapshots.references)
    if (!reference.units.empty()) snapshots.memory.give();
  if (!snapshots.references.empty()) snapshots.memory.give();
  snapshots.references.clear();
}

}  // namespace ringcheck
