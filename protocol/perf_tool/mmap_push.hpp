#pragma once
// What perf does with a data ring that it records: all that is in it is written, in one piece or
// two, and given back.
//
// Source: tools/perf/util/mmap.c perf_mmap__push.
// Tested by `ringcheck kernel --area libperf`.

#include "protocol/ring/perf_mmap.hpp"

namespace ringcheck {

/// Writes what is in the ring by `write(position, bytes)`, which is false if that fails. Returns 0,
/// 1 if there is nothing to write yet, or -1. The next push starts at the head as it was before the
/// end of this one was looked for (docs/findings.md V-17).
template <Cpu C, class Write>
int perf_mmap_push(C& cpu, const PerfBuffer& rb, PerfMmap<C>& map, Write&& write) {
  using Value = typename C::Value;
  const Value head = read_head(cpu, rb, map.prev);
  const int found = perf_mmap_read_init(cpu, rb, map);
  if (found != 0) return found == kTryAgain ? 1 : -1;
  const Value to_end = Value(rb.data_size) - map.start % Value(rb.data_size);
  const auto write_up_to = [&](const Value& position) {
    const Value from = map.start;
    map.start = position;
    return write(from, position - from);
  };
  // What ends at the end of the ring has a second piece of nothing.
  if (!cpu.branch(map.end - map.start < to_end) && !write_up_to(map.start + to_end)) return -1;
  if (!write_up_to(map.end)) return -1;
  map.prev = head;
  perf_mmap_consume(cpu, rb, map);
  return 0;
}

}  // namespace ringcheck
