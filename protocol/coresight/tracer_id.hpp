#pragma once
// PERF_RECORD_AUX_OUTPUT_HW_ID: tells the ID of a tracer, once in the life of a buffer.
//
// Source: kernel/events/core.c perf_report_aux_output_id; coresight-etm-perf.c etm_event_start of
// Linux 6.3 and later. Deviations: those of perf_output.hpp.
// Tested by `ringcheck kernel --area trbe` and tests/properties/aux/aux_mutants_test.cpp.

#include "protocol/aux/aux_output.hpp"

namespace ringcheck {

/// When the ID of a tracer is taken for told.
enum class TracerTold : std::uint8_t {
  at_once,       ///< Linux 6.12: before it is told, and whether or not the ring takes the record
  when_written,  ///< a repair
};

/// What is told about a tracer, and where the driver notes that it was.
struct TracerId {
  std::uint64_t id = 0;       ///< the record's word; 0: nothing is told, as in Linux 6.1
  std::uint64_t told_at = 0;  ///< address of event_data->aux_hwid_done: 1 once it was
  TracerTold told = TracerTold::at_once;
};

/// Tells the tracer's ID, unless that was done before.
template <AuxCpu C>
void report_tracer_id(C& cpu, const PerfBuffer& rb, const TracerId& tracer,
                      const PerfEvent& event) {
  using Value = typename C::Value;
  constexpr std::uint64_t kRecordHwId = 21, kRecordBytes = 16;
  if (tracer.id == 0 || !cpu.branch(cpu.load(tracer.told_at) == Value(0))) return;
  if (tracer.told == TracerTold::at_once) cpu.store(tracer.told_at, 1);
  const PerfEvent& told = event.parent != nullptr ? *event.parent : event;
  const std::uint64_t bytes = kRecordBytes + told.id_bytes();
  PerfOutputHandle<C> record;
  if (!cpu.branch(perf_output_begin(cpu, rb, record, bytes, told))) return;
  const Value start = record.next;
  perf_output_word(cpu, rb, record, Value(header_word(kRecordHwId, 0, bytes)));
  perf_output_word(cpu, rb, record, Value(tracer.id));
  perf_output_id_sample(cpu, rb, record, told);
  tell<said::RecordWritten>(cpu, start, bytes, 0, 0);
  perf_output_end(cpu, rb, record);
  if (tracer.told == TracerTold::when_written) cpu.store(tracer.told_at, 1);
}

}  // namespace ringcheck
