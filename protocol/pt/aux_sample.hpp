#pragma once
// AUX samples: an NMI takes a sample while the trace unit runs, and copies the newest trace into
// it.
//
// Source: kernel/events/core.c perf_prepare_sample_aux, perf_pmu_snapshot_aux,
// perf_aux_sample_output; arch/x86/events/intel/pt.c pt_event_snapshot_aux.
// Deviations: whether the sampler runs on this CPU is the caller's to know; references to the
// buffer are not counted. Tested by tests/properties/aux/aux_mutants_test.cpp.

#include "protocol/aux/aux_copy.hpp"
#include "protocol/aux/observations.hpp"
#include "protocol/pt/defects.hpp"
#include "protocol/pt/pt_pmu.hpp"

namespace ringcheck {

/// The largest size that a record's header can hold, and what samples are padded to. Units: bytes.
inline constexpr std::uint64_t kMostRecordBytes = 0xffff;
inline constexpr std::uint64_t kAuxSampleAlignment = 8;

/// Bytes of an AUX sample that asks for `wanted` bytes after `header_size` bytes of a record, from
/// an area of `area` bytes. Source: perf_prepare_sample, perf_prepare_sample_aux.
constexpr std::uint64_t aux_sample_size(std::uint64_t wanted, std::uint64_t header_size,
                                        std::uint64_t area, DefectSet defects = {}) {
  std::uint64_t size = wanted;
  if (!defects.has(defect::kSampleSizeNotBounded) && kMostRecordBytes - header_size < size)
    size = kMostRecordBytes - header_size;
  size -= size % kAuxSampleAlignment;
  if (area < size) size = area;
  return (size + kAuxSampleAlignment - 1) / kAuxSampleAlignment * kAuxSampleAlignment;
}

/// Copies the newest `size` bytes by `copy(cpu, from, to)`, which returns how many. Stops the unit
/// for that, and starts it again if it ran. Returns how many bytes were copied; 0 if there is no
/// snapshot to copy from. Source: pt_event_snapshot_aux.
template <AuxCpu C, TraceUnit<C> Unit, class Copy>
typename C::Value pt_snapshot_by(C& cpu, Unit& unit, const PtUnit& pt, std::uint64_t size,
                                 Copy&& copy) {
  using Value = typename C::Value;
  if (!cpu.branch(perf_get_aux(cpu, pt.handle)) || !pt.snapshot()) {
    tell<said::Warned>(cpu, size);
    return 0;
  }
  // The gate does not tell whether the unit runs: stopping closes the gate first.
  const bool trusts_gate = pt.aux.has(defect::kPtSampleTrustsGate);
  if (!trusts_gate || cpu.branch(!(cpu.read_once(pt.at.handle_nmi) == Value(0))))
    pt_config_stop(cpu, unit, pt);
  pt_read_offset(cpu, pt);
  pt_update_head(cpu, pt);
  const Value to = cpu.local_read(pt.at.data_size);
  const Value lap = cpu.branch(to < Value(size)) ? Value(pt.size()) : Value(0);
  tell<said::AuxSampled>(cpu, to, size, 0);
  const Value copied = copy(cpu, lap + to - Value(size), to);
  tell<said::AuxSampled>(cpu, to, size, 1);
  if (cpu.branch(!(cpu.read_once(pt.at.handle_nmi) == Value(0)))) pt_config_start(cpu, unit, pt);
  return copied;
}

/// As pt_snapshot_by, into the reservation of `handle`.
template <AuxCpu C, TraceUnit<C> Unit>
typename C::Value pt_event_snapshot_aux(C& cpu, Unit& unit, const PtUnit& pt,
                                        PerfOutputHandle<C>& handle, std::uint64_t size) {
  using Value = typename C::Value;
  return pt_snapshot_by(cpu, unit, pt, size, [&](C& copier, const Value& from, const Value& to) {
    return perf_output_copy_aux(copier, pt.aux, handle, from, to);
  });
}

/// How perf_aux_sample_output fills a sample up to the size that it tells.
enum class SamplePadding : std::uint8_t {
  word,  ///< Linux 6.1: at most a word is filled, whatever is missing
  all,   ///< all that is missing is filled
};

/// Bytes of AUX sample that a sample of `size` gets: none while one is being copied on this CPU.
/// `sampling` is the address of rb->aux_in_sampling. The record is reserved next, and then the
/// trace is copied; an interrupt in between may stop the sampler.
/// Source: perf_prepare_sample_aux.
template <AuxCpu C>
std::uint64_t perf_prepare_sample_aux(C& cpu, std::uint64_t sampling, std::uint64_t size) {
  using Value = typename C::Value;
  return cpu.branch(!(cpu.read_once(sampling) == Value(0))) ? 0 : size;
}

/// Copies an AUX sample, for which `size` bytes are reserved, by `snapshot(cpu)`, which tells how
/// many it copied, and fills what is missing by `fill(cpu, bytes)`. Pre: interrupts that stop the
/// sampler are masked while `snapshot` runs; perf_prepare_sample_aux gave `size`.
/// Source: perf_pmu_snapshot_aux, perf_aux_sample_output.
template <AuxCpu C, class Snapshot, class Fill>
void perf_aux_sample_output(C& cpu, const AuxBuffer& aux, std::uint64_t sampling,
                            std::uint64_t size, SamplePadding padding, Snapshot&& snapshot,
                            Fill&& fill) {
  using Value = typename C::Value;
  if (!aux.has(defect::kSamplingNotMarked)) cpu.write_once(sampling, 1);
  cpu.barrier();
  const Value copied = snapshot(cpu);
  cpu.barrier();
  cpu.write_once(sampling, 0);
  const Value missing = Value(size) - copied;
  if (cpu.branch(missing == Value(0))) return;
  if (cpu.branch(missing < Value(kAuxSampleAlignment))) return fill(cpu, missing);
  tell<said::Warned>(cpu, missing);
  fill(cpu, padding == SamplePadding::all ? missing : Value(kAuxSampleAlignment));
}

}  // namespace ringcheck
