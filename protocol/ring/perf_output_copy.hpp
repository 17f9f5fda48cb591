#pragma once
// Filling a reservation with words and bytes, from its start on, around the end of the buffer.
//
// Source: kernel/events/internal.h __DEFINE_OUTPUT_COPY_BODY; kernel/events/ring_buffer.c
// perf_output_copy, perf_output_skip. Deviations: the data area is one array of words, so a page's
// end shows only in where a piece ends (PerfOutputPlace). Memory is stored to by words; what starts
// or ends within a word is for machines that can store a part of one, and never explored.
// Tested by tests/protocol, tests/properties and, against kernels, `ringcheck conform`.

#include <algorithm>
#include <cstdint>

#include "protocol/ring/observations.hpp"
#include "protocol/ring/perf_handle.hpp"

namespace ringcheck {

/// Where a writer stands in the data area, as handle->page, handle->addr and handle->size have it.
struct PerfOutputPlace {
  std::uint64_t page = 0;
  std::uint64_t offset = 0;  ///< in that page (bytes)
  std::uint64_t room = 0;    ///< left in that page (bytes)
};

/// The place of stream offset `next`. Pre: the buffer has pages.
constexpr PerfOutputPlace output_place(const PerfBuffer& rb, std::uint64_t next) {
  const std::uint64_t offset = next & (rb.page_size - 1);
  return {(next / rb.page_size) & (rb.nr_pages() - 1), offset, rb.page_size - offset};
}

/// Stores the next word of a reservation whose positions are whole words.
template <Cpu C>
void output_whole_word(C& cpu, const PerfBuffer& rb, const PerfOutputHandle<C>& handle,
                       const typename C::Value& word) {
  const auto address = rb.data_word(handle.next);
  at_place(cpu, rb, PlainPlace::word_store);
  if (rb.marked_data) {
    cpu.write_once(address, word);
  } else {
    cpu.store(address, word);
  }
}

/// Stores the lowest `bytes` (1 … 8) bytes of `word`, wherever they start.
template <Cpu C>
void output_part_word(C& cpu, const PerfBuffer& rb, const PerfOutputHandle<C>& handle,
                      const typename C::Value& word, std::uint64_t bytes) {
  if constexpr (requires { cpu.store_masked(handle.next, word, word); }) {
    const std::uint64_t ones = bytes == kWordBytes ? ~std::uint64_t{0} : (1ULL << (bytes * 8)) - 1;
    const std::uint64_t shift = (handle.next % kWordBytes) * 8;
    cpu.store_masked(rb.data_word(handle.next), ones << shift, word << shift);
    if (handle.next % kWordBytes + bytes > kWordBytes)
      cpu.store_masked(rb.data_word(handle.next + kWordBytes), ones >> (64 - shift),
                       word >> (64 - shift));
  } else {
    cpu.reach_bound("parts of a word");
  }
}

/// Stores the next `bytes` (1 … 8) bytes of a reservation: the lowest of `word`.
template <Cpu C>
void perf_output_word(C& cpu, const PerfBuffer& rb, PerfOutputHandle<C>& handle,
                      const typename C::Value& word, std::uint64_t bytes = kWordBytes) {
  using Value = typename C::Value;
  if (rb.whole_words && bytes == kWordBytes) {
    output_whole_word(cpu, rb, handle, word);
  } else {
    output_part_word(cpu, rb, handle, word, bytes);
  }
  tell<said::WordStored>(cpu, handle.next, word);
  handle.next = handle.next + Value(bytes);
}

/// Copies `size` bytes into a reservation. `byte(i)`: the one at i, from 0.
template <Cpu C, class Byte>
void perf_output_copy(C& cpu, const PerfBuffer& rb, PerfOutputHandle<C>& handle, Byte&& byte,
                      std::uint64_t size) {
  using Value = typename C::Value;
  for (std::uint64_t done = 0; done < size; done += kWordBytes) {
    const std::uint64_t bytes = std::min(size - done, kWordBytes);
    std::uint64_t word = 0;
    for (std::uint64_t i = 0; i < bytes; ++i) word |= std::uint64_t{byte(done + i)} << (i * 8);
    perf_output_word(cpu, rb, handle, Value(word), bytes);
  }
}

/// Leaves `size` bytes of a reservation as they are.
template <Cpu C>
void perf_output_skip(PerfOutputHandle<C>& handle, std::uint64_t size) {
  handle.next = handle.next + typename C::Value(size);
}

}  // namespace ringcheck
