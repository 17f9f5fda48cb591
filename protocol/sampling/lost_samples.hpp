#pragma once
// PERF_RECORD_LOST_SAMPLES: samples that were lost before anything asked for room in the ring.
//
// Source: kernel/events/core.c perf_log_lost_samples. Tested by
// tests/properties/aux/aux_mutants_test.cpp.

#include "protocol/ring/perf_output.hpp"

namespace ringcheck {

/// Type of the record. Source: enum perf_event_type.
inline constexpr std::uint64_t kRecordLostSamples = 13;

/// Tells that `lost` samples of `event` were lost.
template <Cpu C>
void perf_log_lost_samples(C& cpu, const PerfBuffer& rb, const PerfEvent& event,
                           std::uint64_t lost) {
  using Value = typename C::Value;
  const std::uint64_t bytes = 2 * kWordBytes + event.id_bytes();
  cpu.scope([&] {
    PerfOutputHandle<C> handle;
    if (!cpu.branch(perf_output_begin(cpu, rb, handle, bytes, event))) return;
    perf_output_word(cpu, rb, handle, Value(header_word(kRecordLostSamples, 0, bytes)));
    perf_output_word(cpu, rb, handle, Value(lost));
    perf_output_id_sample(cpu, rb, handle, event);
    perf_output_end(cpu, rb, handle);
  });
}

}  // namespace ringcheck
