#pragma once
// What two snapshots of Intel PT share, which a decoder must take only once. The trace of the first
// one ends with the padding of AUXTRACE records.
//
// Source: tools/perf/util/intel-pt-decoder/intel-pt-decoder.c intel_pt_find_overlap,
// intel_pt_find_overlap_tsc, adj_for_padding; tools/perf/util/intel-pt.c intel_pt_do_fix_overlap.
// Deviations: a PSB with its time is one unit; times do not wrap, and grow; the search by bytes
// alone, for trace without times, is not modelled.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include "protocol/aux/aux_cpu.hpp"
#include "protocol/aux/byte_area.hpp"
#include "protocol/perf_tool/defects.hpp"

namespace ringcheck {

/// Units from this value on are PSBs, and the unit is their time.
inline constexpr std::uint64_t kPsbUnit = 256;

/// The most by which a record's trace may be padded. Units: bytes. Source: MAX_PADDING.
inline constexpr std::uint64_t kMostPadding = 7;

/// Trace of one record, padding included. Its area has units of one byte.
template <class Value>
struct PtTrace {
  ByteArea area{};
  Value length = 0;
};

/// The unit at `at`.
template <AuxCpu C>
typename C::Value pt_unit(C& cpu, const PtTrace<typename C::Value>& trace,
                          const typename C::Value& at) {
  return cpu.load(trace.area.address(at));
}

/// The first PSB from `at` on, or the length if there is none. Source: intel_pt_next_psb.
template <AuxCpu C>
typename C::Value pt_next_psb(C& cpu, const PtTrace<typename C::Value>& trace,
                              typename C::Value at) {
  using Value = typename C::Value;
  while (cpu.branch(at < trace.length) && cpu.branch(pt_unit(cpu, trace, at) < Value(kPsbUnit)))
    at = at + Value(1);
  return at;
}

/// `start`, moved back if padding alone has made it too large: as far as the bytes before it equal
/// those before the end of `a`. Source: adj_for_padding.
template <AuxCpu C>
typename C::Value pt_adjust_for_padding(C& cpu, const PtTrace<typename C::Value>& a,
                                        const PtTrace<typename C::Value>& b,
                                        const typename C::Value& start) {
  using Value = typename C::Value;
  const Value most = min_of(cpu, Value(kMostPadding), min_of(cpu, start, a.length));
  Value same = 0;
  while (cpu.branch(same < most) && cpu.branch(pt_unit(cpu, b, start - most + same) ==
                                               pt_unit(cpu, a, a.length - most + same)))
    same = same + Value(1);
  return start - most + same;
}

/// Where `b` starts to have what `a`, the record before, does not; the length of `b` if nowhere.
template <AuxCpu C>
typename C::Value intel_pt_find_overlap(C& cpu, const PtTrace<typename C::Value>& a,
                                        const PtTrace<typename C::Value>& b, DefectSet defects) {
  using Value = typename C::Value;
  Value psb_b = pt_next_psb(cpu, b, Value(0));
  Value psb_a = a.length;
  for (Value at = pt_next_psb(cpu, a, Value(0)); cpu.branch(at < a.length);
       at = pt_next_psb(cpu, a, at + Value(1)))
    psb_a = at;
  if (cpu.branch(psb_a == a.length)) return psb_b;
  const Value time = pt_unit(cpu, a, psb_a);
  const Value behind = a.length - psb_a;
  for (; cpu.branch(psb_b < b.length); psb_b = pt_next_psb(cpu, b, psb_b + Value(1))) {
    const Value other = pt_unit(cpu, b, psb_b);
    if (cpu.branch(other == time) && !cpu.branch(b.length - psb_b < behind)) {
      const Value start = psb_b + behind;
      return defects.has(defect::kOverlapWithoutPadding) ? start
                                                         : pt_adjust_for_padding(cpu, a, b, start);
    }
    if (cpu.branch(time < other)) return psb_b;
  }
  return psb_b;
}

}  // namespace ringcheck
