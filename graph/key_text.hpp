#pragma once
// Numbers as text for keys, by which equal things are found.

#include <cstdint>
#include <string>

namespace ringcheck {

/// Appends `number` with seven bits a byte, the last byte's high bit clear: no number is the
/// beginning of another, so that a sequence of numbers can be read in one way only.
inline void append_number(std::string& key, std::uint64_t number) {
  while (number >= 0x80) {
    key.push_back(static_cast<char>(number | 0x80));
    number >>= 7U;
  }
  key.push_back(static_cast<char>(number));
}

}  // namespace ringcheck
