#pragma once
// What the snapshot finders of several drivers share: looking for trace near the end of an area,
// and moving the two positions.
//
// Source: tools/perf/arch/x86/util/intel-pt.c intel_pt_first_wrap, intel_pt_find_snapshot;
// intel-bts.c intel_bts_first_wrap, intel_bts_find_snapshot; tools/perf/arch/arm64/util/arm-spe.c
// arm_spe_buffer_has_wrapped, arm_spe_find_snapshot.
// Tested by tests/properties, against recorded answers.

#include "protocol/perf_tool/auxtrace_mmap.hpp"
#include "protocol/perf_tool/defects.hpp"

namespace ringcheck {

/// How far from the end of the area a finder looks for trace. Units: bytes.
inline constexpr std::uint64_t kIntelWrapScan = 4096;
inline constexpr std::uint64_t kArmWrapScan = 512;

/// True if an 8-byte word of the area is not zero, from word `from` to before word `to`.
template <AuxCpu C>
bool any_trace(C& cpu, const AuxtraceMmap& mm, const typename C::Value& from, std::uint64_t to) {
  using Value = typename C::Value;
  constexpr std::uint64_t kScanBytes = 8;
  for (Value word = from; cpu.branch(word < Value(to)); word = word + Value(1))
    for (std::uint64_t i = 0; i < kScanBytes; i += mm.data.unit) {
      const Value unit = cpu.load(mm.data.address(word * Value(kScanBytes) + Value(i)));
      if (cpu.branch(!(unit == Value(0)))) return true;
    }
  return false;
}

/// Takes trace near the end as a sign that the unit went round, wherever the head is.
/// Source: intel_pt_first_wrap, intel_bts_first_wrap.
template <AuxCpu C>
bool intel_first_wrap(C& cpu, const AuxtraceMmap& mm) {
  const std::uint64_t end = mm.len() / 8;
  const std::uint64_t words = kIntelWrapScan / 8;
  const bool all = end < words || mm.has(defect::kPtScanFromZero);
  return any_trace(cpu, mm, typename C::Value(all ? 0 : end - words), end);
}

/// Turns offsets in the area into running positions, old before head: a whole lap apart if the unit
/// went round, otherwise less. Source: intel_pt_find_snapshot, intel_bts_find_snapshot.
template <AuxCpu C>
void intel_move_positions(C& cpu, const AuxtraceMmap& mm, bool wrapped, typename C::Value& head,
                          typename C::Value& old) {
  using Value = typename C::Value;
  if (wrapped) {
    old = head;
    head = head + Value(mm.len());
    return;
  }
  old = mm.mask != 0 ? old & Value(mm.mask) : old % Value(mm.len());
  if (cpu.branch(head < old)) head = head + Value(mm.len());
}

/// Takes a head beyond the area, or trace between the head and the end of the area, as a sign that
/// the unit went round. An area shorter than the searched part is not searched.
/// Source: arm_spe_buffer_has_wrapped; cs_etm_buffer_has_wrapped until 2021.
template <AuxCpu C>
bool arm_buffer_has_wrapped(C& cpu, const AuxtraceMmap& mm, const typename C::Value& head) {
  using Value = typename C::Value;
  if (!cpu.branch(head < Value(mm.len()))) return true;
  Value from = mm.len() - kArmWrapScan;
  if (cpu.branch(from < head)) from = head;
  return any_trace(cpu, mm, from / Value(8), mm.len() / 8);
}

/// Sets the positions a whole lap apart if the unit went round.
/// Source: arm_spe_find_snapshot; cs_etm_find_snapshot until 2021.
template <AuxCpu C>
void arm_move_positions(C& cpu, const AuxtraceMmap& mm, bool wrapped, typename C::Value& head,
                        typename C::Value& old) {
  using Value = typename C::Value;
  if (!wrapped) return;
  if (cpu.branch(head < Value(mm.len()))) head = head + Value(mm.len());
  old = head - Value(mm.len());
}

}  // namespace ringcheck
