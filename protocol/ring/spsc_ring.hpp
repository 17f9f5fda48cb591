#pragma once
// The ring reduced to its two indices: one word per record, one writer, one reader, no interrupts.
//
// Other checkers measure with this family: for small sizes, its executions can be counted by hand.
// Source: the pairing A to D of kernel/events/ring_buffer.c, with nothing around it. Tested by
// tests/protocol and tests/properties.

#include "protocol/core/cpu.hpp"
#include "protocol/core/declared_state.hpp"
#include "protocol/ring/observations.hpp"
#include "protocol/ring/sites.hpp"

namespace ringcheck {

/// Where the ring lies, its size, and how its ordering points stand.
struct SpscRing {
  std::uint64_t head = 0;   ///< address: number of records written
  std::uint64_t tail = 0;   ///< address: number of records read
  std::uint64_t data = 0;   ///< address of the first slot
  std::uint64_t slots = 1;  ///< records that fit
  BarrierPlan plan;

  /// The plan that the ring is written for: acquire and release on both sides.
  static constexpr BarrierPlan default_plan() {
    return BarrierPlan().with(site::kA, Strength::acquire).with(site::kB, Strength::release);
  }
  template <class Value>
  [[nodiscard]] Value slot(const Value& position) const {
    return Value(data) + position % Value(slots);
  }
};

/// Loads the tail and tests whether a record fits after `head`. The branch on that is ordering
/// point A.
template <Cpu C>
bool spsc_has_space(C& cpu, const SpscRing& ring, const typename C::Value& head) {
  using Value = typename C::Value;
  const Strength a = ring.plan.at(site::kA);
  cpu.site("A");
  const Value tail =
      a == Strength::acquire ? cpu.smp_load_acquire(ring.tail) : cpu.read_once(ring.tail);
  const auto fits = head - tail < Value(ring.slots);
  const bool taken = a == Strength::none ? cpu.branch_speculatively(fits) : cpu.branch(fits);
  if (a == Strength::mb) cpu.smp_mb();
  return taken;
}

/// Stores the head after the record: ordering point B.
template <Cpu C>
void spsc_publish(C& cpu, const SpscRing& ring, const typename C::Value& head) {
  const Strength b = ring.plan.at(site::kB);
  cpu.site("B");
  if (b == Strength::wmb) cpu.smp_wmb();
  if (b == Strength::mb) cpu.smp_mb();
  if (b == Strength::release)
    cpu.smp_store_release(ring.head, head);
  else
    cpu.write_once(ring.head, head);
}

/// Loads the head, before any record: ordering point C.
template <Cpu C>
typename C::Value spsc_load_head(C& cpu, const SpscRing& ring) {
  using Value = typename C::Value;
  const Strength c = ring.plan.at(site::kC);
  cpu.site("C");
  const Value head =
      c == Strength::acquire ? cpu.smp_load_acquire(ring.head) : cpu.read_once(ring.head);
  if (c == Strength::rmb) cpu.smp_rmb();
  if (c == Strength::mb) cpu.smp_mb();
  return head;
}

/// Stores the tail, after all records before it are loaded: ordering point D.
template <Cpu C>
void spsc_free(C& cpu, const SpscRing& ring, const typename C::Value& tail) {
  const Strength d = ring.plan.at(site::kD);
  cpu.site("D");
  if (d == Strength::wmb) cpu.smp_wmb();
  if (d == Strength::rmb) cpu.smp_rmb();
  if (d == Strength::mb) cpu.smp_mb();
  if (d == Strength::release)
    cpu.smp_store_release(ring.tail, tail);
  else
    cpu.write_once(ring.tail, tail);
}

/// Writes records 1 … `records`; a record that finds the ring full is skipped.
template <Cpu C>
void spsc_write(C& cpu, const SpscRing& ring, std::uint64_t records) {
  using Value = typename C::Value;
  Value head = 0;
  for (std::uint64_t i = 1; i <= records; ++i) {
    declare_state(cpu, "next record", i, head);
    cpu.scope([&] {
      if (!spsc_has_space(cpu, ring, head)) {
        tell<said::SlotSkipped>(cpu, i);
        return;
      }
      declare_state(cpu, "has space", i, head);
      cpu.store(ring.slot(head), i);
      tell<said::SlotStored>(cpu, i);
      head = head + Value(1);
      spsc_publish(cpu, ring, head);
    });
  }
}

/// Polls `polls` times, each time reading all slots up to the head.
template <Cpu C>
void spsc_read(C& cpu, const SpscRing& ring, std::uint64_t polls) {
  using Value = typename C::Value;
  Value tail = 0;
  for (std::uint64_t i = 0; i < polls; ++i) {
    declare_state(cpu, "next poll", i, tail);
    cpu.scope([&] {
      const Value head = spsc_load_head(cpu, ring);
      for (; cpu.branch(tail < head); tail = tail + Value(1)) {
        declare_state(cpu, "next slot", i, tail, head);
        const Value word = cpu.load(ring.slot(tail));
        tell<said::SlotLoaded>(cpu, tail, word);
      }
      spsc_free(cpu, ring, tail);
    });
  }
}

}  // namespace ringcheck
