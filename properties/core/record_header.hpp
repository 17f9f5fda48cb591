#pragma once
// The header of a record as a program that reads the ring has it: a struct, not shifts of a word.
// Code that judges a record takes the header from here, and shares nothing with the code that wrote
// it.

#include <bit>
#include <cstdint>

namespace ringcheck {

static_assert(std::endian::native == std::endian::little, "records are laid out little-endian");

/// Units: size in bytes, header included. Source: include/uapi/linux/perf_event.h, struct
/// perf_event_header.
struct RecordHeader {
  std::uint32_t type = 0;
  std::uint16_t misc = 0;
  std::uint16_t size = 0;

  friend bool operator==(const RecordHeader&, const RecordHeader&) = default;
};

/// The header whose bytes a ring's word `word` has.
constexpr RecordHeader record_header(std::uint64_t word) {
  return std::bit_cast<RecordHeader>(word);
}

}  // namespace ringcheck
