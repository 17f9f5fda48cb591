#pragma once
// Writing what was read from an AUX area to perf's file: the AUXTRACE record, the trace, and
// padding.
//
// Source: tools/perf/builtin-record.c record__process_auxtrace.
// Deviations: writing to a pipe is not modelled; the index is in record/auxtrace_index.hpp.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include "protocol/perf_tool/auxtrace_read.hpp"
#include "protocol/perf_tool/defects.hpp"
#include "protocol/record/defects.hpp"

namespace ringcheck {

/// A file that records are appended to. Its area has units of one byte.
struct AuxtraceFile {
  ByteArea area{};
  std::uint64_t position = 0;  ///< address of the word that holds its length (bytes)
  DefectSet defects{};
};

/// Appends the least significant `bytes` bytes of `word`, least significant first.
template <AuxCpu C>
void append_word(C& cpu, const AuxtraceFile& file, const typename C::Value& word,
                 std::uint64_t bytes) {
  using Value = typename C::Value;
  const Value end = cpu.load(file.position);
  for (std::uint64_t i = 0; i < bytes; ++i)
    cpu.store(file.area.address(end + Value(i)), (word >> Value(8 * i)) & Value(0xff));
  cpu.store(file.position, end + Value(bytes));
}

/// Appends `piece` of the area of `mm`.
template <AuxCpu C>
void append_piece(C& cpu, const AuxtraceFile& file, const AuxtraceMmap& mm,
                  const AuxPiece<C>& piece) {
  const typename C::Value end = cpu.load(file.position);
  copy_bytes(cpu, file.area, end, mm.data, piece.at, piece.length);
  cpu.store(file.position, end + piece.length);
}

/// Appends `record`, which describes `window` of `mm`, and the trace. Padding makes the trace as
/// long as the record says it is. Pre: the area of `mm` has units of one byte.
template <AuxCpu C>
void record_process_auxtrace(C& cpu, const AuxtraceFile& file, const AuxtraceMmap& mm,
                             const AuxtraceRecord<C>& record, const AuxtraceWindow<C>& window) {
  using Value = typename C::Value;
  const auto word = [&](const Value& value) { append_word(cpu, file, value, 8); };
  word(Value(record.type | std::uint64_t{record.misc} << 32U |
             std::uint64_t{record.header_size} << 48U));
  word(record.size);
  word(record.offset);
  word(Value(record.reference));
  word(Value(record.idx | std::uint64_t{record.tid} << 32U));
  word(Value(record.cpu | std::uint64_t{record.reserved} << 32U));
  const bool swapped = file.defects.has(defect::kAuxtracePiecesSwapped);
  append_piece(cpu, file, mm, swapped ? window.second : window.first);
  append_piece(cpu, file, mm, swapped ? window.first : window.second);
  if (file.defects.has(defect::kFilePaddingNotWritten)) return;
  const Value padding = window.padded() - window.size;
  for (std::uint64_t i = 0; cpu.branch(Value(i) < padding); ++i)
    append_word(cpu, file, Value(0), 1);
}

}  // namespace ringcheck
