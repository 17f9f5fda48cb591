#pragma once
// The smallest perf ring: one record, one word, every access marked. Both sides try a number of
// times, and do nothing when there is no space or no record.
//
// The number of its executions has a closed form: see properties/ring/one_slot_ring.cpp.
// Source: the pairing A to D of kernel/events/ring_buffer.c, with nothing around it. Tested by
// tests/properties/ring/one_slot_ring_test.cpp.

#include "protocol/ring/observations.hpp"
#include "protocol/ring/sites.hpp"
#include "protocol/ring/spsc_ring.hpp"

namespace ringcheck {

/// The plan that the ring is written for: at A, the branch orders the marked store after it.
constexpr BarrierPlan one_slot_plan() {
  return BarrierPlan().with(site::kB, Strength::release);
}

/// Tries `times` times to write the next record; records are numbered from 1. Pre: one slot.
template <Cpu C>
void one_slot_write(C& cpu, const SpscRing& ring, std::uint64_t times) {
  using Value = typename C::Value;
  Value head = 0;
  for (std::uint64_t i = 0; i < times; ++i) {
    declare_state(cpu, "next record", i, head);
    cpu.scope([&] {
      const Value record = head + Value(1);
      if (!spsc_has_space(cpu, ring, head)) {
        tell<said::SlotSkipped>(cpu, record);
        return;
      }
      cpu.write_once(ring.data, record);
      tell<said::SlotStored>(cpu, record);
      head = record;
      spsc_publish(cpu, ring, head);
    });
  }
}

/// Tries `times` times to read the next record. Pre: one slot.
template <Cpu C>
void one_slot_read(C& cpu, const SpscRing& ring, std::uint64_t times) {
  using Value = typename C::Value;
  Value tail = 0;
  for (std::uint64_t i = 0; i < times; ++i) {
    declare_state(cpu, "next poll", i, tail);
    cpu.scope([&] {
      const Value head = spsc_load_head(cpu, ring);
      if (!cpu.branch(tail < head)) return;
      const Value word = cpu.read_once(ring.data);
      tell<said::SlotLoaded>(cpu, tail, word);
      tail = tail + Value(1);
      spsc_free(cpu, ring, tail);
    });
  }
}

}  // namespace ringcheck
