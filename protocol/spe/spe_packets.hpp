#pragma once
// Records of Arm SPE: packets up to an END or a timestamp. A packet's header tells its length, so
// records are read from their start on; nothing can be read from the middle of one.
//
// Source: tools/perf/util/arm-spe-decoder/arm-spe-pkt-decoder.c arm_spe_get_packet,
// arm_spe_do_get_packet, arm_spe_get_payload; arm-spe-decoder.c arm_spe_get_next_packet,
// arm_spe_read_record; Arm ARM (DDI 0487), Statistical Profiling Extension, sample records.
// Deviations: of addresses only those of the instruction and of data; extended headers and
// alignment packets are not written.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "protocol/core/defect.hpp"
#include "protocol/spe/defects.hpp"

namespace ringcheck {

/// Types of operations. Source: SPE_OP_PKT_HDR_CLASS_*.
enum class SpeOperationType : std::uint8_t { other, load, store, branch };

/// What is known about an operation when it is done.
struct SpeRecord {
  std::uint64_t from = 0;       ///< its address
  std::uint64_t address = 0;    ///< of the data; loads and stores
  std::uint64_t latency = 0;    ///< cycles in all, of 12 bits
  std::uint64_t events = 0;     ///< events that it met, a bit each (enum arm_spe_events)
  std::uint64_t timestamp = 0;  ///< 0: none
  SpeOperationType type = SpeOperationType::other;

  friend bool operator==(const SpeRecord&, const SpeRecord&) = default;
};

/// First bytes of packets. Source: SPE_HEADER0_*.
inline constexpr std::uint8_t kSpePad = 0x00, kSpeEnd = 0x01, kSpeTimestampHeader = 0x71,
                              kSpeEventsHeader = 0x42, kSpeOperationHeader = 0x48,
                              kSpeAddressHeader = 0xb0, kSpeCounterHeader = 0x98;

/// Appends a packet with a payload of 1, 2, 4 or 8 bytes.
inline void append_spe_packet(std::vector<std::uint8_t>& to, std::uint8_t header,
                              std::uint64_t payload, unsigned bytes) {
  to.push_back(static_cast<std::uint8_t>(header | std::countr_zero(bytes) << 4U));
  for (unsigned i = 0; i < bytes; ++i) to.push_back(static_cast<std::uint8_t>(payload >> 8 * i));
}

/// The bytes of a record as a unit writes it.
inline std::vector<std::uint8_t> spe_record_bytes(const SpeRecord& record) {
  using Type = SpeOperationType;
  std::vector<std::uint8_t> bytes;
  append_spe_packet(bytes, kSpeAddressHeader, record.from, 8);
  const unsigned which = record.type == Type::other ? 0 : record.type == Type::branch ? 2 : 1;
  append_spe_packet(bytes, static_cast<std::uint8_t>(kSpeOperationHeader | which),
                    record.type == Type::store ? 1 : 0, 1);
  append_spe_packet(bytes, kSpeCounterHeader, record.latency, 2);
  if (record.type == Type::load || record.type == Type::store)
    append_spe_packet(bytes, kSpeAddressHeader | 2U, record.address, 8);
  append_spe_packet(bytes, kSpeEventsHeader, record.events, record.events > 0xff ? 2 : 1);
  if (record.timestamp == 0)
    bytes.push_back(kSpeEnd);
  else
    append_spe_packet(bytes, kSpeTimestampHeader & 0xcfU, record.timestamp, 8);
  return bytes;
}

/// The largest record that spe_record_bytes makes. Units: bytes.
inline constexpr std::uint64_t kSpeLargestRecord = 9 + 2 + 3 + 9 + 3 + 9;

/// Reads records one after the other.
class SpeDecoder {
 public:
  SpeDecoder(std::vector<std::uint8_t> trace, DefectSet defects)
      : trace_(std::move(trace)), defects_(defects) {}

  /// The next record; none at the end, which may lie within one: then `whole()` is false. Bytes
  /// that are no packet are skipped one by one, and counted. Source: arm_spe_read_record.
  std::optional<SpeRecord> next() {
    SpeRecord record;
    bool begun = false;
    while (at_ < trace_.size()) {
      const std::uint8_t header = trace_[at_];
      if (header == kSpePad && !defects_.has(defect::kSpePaddingIsEnd)) {
        ++at_;
        continue;
      }
      if (header == kSpeEnd || header == kSpePad) {
        ++at_;
        return record;
      }
      const unsigned bytes = defects_.has(defect::kSpePayloadOfOne) ? 1 : 1U << (header >> 4U & 3U);
      if (at_ + 1 + bytes > trace_.size()) break;
      std::uint64_t payload = 0;
      for (unsigned i = 0; i < bytes; ++i) payload |= std::uint64_t{trace_[at_ + 1 + i]} << 8 * i;
      if (!take(record, header, payload)) {
        ++at_;
        ++bad_;
        continue;
      }
      at_ += 1 + bytes;
      begun = true;
      if (header == kSpeTimestampHeader && !defects_.has(defect::kSpeTimestampNoEnd)) return record;
    }
    whole_ = whole_ && !begun && at_ == trace_.size();
    return std::nullopt;
  }
  /// Bytes that were no packet.
  [[nodiscard]] std::uint64_t bad() const { return bad_; }
  /// No record was cut off.
  [[nodiscard]] bool whole() const { return whole_; }

 private:
  /// Takes a packet; false if it is none.
  static bool take(SpeRecord& record, std::uint8_t header, std::uint64_t payload) {
    using Type = SpeOperationType;
    if (header == kSpeTimestampHeader) {
      record.timestamp = payload;
    } else if ((header & 0xcfU) == kSpeEventsHeader) {
      record.events = payload;
    } else if ((header & 0xfcU) == kSpeOperationHeader) {
      constexpr std::array<Type, 3> kTypes = {Type::other, Type::load, Type::branch};
      if ((header & 3U) >= kTypes.size()) return false;
      record.type = kTypes.at(header & 3U);
      if (record.type == Type::load && (payload & 1U) != 0) record.type = Type::store;
    } else if ((header & 0xf8U) == kSpeAddressHeader) {
      if ((header & 7U) == 0) record.from = payload;
      if ((header & 7U) == 2) record.address = payload;
    } else if ((header & 0xf8U) == kSpeCounterHeader) {
      if ((header & 7U) == 0) record.latency = payload;
    } else {
      return false;
    }
    return true;
  }

  std::vector<std::uint8_t> trace_;
  DefectSet defects_;
  std::size_t at_ = 0;
  std::uint64_t bad_ = 0;
  bool whole_ = true;
};

}  // namespace ringcheck
