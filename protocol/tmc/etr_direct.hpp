#pragma once
// A TMC-ETR that writes to the AUX area itself, as its tables for scattered pages would let it. No
// driver of Linux 6.1 does so. Besides a table of the area's pages, that takes three things:
//
// - the ETR starts where the transaction does, and stops where the room ends; Linux runs it round
//   and round (TMC_MODE_CIRCULAR_BUFFER), which is right only if the area is overwritten;
// - what it wrote is synced before the head is published: the reader maps the area cached;
// - each ETR has one event: what it writes belongs to the transaction that is open when it is
//   programmed, so another event's tracer cannot join.
//
// Source: what tmc_alloc_etr_buf leaves open (`pages`, always NULL),
// drivers/hwtracing/coresight/coresight-tmc-etr.c, and L. Yan, "Diving into Linux Perf Ring Buffer",
// the last section on CoreSight. Deviations: pages lie one after the other, which makes no difference
// to a device with a table.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <array>
#include <cstdint>
#include <string_view>

#include "protocol/aux/aux_order.hpp"
#include "protocol/aux/aux_output.hpp"
#include "protocol/aux/trace_unit.hpp"
#include "protocol/tmc/dma_buffer.hpp"
#include "protocol/tmc/sites.hpp"

namespace ringcheck {

/// How far the ETR writes in a transaction.
enum class EtrLimit : std::uint8_t {
  room,         ///< up to the end of the room, and no more
  around_room,  ///< round and round in the room
  around_area,  ///< round and round in the whole area
};

/// Addresses of the ETR's registers, consecutive from a base address. Pointers are offsets in the
/// area.
struct EtrDirectCells {
  std::uint64_t from;   ///< where it starts (bytes)
  std::uint64_t limit;  ///< bytes from there on that it may write
  std::uint64_t write;  ///< where it writes next
  std::uint64_t full;   ///< 1 if it reached the limit
  std::uint64_t event;  ///< number of the event whose area it has; 0: none

  static constexpr std::array<std::string_view, 5> kNames = {"from", "limit", "write", "full",
                                                             "event"};
  static constexpr std::uint64_t kCount = kNames.size();
  /// The layout from address `b` on.
  static constexpr EtrDirectCells at(std::uint64_t b) { return {b, b + 1, b + 2, b + 3, b + 4}; }
};

/// An ETR whose buffer is the pages of an AUX area.
struct EtrDirect {
  EtrDirectCells at{};
  DmaBuffer data{};  ///< the area: as the ETR wrote it, and as the CPU and the reader see it
  EtrLimit limit = EtrLimit::room;

  [[nodiscard]] constexpr std::uint64_t size() const { return data.size(); }
};

/// Gives the ETR to a tracer of event `event`; false if it has another event's area. There is no
/// count: the event runs on one CPU at a time.
template <AuxCpu C>
bool etr_direct_take(C& cpu, const EtrDirect& etr, std::uint64_t event) {
  using Value = typename C::Value;
  const Value owner = cpu.load(etr.at.event);
  if (!cpu.branch(owner == Value(0))) return etr.data.defects.has(defect::kDirectShared);
  cpu.store(etr.at.event, event);
  return true;
}

/// The tracer of `event` leaves the ETR.
template <AuxCpu C>
void etr_direct_leave(C& cpu, const EtrDirect& etr) {
  cpu.store(etr.at.event, 0);
}

/// An ETR writes this much at a time, and its pointers are multiples of it (bytes).
inline constexpr std::uint64_t kEtrFrame = 16;

/// Programs the ETR for the open transaction of `handle`. In overwrite mode the room is the area.
template <AuxCpu C>
void etr_direct_program(C& cpu, const EtrDirect& etr, const AuxBuffer& aux,
                        const AuxHandle& handle) {
  using Value = typename C::Value;
  const bool whole = aux.overwrite || etr.limit == EtrLimit::around_area;
  cpu.write_once(etr.at.from, cpu.load(handle.head) % Value(etr.size()));
  const Value room = cpu.load(handle.size);
  cpu.write_once(etr.at.limit, whole ? Value(etr.size()) : room - room % Value(kEtrFrame));
}

/// Lets the CPU, and readers that have mapped the area, see `length` bytes from `offset` on, around
/// the end.
template <AuxCpu C>
void sync_around(C& cpu, const EtrDirect& etr, const typename C::Value& offset,
                 const typename C::Value& length) {
  using Value = typename C::Value;
  const Value first = min_of(cpu, Value(etr.size()) - offset, length);
  dma_sync_single_for_cpu(cpu, etr.data, offset, offset, first);
  if (!etr.data.defects.has(defect::kDirectSyncedNotAround) && cpu.branch(first < length))
    dma_sync_single_for_cpu(cpu, etr.data, Value(0), Value(0), length - first);
}

/// Stops the ETR and closes the transaction of `handle` with what it wrote.
template <AuxCpu C, TraceUnit<C> Unit>
void etr_direct_end(C& cpu, Unit& unit, const EtrDirect& etr, const AuxBuffer& aux,
                    const AuxHandle& handle) {
  using Value = typename C::Value;
  cpu.scope([&] {
    unit.stop(cpu);
    unit.drain(cpu);
    const Value from = cpu.read_once(etr.at.from);
    const Value moved =
        (cpu.read_once(etr.at.write) + Value(etr.size()) - from) % Value(etr.size());
    const bool full = !cpu.branch(cpu.read_once(etr.at.full) == Value(0));
    const Value size = full ? Value(cpu.read_once(etr.at.limit)) : moved;
    const bool late = aux.has(defect::kDirectSyncedLate);
    if (!late) sync_around(cpu, etr, from, size);
    if (aux.overwrite && !aux.has(defect::kDirectHeadKept))
      cpu.store(handle.head, cpu.load(handle.head) + moved + Value(full ? etr.size() : 0));
    if (!aux.overwrite && full && !aux.has(defect::kDirectLossNotFlagged))
      perf_aux_output_flag(cpu, handle, Value(kAuxTruncated));
    fence_at(cpu, aux.plan, site::kEtrDirectB);
    perf_aux_output_end(cpu, aux, handle, size);
    if (late) sync_around(cpu, etr, from, size);
  });
}

}  // namespace ringcheck
