#pragma once
// The buffer of an Arm TRBE: a linear piece of the AUX area, up to a limit at a page boundary, made
// to look like a ring.
//
// Source: drivers/hwtracing/coresight/coresight-trbe.c trbe_pad_buf, trbe_min_trace_buf_size,
// __trbe_normal_offset, trbe_normal_offset, compute_trbe_buffer_limit,
// trbe_apply_work_around_before_enable, trbe_get_trace_size.
// Deviations: what a decoder passes over is 0, and 0x70 only where a unit says so.
// Tested by tests/properties/aux/aux_mutants_test.cpp and `ringcheck kernel --area trbe`.

#include <array>
#include <cstdint>

#include "protocol/aux/aux_output.hpp"
#include "protocol/aux/observations.hpp"
#include "protocol/coresight/tracer_case.hpp"
#include "protocol/trbe/defects.hpp"

namespace ringcheck {

/// Addresses of a TRBE's registers and of its driver's words on one CPU, consecutive from a base
/// address.
struct TrbeCells {
  std::uint64_t pointer;  ///< TRBPTR: the address where it writes next
  std::uint64_t base;     ///< TRBBASER: the address where it goes on after the limit
  std::uint64_t limit;    ///< TRBLIMITR: an address, and kTrbeEnable
  std::uint64_t status;   ///< TRBSR: kTrbeIrq and the bits after it
  std::uint64_t trfcr;    ///< 1 while the CPU may trace
  std::uint64_t handle;   ///< drvdata->handle: 1 while the interrupt may use the handle
  std::uint64_t id_told;  ///< event_data->aux_hwid_done: 1 once a record has told the tracer's ID

  static constexpr std::uint64_t kCount = 7;
  /// The layout from address `b` on.
  static constexpr TrbeCells at(std::uint64_t b) {
    return {b, b + 1, b + 2, b + 3, b + 4, b + 5, b + 6};
  }
};

inline constexpr std::uint64_t kTrbeEnable = 1;  ///< bit of TRBLIMITR

/// Bits of TRBSR.
inline constexpr std::uint64_t kTrbeIrq = 1U << 22U;
inline constexpr std::uint64_t kTrbeTriggered = 1U << 21U;
inline constexpr std::uint64_t kTrbeWrap = 1U << 20U;
inline constexpr std::uint64_t kTrbeAbort = 1U << 18U;          ///< an external abort
inline constexpr std::uint64_t kTrbeStopped = 1U << 17U;        ///< the unit writes nothing
inline constexpr std::uint64_t kTrbeClass = 0x3fU << 26U;       ///< of the event
inline constexpr std::uint64_t kTrbeStage1Abort = 36U << 26U;   ///< a class
inline constexpr std::uint64_t kTrbeStage2Abort = 37U << 26U;   ///< a class
inline constexpr std::uint64_t kTrbeGranuleFault = 30U << 26U;  ///< a class: of a granule check
inline constexpr std::uint64_t kTrbeOwnReason = 31U << 26U;     ///< a class: what a machine defines
inline constexpr std::uint64_t kTrbeCode = 0x3f;                ///< of an event of class 0
inline constexpr std::uint64_t kTrbeFilled = 1;                 ///< a code
/// What a unit reports when it reached its limit and went back to its base.
inline constexpr std::uint64_t kTrbeFull = kTrbeIrq | kTrbeWrap | kTrbeStopped | kTrbeFilled;
/// The bits of the status that the driver clears before it enables the unit: an external abort
/// stays (docs/findings.md V-42).
inline constexpr std::uint64_t kTrbeForgotten =
    kTrbeIrq | kTrbeTriggered | kTrbeWrap | kTrbeClass | kTrbeCode | kTrbeStopped;

/// What the unit does wrong. Units: bytes; 0: it does not.
struct TrbeErrata {
  std::uint64_t overwrites = 0;    ///< after a fill, from the base on
  std::uint64_t beyond_limit = 0;  ///< after the limit
  bool needs_drain = false;        ///< after it was disabled, or registers are not written
  bool needs_sync = false;         ///< once more after it was enabled
};

/// What would repair Linux 6.1 (docs/findings.md).
struct TrbeRepairs {
  bool error_is_loss = false;       ///< an error that a stop finds is reported as a loss (V-39)
  bool abort_is_forgotten = false;  ///< an external abort does not outlive its transaction (V-42)
  bool other_is_fatal = false;      ///< whatever is no fill is fatal (V-43)
  bool perf_goes_first = false;     ///< before the unit, when its CPU goes offline (V-45)
};

/// A TRBE and the AUX area that it writes to.
struct TrbeUnit {
  TrbeCells at{};
  AuxBuffer aux{};
  AuxHandle handle{};
  std::uint64_t buffer = 0;     ///< address of the area; page aligned
  std::uint64_t page_size = 0;  ///< bytes; a power of two
  std::uint64_t least = 64;     ///< TRBE_TRACE_MIN_BUF_SIZE: the least useful run (bytes)
  std::uint64_t align = 1;      ///< the write pointer is a multiple of it (bytes)
  TrbeErrata errata{};
  TracerCase tracer_case = TracerCase::traces;
  std::uint64_t tracer_id = 0;      ///< what a record tells about the tracer; 0: none does (6.1)
  std::uint64_t padding = 0;        ///< what decoders skip; ETE_IGNORE_PACKET is 0x70
  bool padding_is_ordered = false;  ///< smp_wmb stands after padding; Linux 6.1 has nothing
  TrbeRepairs repairs{};            ///< Linux 6.1 has none of them

  [[nodiscard]] constexpr std::uint64_t size() const { return aux.size(); }
  [[nodiscard]] constexpr bool has(const Defect& defect) const { return aux.has(defect); }
  /// Offset in the area of position `position` of the stream. Source: PERF_IDX2OFF.
  template <class Value>
  [[nodiscard]] Value offset(const Value& position) const {
    return position % Value(size());
  }
  /// The least run: one page more if the limit is moved down by one.
  [[nodiscard]] constexpr std::uint64_t least_run() const {
    return least + (errata.beyond_limit != 0 ? page_size : 0);
  }
};

/// Fills `length` bytes from `offset` on with padding that decoders skip. Source: __trbe_pad_buf.
template <AuxCpu C>
void trbe_fill(C& cpu, const TrbeUnit& trbe, const typename C::Value& offset,
               const typename C::Value& length) {
  using Value = typename C::Value;
  const ByteArea& area = trbe.aux.area;
  pad_bytes(cpu, area, offset, length);
  if (trbe.padding == 0) return;
  for (std::uint64_t i = 0; cpu.branch(Value(i) < length); i += area.unit)
    cpu.store(area.address(offset + Value(i)), trbe.padding);
}

/// Fills `length` bytes from the head on with padding that decoders skip and, except in snapshot
/// mode, moves the head past them. Source: trbe_pad_buf.
template <AuxCpu C>
void trbe_pad_buf(C& cpu, const TrbeUnit& trbe, const typename C::Value& length) {
  trbe_fill(cpu, trbe, trbe.offset(cpu.load(trbe.handle.head)), length);
  if (trbe.padding_is_ordered) cpu.smp_wmb();
  if (!trbe.aux.overwrite) perf_aux_output_skip(cpu, trbe.aux, trbe.handle, length);
}

/// The limit of the open transaction, as an offset in the area. 0 if there is no room up to a page
/// boundary; all the room is then padded. Source: __trbe_normal_offset.
template <AuxCpu C>
typename C::Value trbe_normal_offset_once(C& cpu, const TrbeUnit& trbe) {
  using Value = typename C::Value;
  Value head = trbe.offset(cpu.load(trbe.handle.head));
  const Value beyond = head % Value(trbe.align);
  if (!cpu.branch(beyond == Value(0))) {
    trbe_pad_buf(cpu, trbe,
                 min_of(cpu, Value(trbe.align) - beyond, Value(cpu.load(trbe.handle.size))));
    head = trbe.offset(cpu.load(trbe.handle.head));
  }
  const Value room = cpu.load(trbe.handle.size);
  if (cpu.branch(room == Value(0))) return 0;
  const Value position = cpu.load(trbe.handle.head);
  const Value wakeup_position = cpu.load(trbe.handle.wakeup);
  const Value page = trbe.page_size;
  const Value tail = trbe.offset(position + room);
  const Value wakeup = trbe.offset(wakeup_position);
  Value limit = trbe.size();
  if (cpu.branch(head < tail)) limit = tail - tail % page;
  // Positions are compared as they are, so not correctly around 2^64.
  if (cpu.branch(wakeup_position < position + room) && !cpu.branch(wakeup < head)) {
    const Value up = wakeup + (page - Value(1));
    limit = min_of(cpu, limit, up - up % page);
  }
  if (cpu.branch(head < limit)) return limit;
  trbe_pad_buf(cpu, trbe, room);
  return 0;
}

/// As above, but if too little is left before the limit, pads up to it and looks again.
/// Source: trbe_normal_offset.
template <AuxCpu C>
typename C::Value trbe_normal_offset(C& cpu, const TrbeUnit& trbe) {
  using Value = typename C::Value;
  for (;;) {
    const Value limit = trbe_normal_offset_once(cpu, trbe);
    if (cpu.branch(limit == Value(0))) return 0;
    const Value head = trbe.offset(cpu.load(trbe.handle.head));
    if (!cpu.branch(limit - head < Value(trbe.least_run()))) return limit;
    trbe_pad_buf(cpu, trbe, limit - head);
  }
}

/// The limit without the other bits of its register.
template <AuxCpu C>
typename C::Value get_trbe_limit_pointer(C& cpu, const TrbeUnit& trbe) {
  using Value = typename C::Value;
  const Value limit = cpu.read_once(trbe.at.limit);
  return limit - (limit & Value(kTrbeEnable));
}

/// Bytes from the head to where the unit wrote: to its limit if it wrapped. Bytes at the start that
/// the unit may have written over are padded, if there are that many. Source: trbe_get_trace_size.
template <AuxCpu C>
typename C::Value trbe_get_trace_size(C& cpu, const TrbeUnit& trbe, bool wrapped) {
  using Value = typename C::Value;
  const bool to_limit = wrapped && !trbe.has(defect::kTrbeWrapAtPointer);
  const Value end = to_limit ? get_trbe_limit_pointer(cpu, trbe) : cpu.read_once(trbe.at.pointer);
  const Value end_offset = end - Value(trbe.buffer);
  const Value start = trbe.offset(cpu.load(trbe.handle.head));
  if (cpu.branch(end_offset < start)) {
    tell<said::Warned>(cpu, end_offset);
    return 0;
  }
  const Value size = end_offset - start;
  if (trbe.errata.overwrites == 0) return size;
  if (cpu.branch(size < Value(trbe.errata.overwrites)))
    tell<said::Warned>(cpu, size);
  else
    trbe_fill(cpu, trbe, start, Value(trbe.errata.overwrites));
  return size;
}

}  // namespace ringcheck
