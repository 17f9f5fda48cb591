#pragma once
// take_sample: a sample with AUX trace of a PtBench, as machines take it.

#include <algorithm>
#include <optional>

#include "properties/pt/pt_machine.hpp"
#include "protocol/pt/aux_sample.hpp"

namespace ringcheck {

/// What a sample should have.
struct AskedSample {
  std::uint64_t sampling = 0;  ///< address of rb->aux_in_sampling
  std::uint64_t bytes = 0;     ///< of AUX trace
  SamplePadding padding = SamplePadding::word;
};

/// Takes a sample with AUX trace: checks whether it may, reserves a record, and copies. `masked`:
/// set while interrupts are masked; NMIs come all the same. Returns where the record lies, if there
/// is one. Source: perf_prepare_sample, perf_output_sample.
template <class C, class Unit>
std::optional<std::uint64_t> take_sample(C& cpu, Unit& unit, PtBench& b, const AskedSample& asked,
                                         bool& masked) {
  const PerfBuffer& ring = b.pt.aux.ring;
  const std::uint64_t size = perf_prepare_sample_aux(cpu, asked.sampling, asked.bytes);
  PerfOutputHandle<C> handle;
  const std::uint64_t bytes = 16 + size;
  if (!perf_output_begin(cpu, ring, handle, bytes, b.bench.m.events[0])) return std::nullopt;
  const std::uint64_t start = handle.start;
  perf_output_word(cpu, ring, handle, header_word(kRecordSample, 0, bytes));
  perf_output_word(cpu, ring, handle, size);
  if (size != 0) {
    masked = true;
    perf_aux_sample_output(
        cpu, b.pt.aux, asked.sampling, size, asked.padding,
        [&](C& c) {
          const auto copied = pt_event_snapshot_aux(c, unit, b.pt, handle, size);
          masked = false;
          return copied;
        },
        [&](C& c, std::uint64_t missing) {
          while (missing > 0) {
            const std::uint64_t piece = std::min(missing, kWordBytes);
            perf_output_word(c, ring, handle, 0, piece);
            missing -= piece;
          }
        });
  }
  perf_output_end(cpu, ring, handle);
  return start;
}

}  // namespace ringcheck
