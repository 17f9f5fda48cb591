#pragma once
// AUX transactions: begin grants room to a trace unit, end publishes what the unit wrote, skip
// passes over room.
//
// The kernel neither writes nor reads trace here. Begin orders the load of the reader's tail before
// the device's writes (A). The driver makes sure that these are visible before aux_head is stored
// (B), because how depends on the device.
//
// Source: kernel/events/ring_buffer.c perf_aux_output_begin, perf_aux_output_end,
// perf_aux_output_skip, perf_aux_output_flag, perf_get_aux, rb_need_aux_wakeup.
// Deviations: an event has one buffer (output redirection of AUX is not modelled).
// Tested by tests/protocol and, against recorded answers, by tests/properties.

#include "protocol/aux/aux_buffer.hpp"
#include "protocol/aux/aux_cpu.hpp"
#include "protocol/aux/aux_record.hpp"
#include "protocol/aux/defects.hpp"
#include "protocol/aux/observations.hpp"
#include "protocol/aux/sites.hpp"

namespace ringcheck {

/// Marks the open transaction. OVERWRITE is for perf_aux_output_end to set.
template <AuxCpu C>
void perf_aux_output_flag(C& cpu, const AuxHandle& handle, const typename C::Value& flags) {
  using Value = typename C::Value;
  if (cpu.branch(!((flags & Value(kAuxOverwrite)) == Value(0)))) {
    tell<said::Warned>(cpu, flags);
    return;
  }
  cpu.store(handle.flags, cpu.load(handle.flags) | flags);
}

/// True while a transaction is open on `handle`.
template <AuxCpu C>
typename C::Truth perf_get_aux(C& cpu, const AuxHandle& handle) {
  using Value = typename C::Value;
  return !(cpu.load(handle.event) == Value(0));
}

/// Drops a reference to the AUX pages. Whoever drops the last one frees them; that is never a
/// transaction. Source: rb_free_aux.
template <AuxCpu C>
void put_aux_pages(C& cpu, const AuxBuffer& aux) {
  if (cpu.branch(cpu.refcount_dec_and_test(aux.at.aux_refcount))) tell<said::AuxFreed>(cpu);
}

/// Takes a reference to the AUX pages, unless they are being unmapped. The mapping count comes
/// first and the reference second: perf_mmap_close drops them in this order, so the reference taken
/// here is never the last one.
template <AuxCpu C>
bool get_aux_pages(C& cpu, const AuxBuffer& aux) {
  using Value = typename C::Value;
  const auto mapped = [&] {
    return aux.has(defect::kAuxMappingNotChecked) ||
           !cpu.branch(cpu.read_once(aux.at.aux_mmap_count) == Value(0));
  };
  const auto taken = [&] { return cpu.branch(cpu.refcount_inc_not_zero(aux.at.aux_refcount)); };
  if (!aux.has(defect::kAuxReferenceFirst)) return mapped() && taken();
  if (!taken()) return false;
  if (mapped()) return true;
  put_aux_pages(cpu, aux);
  return false;
}

/// Gives back what begin took. Source: rb_free_aux, ring_buffer_put.
template <AuxCpu C>
void put_aux_references(C& cpu, const AuxBuffer& aux) {
  put_aux_pages(cpu, aux);
  cpu.refcount_dec_and_test(aux.at.refcount);
}

/// Loads the reader's tail before ordering point A.
template <AuxCpu C>
typename C::Value load_aux_tail(C& cpu, const AuxBuffer& aux) {
  cpu.site("aux_A");
  return aux.plan.at(site::kAuxA) == Strength::acquire ? cpu.smp_load_acquire(aux.at.user_tail)
                                                       : cpu.read_once(aux.at.user_tail);
}

/// The room that the reader has left, after ordering point A. A tail that no reader can have
/// stored leaves none.
template <AuxCpu C>
typename C::Value aux_room(C& cpu, const AuxBuffer& aux, const typename C::Value& head,
                           const typename C::Value& tail) {
  using Value = typename C::Value;
  const auto decide = [&](const typename C::Truth& condition) {
    return aux.plan.at(site::kAuxA) == Strength::none ? cpu.branch_speculatively(condition)
                                                      : cpu.branch(condition);
  };
  const bool sane = aux.has(defect::kAuxTailNotChecked) ||
                    decide(aux.width.unsigned_long(head - tail) < Value(aux.size()));
  const Value granted = aux.has(defect::kAuxFullToTheLastByte)
                            ? Value(aux.size()) - (head - tail)
                            : circ_space<Value>(head, tail, aux.size());
  const Value room = sane ? granted : Value(0);
  const bool some = decide(!(room == Value(0)));
  if (some && aux.plan.at(site::kAuxA) == Strength::mb) {
    cpu.site("aux_A");
    cpu.smp_mb();
  }
  return some ? room : Value(0);
}

/// Opens the transaction for which begin has taken its references. False if there is no room: then
/// the event must be disabled and the reader woken.
template <AuxCpu C>
bool open_transaction(C& cpu, const AuxBuffer& aux, const AuxHandle& handle,
                      const PerfEvent& event) {
  using Value = typename C::Value;
  const Value nest = cpu.read_once(aux.at.aux_nest);
  if (cpu.branch(!(nest == Value(0)))) {
    tell<said::Warned>(cpu, nest);
    return false;
  }
  cpu.write_once(aux.at.aux_nest, nest + Value(1));
  const Value head = cpu.load(aux.at.aux_head);
  cpu.store(handle.event, event.number);
  cpu.store(handle.head, head);
  cpu.store(handle.size, 0);
  cpu.store(handle.flags, 0);
  Value room = 0;
  Value wakeup = 0;
  if (!aux.overwrite) {
    const Value tail = aux.width.unsigned_long(load_aux_tail(cpu, aux));
    wakeup = aux.width.unsigned_long(cpu.load(aux.at.aux_wakeup) + Value(aux.watermark));
    cpu.store(handle.wakeup, wakeup);
    room = aux_room(cpu, aux, head, tail);
    cpu.store(handle.size, room);
    const typename C::Truth full = room == Value(0);
    if (aux.plan.at(site::kAuxA) == Strength::none ? cpu.branch_speculatively(full)
                                                   : cpu.branch(full)) {
      if (!aux.has(defect::kRefusedNotDisabled)) cpu.store(event.at->pending_disable, aux.cpu);
      if (!aux.has(defect::kRefusedNotWoken)) aux_output_wakeup(cpu, aux, event);
      cpu.write_once(aux.at.aux_nest, 0);
      tell<said::AuxRefused>(cpu, head);
      return false;
    }
  }
  tell<said::AuxBegun>(cpu, head, room, event.number, wakeup);
  return true;
}

/// Opens a transaction of `event` on `handle`: fills in head, size and wakeup. True if the device
/// may be started; false if there is no AUX area, it is being unmapped, a transaction is open, or
/// the reader left no room. The result carries ordering point A on.
template <AuxCpu C>
typename C::Truth perf_aux_output_begin(C& cpu, const AuxBuffer& aux, const AuxHandle& handle,
                                        const PerfEvent& event) {
  return cpu.scope([&]() -> typename C::Truth {
    // Without a buffer the handle is not even cleared.
    if (!event.output().attached) return false;
    if (!cpu.branch(cpu.refcount_inc_not_zero(aux.at.refcount))) return false;
    bool opened = false;
    if (aux.has_aux && get_aux_pages(cpu, aux)) {
      opened = open_transaction(cpu, aux, handle, event);
      if (!opened) put_aux_pages(cpu, aux);
    }
    if (!opened) {
      cpu.refcount_dec_and_test(aux.at.refcount);
      cpu.store(handle.event, 0);
    }
    return cpu.under_control(opened);
  });
}

/// `position` moved to a multiple of `step`: down, and up where it is negative as a long, because
/// the kernel's rounddown of a long rounds towards zero. Source: include/linux/math.h rounddown.
template <AuxCpu C>
typename C::Value round_as_long(C& cpu, const LongWidth& width, const typename C::Value& position,
                                std::uint64_t step) {
  using Value = typename C::Value;
  if (cpu.branch(position < Value(width.sign()))) return position - position % Value(step);
  const Value below = width.unsigned_long(Value(0) - position);
  return width.unsigned_long(position + below % Value(step));
}

/// Decides whether the reader must be woken for what aux_head has reached, and accounts for it.
/// Both positions are longs, and so is their difference.
template <AuxCpu C>
bool rb_need_aux_wakeup(C& cpu, const AuxBuffer& aux) {
  using Value = typename C::Value;
  if (aux.overwrite && !aux.has(defect::kWakeupWhenOverwriting)) return false;
  const Value head = cpu.load(aux.at.aux_head);
  const Value wakeup = cpu.load(aux.at.aux_wakeup);
  const Value moved = aux.width.unsigned_long(head - wakeup);
  if (cpu.branch(moved < Value(aux.watermark)) || !cpu.branch(moved < Value(aux.width.sign())))
    return false;
  if (aux.watermark == 0) {
    tell<said::DividedByZero>(cpu, head);
    return false;
  }
  cpu.store(aux.at.aux_wakeup, aux.has(defect::kWakeupOneWatermark)
                                   ? aux.width.unsigned_long(wakeup + Value(aux.watermark))
                                   : round_as_long(cpu, aux.width, head, aux.watermark));
  return true;
}

/// Stores user_page->aux_head. The driver has made the trace below it visible (B).
template <AuxCpu C>
void publish_aux_head(C& cpu, const AuxBuffer& aux) {
  using Value = typename C::Value;
  const Value position = cpu.load(aux.at.aux_head);
  const Value head =
      aux.page_head == PageHead::as_long ? aux.width.sign_extended(position) : position;
  if (aux.user_head_high)
    write_in_halves(cpu, PageWord{aux.at.user_head, aux.user_head_high}, head);
  else
    cpu.write_once(aux.at.user_head, head);
  tell<said::AuxHeadStored>(cpu, head);
}

/// Closes the transaction of `handle`, in which the device wrote `size` bytes: moves aux_head,
/// writes an AUX record if there is something to tell, publishes, and wakes the reader when due.
/// In overwrite mode the driver has left the new head in the handle.
/// Pre: a transaction is open on `handle`.
template <AuxCpu C>
void perf_aux_output_end(C& cpu, const AuxBuffer& aux, const AuxHandle& handle,
                         const typename C::Value& size) {
  using Value = typename C::Value;
  cpu.scope([&] {
    Value flags = cpu.load(handle.flags);
    const bool truncated = cpu.branch(!((flags & Value(kAuxTruncated)) == Value(0)));
    Value offset = 0;
    if (aux.overwrite) {
      flags = flags | Value(kAuxOverwrite);
      offset = cpu.load(handle.head);
      cpu.store(aux.at.aux_head, offset);
    } else {
      flags = flags - (flags & Value(kAuxOverwrite));
      offset = cpu.load(aux.at.aux_head);
      cpu.store(aux.at.aux_head, aux.width.unsigned_long(offset + size));
    }
    cpu.store(handle.flags, flags);
    const PerfEvent* event = event_at(cpu, aux.events, cpu.load(handle.event));
    if (event == nullptr) {
      tell<said::AuxEndWithoutBegin>(cpu, offset, size);
      return;
    }
    tell<said::AuxEnded>(cpu, offset, size, flags);
    if (aux.has(defect::kAuxWokenBeforeHead) && rb_need_aux_wakeup(cpu, aux))
      aux_output_wakeup(cpu, aux, *event);
    if (aux.has(defect::kAuxHeadBeforeRecord)) publish_aux_head(cpu, aux);
    const Value telling = flags - (flags & Value(kAuxPmuFormat | kAuxOverwrite));
    if (cpu.branch(!(size == Value(0))) ||
        (!aux.has(defect::kFlaggedRecordSuppressed) && cpu.branch(!(telling == Value(0)))))
      perf_event_aux_event(cpu, aux, *event, offset, size, flags);
    if (!aux.has(defect::kAuxHeadWhenWoken)) publish_aux_head(cpu, aux);
    if (rb_need_aux_wakeup(cpu, aux) || truncated) {
      if (aux.has(defect::kAuxHeadWhenWoken)) publish_aux_head(cpu, aux);
      if (truncated && !aux.has(defect::kTruncatedNotDisabled))
        cpu.store(event->at->pending_disable, aux.cpu);
      aux_output_wakeup(cpu, aux, *event);
    }
    cpu.store(handle.event, 0);
    if (!aux.has(defect::kAuxNestLeft)) cpu.write_once(aux.at.aux_nest, 0);
    put_aux_references(cpu, aux);
  });
}

/// Passes over `size` bytes of the open transaction's room. If that is more than the room, returns
/// false and does nothing.
template <AuxCpu C>
bool perf_aux_output_skip(C& cpu, const AuxBuffer& aux, const AuxHandle& handle,
                          const typename C::Value& size) {
  using Value = typename C::Value;
  return cpu.scope([&] {
    const Value room = cpu.load(handle.size);
    if (!aux.has(defect::kSkipBeyondRoom) && cpu.branch(room < size)) return false;
    const Value head = aux.width.unsigned_long(cpu.load(aux.at.aux_head) + size);
    cpu.store(aux.at.aux_head, head);
    publish_aux_head(cpu, aux);
    Value wakeup = 0;
    if (rb_need_aux_wakeup(cpu, aux)) {
      const PerfEvent* event = event_at(cpu, aux.events, cpu.load(handle.event));
      if (event != nullptr && !aux.has(defect::kSkipWakesNobody))
        aux_output_wakeup(cpu, aux, *event);
      if (!aux.has(defect::kSkipKeepsWakeup)) {
        wakeup = aux.width.unsigned_long(cpu.load(aux.at.aux_wakeup) + Value(aux.watermark));
        cpu.store(handle.wakeup, wakeup);
      }
    }
    tell<said::AuxSkipped>(cpu, head - size, size, wakeup);
    if (!aux.has(defect::kSkipKeepsHead)) cpu.store(handle.head, head);
    if (!aux.has(defect::kSkipKeepsRoom)) cpu.store(handle.size, room - size);
    return true;
  });
}

}  // namespace ringcheck
