#pragma once
// tmc_update_etr_buffer: the copy from the bounce buffer of a TMC-ETR to the AUX area.
//
// The last tracer that leaves the sink stops the ETR and copies the trace in its buffer. Trace that
// does not fit is dropped from the front, and a barrier packet at the start of the copy tells the
// decoder so.
//
// Source: drivers/hwtracing/coresight/coresight-tmc-etr.c tmc_update_etr_buffer,
// tmc_etr_sync_perf_buffer; coresight-tmc-core.c tmc_get_memwidth_mask; coresight-priv.h CS_LOCK.
// Deviations: the driver's spinlock is not modelled.
// Tested by tests/properties, against recorded answers.

#include "protocol/aux/aux_order.hpp"
#include "protocol/aux/aux_output.hpp"
#include "protocol/aux/observations.hpp"
#include "protocol/aux/trace_unit.hpp"
#include "protocol/tmc/defects.hpp"
#include "protocol/tmc/etr_buf.hpp"
#include "protocol/tmc/sites.hpp"

namespace ringcheck {

/// Where a start of trace may be moved to: a mask of 32 bits for each width of the trace memory's
/// bus, as the configuration register codes it. An unknown code leaves no place.
/// Units: words of 32 bits, a power of two up to 8. Source: tmc_get_memwidth_mask.
constexpr std::uint64_t tmc_get_memwidth_mask(std::uint64_t memwidth) {
  if (memwidth == 1 || memwidth == 2 || memwidth == 4) return 0xffff'fff0;
  return memwidth == 8 ? 0xffff'ffe0 : 0;
}

/// Copies `length` bytes at `offset` of the bounce buffer to the AUX area at `head`, around the end
/// of either.
template <AuxCpu C>
void tmc_etr_sync_perf_buffer(C& cpu, const EtrBuf& buf, const AuxBuffer& aux,
                              const typename C::Value& head, typename C::Value offset,
                              typename C::Value length) {
  using Value = typename C::Value;
  Value to = head % Value(aux.size());
  while (cpu.branch(Value(0) < length)) {
    const bool behind = aux.has(defect::kEtrSourceWrapsLate)
                            ? cpu.branch(Value(buf.size()) < offset)
                            : !cpu.branch(offset < Value(buf.size()));
    if (behind) offset = offset - Value(buf.size());
    Value piece = etr_contiguous(cpu, buf, offset, length);
    if (cpu.branch(piece == Value(0))) {
      tell<said::Warned>(cpu, offset);
      return;
    }
    piece = min_of(cpu, piece, buf.aux_pages.piece(cpu, aux.area, to));
    copy_bytes(cpu, buf.aux_pages.page_of(cpu, aux.area, to), to, etr_view(cpu, buf, offset),
               offset, piece);
    length = length - piece;
    to = buf.aux_pages.after(cpu, aux.area, to, piece);
    offset = offset + piece;
  }
}

/// How a tracer that stops finds the sink.
enum class EtrFound : std::uint8_t {
  shared,   ///< another tracer uses it
  foreign,  ///< it has the buffer of another session, or of another event
  stopped,  ///< it is stopped now, and its trace is in memory
};

/// The last tracer of the session stops the sink and looks what there is. Under the sink's lock.
template <AuxCpu C, TraceUnit<C> Unit>
EtrFound stop_etr(C& cpu, Unit& unit, const EtrBuf& buf, const AuxBuffer& aux) {
  using Value = typename C::Value;
  if (!cpu.branch(cpu.read_once(buf.at.refcnt) == Value(1))) return EtrFound::shared;
  if (!aux.has(defect::kEtrForeignTaken) &&
      !cpu.branch(cpu.load(buf.at.perf_buf) == Value(buf.name))) {
    tell<said::Warned>(cpu, buf.name);
    return EtrFound::foreign;
  }
  unit.stop(cpu);
  unit.drain(cpu);
  tmc_sync_etr_buf(cpu, buf);
  cpu.site("CS_LOCK");
  cpu.smp_mb();
  return EtrFound::stopped;
}

/// Copies what a stopped ETR left. Returns the bytes that were copied.
template <AuxCpu C>
typename C::Value copy_etr_trace(C& cpu, const EtrBuf& buf, std::uint64_t memwidth,
                                 const AuxBuffer& aux, const AuxHandle& handle) {
  using Value = typename C::Value;
  bool lost = cpu.branch(!(cpu.load(buf.at.full) == Value(0)));
  Value offset = cpu.load(buf.at.offset);
  const Value first_offset = offset;
  Value size = cpu.load(buf.at.len);
  const Value room = cpu.load(handle.size);
  if (!aux.overwrite && !aux.has(defect::kEtrCopiesAll) && cpu.branch(room < size)) {
    const Value end = offset + size;
    const std::uint64_t wide = buf.wide_mask ? ~std::uint64_t{UINT32_MAX} : 0;
    size =
        room & Value(aux.has(defect::kEtrStartsAtWords) ? ~std::uint64_t{3}
                                                        : wide | tmc_get_memwidth_mask(memwidth));
    if (!aux.has(defect::kEtrCopiesOldest)) offset = end - size;
    if (!cpu.branch(offset < Value(buf.size()))) offset = offset - Value(buf.size());
    lost = true;
  }
  if (lost)
    tmc_etr_buf_insert_barrier_packet(
        cpu, buf, aux.has(defect::kEtrPacketAtFirstOffset) ? first_offset : offset);
  if (aux.has(defect::kEtrPacketBeforeSync)) tmc_sync_etr_buf(cpu, buf);
  const Value head =
      aux.has(defect::kEtrPrivateHead) ? Value(buf.head_at_enable) : Value(cpu.load(handle.head));
  tmc_etr_sync_perf_buffer(cpu, buf, aux, head, offset, size);
  // User space learns from the position of the head how much trace is new.
  if (aux.overwrite) cpu.store(handle.head, head + size);
  fence_at(cpu, aux.plan, site::kEtrB);
  // In overwrite mode a full buffer is no loss, and TRUNCATED would disable the event.
  if ((!aux.overwrite || aux.has(defect::kEtrFlagsSnapshots)) && lost &&
      !aux.has(defect::kEtrLossNotFlagged))
    perf_aux_output_flag(cpu, handle, Value(kAuxTruncated));
  return size;
}

/// What comes after the sink's lock was dropped. Returns the bytes that were copied, for
/// perf_aux_output_end.
template <AuxCpu C>
typename C::Value finish_etr_update(C& cpu, EtrFound found, const EtrBuf& buf,
                                    std::uint64_t memwidth, const AuxBuffer& aux,
                                    const AuxHandle& handle) {
  using Value = typename C::Value;
  if (found == EtrFound::stopped) return copy_etr_trace(cpu, buf, memwidth, aux, handle);
  if (found == EtrFound::foreign && !aux.overwrite)
    perf_aux_output_flag(cpu, handle, Value(kAuxTruncated));
  return 0;
}

/// Copies what the ETR left to the open transaction of `handle`. Returns the bytes that were
/// copied, for perf_aux_output_end.
template <AuxCpu C, TraceUnit<C> Unit>
typename C::Value tmc_update_etr_buffer(C& cpu, Unit& unit, const EtrBuf& buf,
                                        std::uint64_t memwidth, const AuxBuffer& aux,
                                        const AuxHandle& handle) {
  using Value = typename C::Value;
  return cpu.scope([&]() -> Value {
    const EtrFound found = stop_etr(cpu, unit, buf, aux);
    return finish_etr_update(cpu, found, buf, memwidth, aux, handle);
  });
}

}  // namespace ringcheck
