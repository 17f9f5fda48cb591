#include "properties/core/hex.hpp"

#include <boost/crc.hpp>

namespace ringcheck {

namespace {

constexpr const char* kDigits = "0123456789abcdef";

}  // namespace

std::string hex_of(std::span<const std::uint64_t> bytes) {
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::uint64_t byte : bytes) {
    text += kDigits[byte >> 4U & 15U];
    text += kDigits[byte & 15U];
  }
  return text;
}

std::vector<std::uint64_t> bytes_of(const std::string& text, const std::string& where) {
  const std::string digits = kDigits;
  std::vector<std::uint64_t> bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    const std::size_t high = digits.find(text[i]);
    const std::size_t low = digits.find(text[i + 1]);
    if (high == std::string::npos || low == std::string::npos) break;
    bytes.push_back(high << 4U | low);
  }
  if (2 * bytes.size() != text.size())
    throw RowError(where + ": expected two hexadecimal digits a byte");
  return bytes;
}

std::uint64_t crc_of(std::span<const std::uint64_t> bytes) {
  boost::crc_32_type crc;
  for (const std::uint64_t byte : bytes) crc.process_byte(static_cast<unsigned char>(byte));
  return crc.checksum();
}

}  // namespace ringcheck
