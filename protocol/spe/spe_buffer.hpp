#pragma once
// The buffer of an Arm SPE unit: a linear piece of the AUX area, up to a limit at a page boundary,
// made to look like a ring.
//
// Source: drivers/perf/arm_spe_pmu.c arm_spe_pmu_pad_buf, arm_spe_pmu_next_snapshot_off,
// __arm_spe_pmu_next_off, arm_spe_pmu_next_off.
// Tested by tests/properties, against recorded answers.

#include <array>
#include <cstdint>
#include <string_view>

#include "protocol/aux/aux_output.hpp"
#include "protocol/spe/defects.hpp"
#include "protocol/spe/spe_config.hpp"

namespace ringcheck {

/// Addresses of an SPE unit's registers, consecutive from a base address.
struct SpeCells {
  std::uint64_t pmbptr;     ///< where it writes next: an address
  std::uint64_t pmblimitr;  ///< where it stops: an address, and kSpeEnable
  std::uint64_t pmbsr;      ///< kSpeService and the rest of the syndrome
  std::uint64_t pmscr;      ///< not 0: profiling is on

  static constexpr std::array<std::string_view, 4> kNames = {"pmbptr", "pmblimitr", "pmbsr",
                                                             "pmscr"};
  static constexpr std::uint64_t kCount = kNames.size();
  /// The layout from address `base` on.
  static constexpr SpeCells at(std::uint64_t base) { return {base, base + 1, base + 2, base + 3}; }
};

/// An SPE unit and the AUX area that it writes to.
struct SpeUnit {
  SpeCells at{};
  AuxBuffer aux{};
  AuxHandle handle{};
  std::uint64_t base = 0;           ///< buf->base: the unit's address of the area; page aligned
  std::uint64_t page_size = 0;      ///< bytes; a power of two
  std::uint64_t max_record = 0;     ///< max_record_sz: the largest record (bytes)
  std::uint64_t align = 1;          ///< the write pointer is a multiple of it (bytes)
  bool isb_before_limit = false;    ///< other than in Linux 6.1 (docs/findings.md V-24)
  bool padding_is_ordered = false;  ///< smp_wmb stands after padding; Linux 6.1 has nothing
  bool fatal_truncates = false;     ///< other than in Linux 6.1 (docs/findings.md V-28)
  bool stops_without_room = false;  ///< an event that gets no room is stopped: Linux 6.12
  const SpeSampling* sampling = nullptr;  ///< how the event samples; null: left out

  [[nodiscard]] constexpr std::uint64_t size() const { return aux.size(); }
  /// `bytes` cut to a signed byte and widened again.
  [[nodiscard]] static constexpr std::uint64_t sign_extended(std::uint64_t bytes) {
    return (bytes & 0x80) == 0 ? bytes & 0xff : bytes | ~std::uint64_t{0xff};
  }
  /// Offset in the area of position `position` of the stream. Source: PERF_IDX2OFF.
  template <class Value>
  [[nodiscard]] Value offset(const Value& position) const {
    return position % Value(aux.has(defect::kNarrowAreaSize) ? sign_extended(size()) : size());
  }
};

/// Fills `length` bytes from the head on with padding that decoders skip and, except in snapshot
/// mode, moves the head past them.
template <AuxCpu C>
void arm_spe_pmu_pad_buf(C& cpu, const SpeUnit& spe, const typename C::Value& length) {
  if (!spe.aux.has(defect::kSpeSkipsWithoutPadding))
    pad_bytes(cpu, spe.aux.area, spe.offset(cpu.load(spe.handle.head)), length);
  if (spe.padding_is_ordered) cpu.smp_wmb();
  if (!spe.aux.overwrite && !spe.aux.has(defect::kSpePadsWithoutSkip))
    perf_aux_output_skip(cpu, spe.aux, spe.handle, length);
}

/// The limit of a snapshot: the middle of the buffer or its end, because records cannot be parsed
/// backwards. If a record might not fit before it, pads and takes the other one.
/// Returns an offset in the area; never 0.
template <AuxCpu C>
typename C::Value arm_spe_pmu_next_snapshot_off(C& cpu, const SpeUnit& spe) {
  using Value = typename C::Value;
  const Value head = spe.offset(cpu.load(spe.handle.head));
  const Value half = spe.size() / 2;
  Value limit =
      cpu.branch(head < half) && !spe.aux.has(defect::kSpeSnapshotOfAll) ? half : Value(spe.size());
  if (cpu.branch(limit - head < Value(spe.max_record))) {
    arm_spe_pmu_pad_buf(cpu, spe, limit - head);
    const Value next = spe.offset(limit);
    cpu.store(spe.handle.head, next);
    limit = half + next;
  }
  return limit;
}

/// Moves an unaligned head to the next multiple, as far as there is room. Returns the head's offset
/// in the area. A head is not aligned after a record that filled the buffer, and after a skip of
/// all the room, which is one byte short.
template <AuxCpu C>
typename C::Value align_head(C& cpu, const SpeUnit& spe) {
  using Value = typename C::Value;
  const Value head = spe.offset(cpu.load(spe.handle.head));
  const Value beyond = head % Value(spe.align);
  if (cpu.branch(beyond == Value(0))) return head;
  const Value room = cpu.load(spe.handle.size);
  arm_spe_pmu_pad_buf(cpu, spe, min_of(cpu, Value(spe.align) - beyond, room));
  return spe.offset(cpu.load(spe.handle.head));
}

/// The limit for an aligned head with room after it: the end of the buffer, the start of the page
/// that the reader's tail is in, or the page boundary after the next wakeup.
template <AuxCpu C>
typename C::Value limit_before_tail(C& cpu, const SpeUnit& spe, const typename C::Value& head) {
  using Value = typename C::Value;
  const Value position = cpu.load(spe.handle.head);
  const Value room = cpu.load(spe.handle.size);
  const Value wakeup_position = cpu.load(spe.handle.wakeup);
  const Value page = spe.page_size;
  const Value tail = spe.offset(position + room);
  const Value wakeup = spe.offset(wakeup_position);
  Value limit = spe.size();
  // There is room, so head == tail means that all is free, and head > tail that the end comes
  // first.
  const bool ahead = cpu.branch(head < tail);
  if (ahead) limit = tail - tail % page;
  if (ahead && spe.aux.has(defect::kSpeTailRoundedUp))
    limit = tail + (page - Value(1)) - (tail + (page - Value(1))) % page;
  const bool within = spe.aux.has(defect::kSpeWakeupNotModular)
                          ? cpu.branch(wakeup_position < position + room)
                          : cpu.branch(wakeup_position - position < room);
  const bool to_come = spe.aux.has(defect::kSpeWakeupInThePast) || !cpu.branch(wakeup < head);
  if (within && to_come) {
    const Value up = wakeup + (page - Value(1));
    const Value boundary = up - up % page;
    limit = spe.aux.has(defect::kSpeLaterOfLimits)
                ? (cpu.branch(limit < boundary) ? boundary : limit)
                : min_of(cpu, limit, boundary);
  }
  return limit;
}

/// The limit of the open transaction, as an offset in the area. 0 if there is no room up to a page
/// boundary; the transaction is then closed as truncated.
template <AuxCpu C>
typename C::Value arm_spe_pmu_next_off_once(C& cpu, const SpeUnit& spe) {
  using Value = typename C::Value;
  const Value head = align_head(cpu, spe);
  if (cpu.branch(!(cpu.load(spe.handle.size) == Value(0)))) {
    const Value limit = limit_before_tail(cpu, spe, head);
    if (cpu.branch(head < limit)) return limit;
    arm_spe_pmu_pad_buf(cpu, spe, cpu.load(spe.handle.size));
  }
  perf_aux_output_flag(cpu, spe.handle, Value(kAuxTruncated));
  perf_aux_output_end(cpu, spe.aux, spe.handle, Value(0));
  return 0;
}

/// As arm_spe_pmu_next_off_once, but if a record might not fit before the limit, pads up to it and
/// looks again.
template <AuxCpu C>
typename C::Value arm_spe_pmu_next_off(C& cpu, const SpeUnit& spe) {
  using Value = typename C::Value;
  const Value limit = arm_spe_pmu_next_off_once(cpu, spe);
  if (cpu.branch(limit == Value(0))) return 0;
  const Value head = spe.offset(cpu.load(spe.handle.head));
  if (!cpu.branch(limit - head < Value(spe.max_record))) return limit;
  arm_spe_pmu_pad_buf(cpu, spe, limit - head);
  return arm_spe_pmu_next_off_once(cpu, spe);
}

}  // namespace ringcheck
