#pragma once
// PERF_RECORD_AUX: what a transaction tells the reader through the data ring.
//
// Source: kernel/events/core.c perf_event_aux_event; kernel/events/ring_buffer.c
// perf_output_wakeup. Deviations: those of perf_output.hpp.

#include "protocol/aux/aux_buffer.hpp"
#include "protocol/ring/observations.hpp"
#include "protocol/ring/perf_output.hpp"

namespace ringcheck {

/// Tells those who wait for `event` that there is trace to read, or that there is no room.
template <Cpu C>
void aux_output_wakeup(C& cpu, const AuxBuffer& aux, const PerfEvent& event) {
  if (aux.ring.flag_release)
    cpu.smp_store_release(aux.ring.at.poll, kPollReadable);
  else
    cpu.atomic_set(aux.ring.at.poll, kPollReadable);
  queue_wakeup(cpu, event);
}

/// Writes a PERF_RECORD_AUX of `event` to the data ring, or loses it: header, offset, size (bytes),
/// flags, sample id.
template <Cpu C>
void perf_event_aux_event(C& cpu, const AuxBuffer& aux, const PerfEvent& event,
                          const typename C::Value& offset, const typename C::Value& size,
                          const typename C::Value& flags) {
  cpu.scope([&] {
    const PerfBuffer& rb = aux.ring;
    const std::uint64_t bytes = kAuxRecordBytes + event.id_bytes();
    PerfOutputHandle<C> handle;
    if (!cpu.branch(perf_output_begin(cpu, rb, handle, bytes, event))) return;
    const typename C::Value start = handle.next;
    perf_output_word(cpu, rb, handle, typename C::Value(header_word(kRecordAux, 0, bytes)));
    perf_output_word(cpu, rb, handle, offset);
    perf_output_word(cpu, rb, handle, size);
    perf_output_word(cpu, rb, handle, flags);
    perf_output_id_sample(cpu, rb, handle, event);
    tell<said::RecordWritten>(cpu, start, bytes, 0, 0);
    perf_output_end(cpu, rb, handle);
  });
}

}  // namespace ringcheck
