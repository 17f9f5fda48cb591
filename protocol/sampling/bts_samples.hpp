#pragma once
// Branches that Intel BTS has written to the CPU's debug store become samples of the event that
// counts branches one by one (branches with a period of 1).
//
// An interrupt comes when the debug store is nearly full, after some 2,500 branches; the store is
// emptied when the event stops, too. Linux 6.1 begins one record for all samples, and writes one
// after the other. If it is refused, that counts as one loss.
//
// Source: arch/x86/events/intel/ds.c intel_pmu_drain_bts_buffer. Deviations: a sample has the
// branch's ends alone (PERF_SAMPLE_IP, PERF_SAMPLE_ADDR). Tested by
// tests/properties/aux/aux_mutants_test.cpp.

#include <cstdint>
#include <span>

#include "protocol/ring/perf_output.hpp"

namespace ringcheck {

/// A branch in the debug store.
struct BtsBranch {
  std::uint64_t from = 0, to = 0;
};

/// Whether an address is the kernel's. Source: kernel_ip.
constexpr bool kernel_ip(std::uint64_t ip) {
  return static_cast<std::int64_t>(ip) < 0;
}

/// How records are begun for the samples of a debug store.
enum class BtsDrain : std::uint8_t {
  in_one,      ///< Linux 6.1: one begin for all of them
  one_by_one,  ///< a repair: one for each
};

/// Bytes of a sample of a branch.
inline constexpr std::uint64_t kBtsSampleBytes = 3 * kWordBytes;

/// Stores the sample of a branch.
template <Cpu C>
void output_bts_sample(C& cpu, const PerfBuffer& rb, PerfOutputHandle<C>& handle,
                       const BtsBranch& branch) {
  using Value = typename C::Value;
  perf_output_word(cpu, rb, handle, Value(header_word(kRecordSample, 0, kBtsSampleBytes)));
  perf_output_word(cpu, rb, handle, Value(branch.from));
  perf_output_word(cpu, rb, handle, Value(branch.to));
}

/// Empties a debug store. `exclude_kernel`: attr.exclude_kernel, which leaves out branches that
/// start or end in the kernel.
template <Cpu C>
void intel_pmu_drain_bts_buffer(C& cpu, const PerfBuffer& rb, const PerfEvent& event,
                                std::span<const BtsBranch> branches, bool exclude_kernel,
                                BtsDrain drain) {
  if (branches.empty()) return;
  const auto left_out = [&](const BtsBranch& branch) {
    return exclude_kernel && (kernel_ip(branch.from) || kernel_ip(branch.to));
  };
  if (drain == BtsDrain::one_by_one) {
    for (const BtsBranch& branch : branches) {
      if (left_out(branch)) continue;
      cpu.scope([&] {
        PerfOutputHandle<C> handle;
        if (!cpu.branch(perf_output_begin(cpu, rb, handle, kBtsSampleBytes, event))) return;
        output_bts_sample(cpu, rb, handle, branch);
        perf_output_end(cpu, rb, handle);
      });
    }
    return;
  }
  std::uint64_t samples = 0;
  for (const BtsBranch& branch : branches)
    if (!left_out(branch)) ++samples;
  cpu.scope([&] {
    PerfOutputHandle<C> handle;
    if (!cpu.branch(perf_output_begin(cpu, rb, handle, samples * kBtsSampleBytes, event))) return;
    for (const BtsBranch& branch : branches)
      if (!left_out(branch)) output_bts_sample(cpu, rb, handle, branch);
    perf_output_end(cpu, rb, handle);
  });
}

}  // namespace ringcheck
