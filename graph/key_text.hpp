#pragma once
// Numbers as text, for keys by which equal things are found.

#include <cstdint>
#include <string>

namespace ringcheck {

/// Appends `number` with seven bits a byte; only the last byte has its high bit clear. No number is
/// the beginning of another, so a sequence of numbers reads in one way only.
inline void append_number(std::string& key, std::uint64_t number) {
  while (number >= 0x80) {
    key.push_back(static_cast<char>(number | 0x80));
    number >>= 7U;
  }
  key.push_back(static_cast<char>(number));
}

}  // namespace ringcheck
