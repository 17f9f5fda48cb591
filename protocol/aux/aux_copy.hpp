#pragma once
// perf_output_copy_aux: copies a range of the AUX area into a record of the data ring.
//
// Source: kernel/events/ring_buffer.c perf_output_copy_aux. Deviations: a piece ends at the end of
// the AUX area, not at each of its pages.
// Tested by tests/properties, against recorded answers.

#include "protocol/aux/aux_buffer.hpp"
#include "protocol/aux/aux_cpu.hpp"
#include "protocol/aux/defects.hpp"
#include "protocol/ring/perf_output_copy.hpp"

namespace ringcheck {

/// Copies `length` bytes at `offset` of the AUX area into a reservation, a word at a time.
template <AuxCpu C>
void copy_aux_piece(C& cpu, const AuxBuffer& aux, PerfOutputHandle<C>& handle,
                    typename C::Value offset, typename C::Value length) {
  using Value = typename C::Value;
  const std::uint64_t unit = aux.area.unit;
  std::uint64_t bytes = kWordBytes;
  while (cpu.branch(Value(0) < length)) {
    while (cpu.branch(length < Value(bytes))) --bytes;
    Value word = 0;
    for (std::uint64_t i = 0; i < bytes; i += unit)
      word =
          word + cpu.load(aux.area.address(offset + Value(i))) * Value(std::uint64_t{1} << (8 * i));
    perf_output_word(cpu, aux.ring, handle, word, bytes);
    offset = offset + Value(bytes);
    length = length - Value(bytes);
  }
}

/// Copies the AUX bytes from position `from` to before `to`, around the end of the area, into the
/// reservation of `handle`. Equal positions are a whole area apart. Returns how many bytes it
/// copied. Pre: the trace unit is stopped; units of the area have at most 8 bytes.
template <AuxCpu C>
typename C::Value perf_output_copy_aux(C& cpu, const AuxBuffer& aux, PerfOutputHandle<C>& handle,
                                       const typename C::Value& from, const typename C::Value& to) {
  using Value = typename C::Value;
  const auto last = Value(aux.size() - 1);
  const Value end = to & last;
  Value at = from & last;
  Value copied = 0;
  if (aux.has(defect::kCopyAuxNothingWhenEqual) && cpu.branch(at == end)) return copied;
  do {
    const Value piece = (cpu.branch(at < end) ? end : Value(aux.size())) - at;
    copy_aux_piece(cpu, aux, handle, at, piece);
    copied = copied + piece;
    at = (at + piece) & last;
    if (aux.has(defect::kCopyAuxNotAround)) break;
  } while (!cpu.branch(at == end));
  return copied;
}

}  // namespace ringcheck
