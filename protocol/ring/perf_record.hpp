#pragma once
// Records as words: the header that every record starts with, and payload that names its record.

#include <cstdint>

namespace ringcheck {

inline constexpr std::uint64_t kWordBytes = 8;

/// Types of records. Source: include/uapi/linux/perf_event.h, enum perf_event_type.
inline constexpr std::uint64_t kRecordLost = 2;
inline constexpr std::uint64_t kRecordSample = 9;
inline constexpr std::uint64_t kRecordAux = 11;

/// Size of a LOST record without sample id: header, id, lost. Units: bytes.
inline constexpr std::uint64_t kLostRecordBytes = 3 * kWordBytes;

/// Size of an AUX record without sample id: header, offset, size, flags. Units: bytes.
inline constexpr std::uint64_t kAuxRecordBytes = 4 * kWordBytes;

/// The header word: u32 type, u16 misc, u16 size, as a little-endian machine lays them out.
/// Units: size in bytes, header included. Source: struct perf_event_header.
constexpr std::uint64_t header_word(std::uint64_t type, std::uint64_t misc, std::uint64_t size) {
  return (type & 0xffff'ffff) | ((misc & 0xffff) << 32) | ((size & 0xffff) << 48);
}
constexpr std::uint64_t header_type(std::uint64_t word) {
  return word & 0xffff'ffff;
}
constexpr std::uint64_t header_misc(std::uint64_t word) {
  return (word >> 32) & 0xffff;
}
constexpr std::uint64_t header_size(std::uint64_t word) {
  return word >> 48;
}

/// The largest record: what the 16 bits of its size can say, in whole words. Units: bytes.
/// Source: perf_prepare_sample, which makes what has no size of its own no larger.
inline constexpr std::uint64_t kMaxRecordBytes = 0xffff / kWordBytes * kWordBytes;

/// A sample: a header and `payload_words` words of payload.
struct Sample {
  std::uint64_t name = 0;  ///< from 1; different for each sample of a run
  std::uint64_t payload_words = 0;

  [[nodiscard]] constexpr std::uint64_t bytes() const { return (1 + payload_words) * kWordBytes; }
  /// This sample, cut to what a record holds.
  [[nodiscard]] constexpr Sample clamped() const {
    constexpr std::uint64_t kMost = kMaxRecordBytes / kWordBytes - 1;
    return {name, payload_words < kMost ? payload_words : kMost};
  }
  /// Payload word i: no other word of any sample has this value.
  [[nodiscard]] constexpr std::uint64_t payload(std::uint64_t i) const {
    return (name << 16) | (i + 1);
  }
};

}  // namespace ringcheck
