#pragma once
// The index of AUXTRACE records that perf keeps while it records, and how a decoder gets from an
// AUX record to its trace.
//
// Source: tools/perf/builtin-record.c record__process_auxtrace; tools/perf/util/auxtrace.c
// auxtrace_index__auxtrace_event, auxtrace_queues__process_index, auxtrace_queues__add_event_buffer;
// tools/perf/util/cs-etm.c cs_etm__queue_aux_fragment. Deviation: indexes have one block.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <optional>
#include <span>
#include <vector>

#include "protocol/perf_tool/auxtrace_file.hpp"

namespace ringcheck {

/// Bytes of the header of an AUXTRACE record.
inline constexpr std::uint64_t kAuxtraceHeaderBytes = 48;

/// An entry of the index. Units: bytes.
struct AuxtraceIndexEntry {
  std::uint64_t file_offset = 0;  ///< of the record
  std::uint64_t size = 0;         ///< of its header
};

/// Appends `window` of `mm` to the file as an AUXTRACE record, and notes it in the index.
template <AuxCpu C>
void record_auxtrace(C& cpu, const AuxtraceFile& file, AuxtraceMmap mm,
                     const AuxtraceWindow<C>& window, std::vector<AuxtraceIndexEntry>& index) {
  if (file.defects.has(defect::kAuxtraceOfFirstArea)) mm.idx = mm.cpu = 0;
  const auto record = auxtrace_record(mm, window, 0);
  const std::uint64_t before = cpu.load(file.position);
  record_process_auxtrace(cpu, file, mm, record, window);
  const bool late = file.defects.has(defect::kAuxtraceIndexLate);
  index.push_back({late ? before + kAuxtraceHeaderBytes : before, kAuxtraceHeaderBytes});
}

/// An AUXTRACE record as a decoder has it.
struct AuxtraceBuffer {
  std::uint32_t index = 0, cpu = 0;
  std::uint64_t offset = 0;  ///< of its trace in the stream of its area
  std::uint64_t size = 0;
  std::uint64_t data = 0;  ///< where its trace is in the file
};

/// The record that an entry of the index is for, if there is one. `word(at)`: eight bytes of the
/// file.
template <class WordAt>
std::optional<AuxtraceBuffer> auxtrace_buffer(const AuxtraceIndexEntry& entry, WordAt&& word) {
  constexpr std::uint64_t kType = 71;
  const std::uint64_t at = entry.file_offset;
  if ((word(at) & UINT32_MAX) != kType || word(at) >> 48U != entry.size) return std::nullopt;
  return AuxtraceBuffer{static_cast<std::uint32_t>(word(at + 32)),
                        static_cast<std::uint32_t>(word(at + 40)), word(at + 16), word(at + 8),
                        at + entry.size};
}

/// Where the file has the trace of CPU `cpu` at stream offset `offset`, to which an AUX record
/// leads. None: no buffer has it.
inline std::optional<std::uint64_t> trace_at(std::span<const AuxtraceBuffer> buffers,
                                             std::uint32_t cpu, std::uint64_t offset) {
  for (const AuxtraceBuffer& buffer : buffers)
    if (buffer.cpu == cpu && offset - buffer.offset < buffer.size)
      return buffer.data + (offset - buffer.offset);
  return std::nullopt;
}

}  // namespace ringcheck
