#pragma once
// A sum over text that finds what was damaged, cut off or changed.

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace ringcheck {

/// 16 hexadecimal digits. No protection against who means harm. Source: Fowler, Noll, Vo, FNV-1a.
inline std::string checksum(std::string_view text) {
  std::uint64_t sum = 0xcbf29ce484222325;
  for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return fmt::format("{:016x}", sum);
}

}  // namespace ringcheck
