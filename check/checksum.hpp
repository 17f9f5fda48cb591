#pragma once
// A sum over text, to notice that it was damaged, cut off or changed.

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace ringcheck {

/// A number computed from `text`, the same with every library. No protection against someone who
/// means harm. Source: Fowler, Noll, Vo, FNV-1a.
constexpr std::uint64_t checksum_number(std::string_view text) {
  std::uint64_t sum = 0xcbf29ce484222325;
  for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return sum;
}

/// The same as 16 hexadecimal digits.
inline std::string checksum(std::string_view text) {
  return fmt::format("{:016x}", checksum_number(text));
}

}  // namespace ringcheck
