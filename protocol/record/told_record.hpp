#pragma once
// Records that the kernel tells to each event that asks for them, of the CPU and of the task: of
// mappings, names, tasks, symbols, BPF programs and changed text.
//
// Whoever tells makes one record and hands it from event to event. Each event adds the bytes of its
// sample id to the size in the header, and has to leave the size as it was for the next one. In
// Linux 6.1 records of symbols, BPF programs and changed text keep what was added.
//
// A mapping is told by the build ID of its file to events that ask for that (attr.build_id), and by
// device and inode to others. A bit of the header's misc says which it is. In Linux 6.1 it stays.
//
// Source: kernel/events/core.c perf_iterate_sb, perf_event_header__init_id,
// perf_event_ksymbol_output, perf_event_bpf_output, perf_event_text_poke_output,
// perf_event_comm_output, perf_event_mmap_output. Deviations: what a record tells is a few words;
// each event asks for it.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <array>
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

/// Types of records of a mapping. Source: PERF_RECORD_MMAP, PERF_RECORD_MMAP2.
inline constexpr std::uint64_t kRecordMmap = 1, kRecordMmap2 = 10;
/// Source: PERF_RECORD_MISC_MMAP_BUILD_ID.
inline constexpr std::uint64_t kMiscBuildId = 1U << 14U;

/// What the misc of a mapping's record becomes when an event has got it.
enum class ToldMisc : std::uint8_t {
  kept,  ///< Linux 6.1: it keeps the bit of a build ID
  own,   ///< Linux 6.12: each event has it worked out anew
};

/// What an event asks to be told of a mapping.
struct MappingAsked {
  bool file = false;      ///< attr.mmap2: which file it is
  bool build_id = false;  ///< attr.build_id: by its build ID
};

/// The record of a mapping on its way from event to event.
struct ToldMapping {
  static constexpr std::size_t kFileWords = 3;
  std::array<std::uint64_t, kFileWords> file{};      ///< device, inode and its generation
  std::array<std::uint64_t, kFileWords> build_id{};  ///< its size, and itself
  std::uint64_t name = 0;
  std::uint64_t misc = 0;
  ToldMisc afterwards = ToldMisc::own;
};

/// Writes the record for `event` to its buffer, if that takes it.
/// Source: perf_event_mmap_output.
template <Cpu C>
void tell_mapping(C& cpu, const PerfBuffer& rb, ToldMapping& mapping, const PerfEvent& event,
                  MappingAsked asked) {
  using Value = typename C::Value;
  const std::uint64_t before = mapping.misc;
  const std::uint64_t words = 2 + (asked.file ? ToldMapping::kFileWords : 0);
  const std::uint64_t bytes = words * kWordBytes + event.id_bytes();
  const std::uint64_t type = asked.file ? kRecordMmap2 : kRecordMmap;
  const bool by_build_id = asked.file && asked.build_id;
  cpu.scope([&] {
    PerfOutputHandle<C> handle;
    if (!cpu.branch(perf_output_begin(cpu, rb, handle, bytes, event))) return;
    if (by_build_id) mapping.misc |= kMiscBuildId;
    perf_output_word(cpu, rb, handle, Value(header_word(type, mapping.misc, bytes)));
    if (asked.file)
      for (const std::uint64_t word : by_build_id ? mapping.build_id : mapping.file)
        perf_output_word(cpu, rb, handle, Value(word));
    perf_output_word(cpu, rb, handle, Value(mapping.name));
    perf_output_id_sample(cpu, rb, handle, event);
    perf_output_end(cpu, rb, handle);
  });
  if (mapping.afterwards == ToldMisc::own) mapping.misc = before;
}

}  // namespace ringcheck
