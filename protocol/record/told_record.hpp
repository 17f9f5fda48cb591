#pragma once
// Records that the kernel tells to each event that asks for them, of the CPU and of the task: of
// mappings, names, tasks, symbols, BPF programs and changed text.
//
// Whoever tells makes one record and hands it from event to event. Each event adds the bytes of its
// sample id to the size in the header, and has to leave the size as it was for the next one. In
// Linux 6.1 records of symbols, BPF programs and changed text keep what was added.
//
// Source: kernel/events/core.c perf_iterate_sb, perf_event_header__init_id,
// perf_event_ksymbol_output, perf_event_bpf_output, perf_event_text_poke_output,
// perf_event_comm_output. Deviations: what a record tells is a few words; each event asks for it.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <cstdint>
#include <span>

#include "protocol/ring/perf_output.hpp"

namespace ringcheck {

/// Type of a record of a symbol. Source: PERF_RECORD_KSYMBOL.
inline constexpr std::uint64_t kRecordKsymbol = 17;

/// What the size of a told record becomes when an event has got it.
enum class ToldSize : std::uint8_t {
  grows,     ///< Linux 6.1, of symbols, BPF programs and changed text: it keeps the sample id
  restored,  ///< other records, and those in Linux 6.12: what it was before
};

/// A record on its way from event to event.
struct ToldRecord {
  std::span<const std::uint64_t> words;  ///< after the header
  std::uint64_t size = 0;                ///< event_id.header.size, in bytes
  ToldSize afterwards = ToldSize::restored;
};

/// A record of `words`, for nobody yet.
constexpr ToldRecord told_record(std::span<const std::uint64_t> words, ToldSize afterwards) {
  return {words, (1 + words.size()) * kWordBytes, afterwards};
}

/// Writes the record for `event` to its buffer, if that takes it.
/// Source: perf_event_ksymbol_output.
template <Cpu C>
void tell_record(C& cpu, const PerfBuffer& rb, ToldRecord& record, const PerfEvent& event) {
  using Value = typename C::Value;
  const std::uint64_t size = record.size;
  record.size += event.id_bytes();
  cpu.scope([&] {
    PerfOutputHandle<C> handle;
    if (!cpu.branch(perf_output_begin(cpu, rb, handle, record.size, event))) return;
    perf_output_word(cpu, rb, handle, Value(header_word(kRecordKsymbol, 0, record.size)));
    for (const std::uint64_t word : record.words) perf_output_word(cpu, rb, handle, Value(word));
    perf_output_id_sample(cpu, rb, handle, event);
    perf_output_end(cpu, rb, handle);
  });
  if (record.afterwards == ToldSize::restored) record.size = size;
}

}  // namespace ringcheck
