#pragma once
// Bytes as rows have them: two hexadecimal digits for each, in order, or a checksum.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "properties/core/fields.hpp"

namespace ringcheck {

/// "00ff…". Pre: every unit is below 256.
std::string hex_of(std::span<const std::uint64_t> bytes);

/// The bytes that `text` encodes, one to a word. Errors: RowError.
std::vector<std::uint64_t> bytes_of(const std::string& text, const std::string& where);

/// CRC-32 of `bytes`, one to a word, as zlib has it.
std::uint64_t crc_of(std::span<const std::uint64_t> bytes);

/// Byte `i` of the trace that rows fill source buffers with.
constexpr std::uint64_t pattern_byte(std::uint64_t i, std::uint64_t seed) {
  return (31 * i + 17 * (i >> 8U) + seed) & 255U;
}

}  // namespace ringcheck
