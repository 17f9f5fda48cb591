#pragma once
// perf goes through the rings one by one, on whichever CPU it runs. It reads each by its own page
// and its own position.
//
// Source: tools/perf/builtin-record.c record__mmap_read_evlist; tools/perf/util/mmap.c
// perf_mmap__push. Deviations: of a record only the word after its header is taken; what else the
// loop does is in record_loop.hpp. Tested by tests/properties/record/record_rings_test.cpp.

#include <array>
#include <cstdint>

#include "protocol/record/defects.hpp"
#include "protocol/ring/perf_mmap.hpp"

namespace ringcheck {

inline constexpr std::size_t kRecordRings = 2;

/// One round over all rings. `take(ring, word)`: a record of `ring` has `word` after its header.
template <Cpu C, class Take>
void record_read_rings(C& cpu, const std::array<PerfBuffer, kRecordRings>& rings,
                       std::array<PerfMmap<C>, kRecordRings>& maps, Take&& take) {
  using Value = typename C::Value;
  for (std::size_t ring = 0; ring < kRecordRings; ++ring) {
    cpu.scope([&] {
      PerfBuffer page = rings[ring];
      if (page.has(defect::kReadsByFirstRing)) page.at.data_head = rings[0].at.data_head;
      PerfMmap<C>& map = maps[ring];
      if (perf_mmap_read_init(cpu, page, map) != 0) return;
      for (Value at = map.start; cpu.branch(at < map.end);) {
        const Value header = load_data_word(cpu, rings[ring], at);
        take(ring, load_data_word(cpu, rings[ring], at + Value(kWordBytes)));
        const Value size = header >> Value(48);
        if (cpu.branch(size == Value(0))) break;
        at = at + size;
      }
      map.prev = map.end;
      perf_mmap_consume(cpu, rings[ring], map);
    });
  }
}

}  // namespace ringcheck
