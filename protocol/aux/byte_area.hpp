#pragma once
// ByteArea: trace memory. Its bytes form units of a fixed width, one unit to a word of memory.

#include <cstdint>

#include "protocol/aux/observations.hpp"
#include "protocol/core/cpu.hpp"

namespace ringcheck {

/// A run of `bytes` bytes of trace memory, kept as units of `unit` bytes, each in a word of its
/// own. With units of one byte every offset can be told apart; wider units make small programs, in
/// which offsets and lengths are multiples of the unit.
struct ByteArea {
  std::uint64_t base = 0;   ///< address of the first unit
  std::uint64_t bytes = 0;  ///< size
  std::uint64_t unit = 1;   ///< bytes in a unit; divides `bytes`

  /// Number of words that the area takes.
  [[nodiscard]] constexpr std::uint64_t words() const { return bytes / unit; }
  /// Address of the unit at byte offset `offset`, which is below `bytes`.
  template <class Value>
  [[nodiscard]] Value address(const Value& offset) const {
    return Value(base) + offset / Value(unit);
  }
};

/// Fills [`offset`, `offset` + `length`) with zeroes, as a driver pads. Bytes outside the area are
/// told and not stored. Source: memset.
template <Cpu C>
void pad_bytes(C& cpu, const ByteArea& area, const typename C::Value& offset,
               const typename C::Value& length) {
  using Value = typename C::Value;
  tell<said::Padded>(cpu, offset, length);
  for (std::uint64_t i = 0; cpu.branch(Value(i) < length); i += area.unit) {
    const Value at = offset + Value(i);
    if (!cpu.branch(at < Value(area.bytes))) {
      tell<said::OutsideArea>(cpu, at, length - Value(i));
      return;
    }
    cpu.store(area.address(at), 0);
  }
}

/// Copies `length` bytes, first to last. Pre: both areas have units of one size. Source: memcpy.
template <Cpu C>
void copy_bytes(C& cpu, const ByteArea& to, const typename C::Value& to_offset,
                const ByteArea& from, const typename C::Value& from_offset,
                const typename C::Value& length) {
  using Value = typename C::Value;
  for (std::uint64_t i = 0; cpu.branch(Value(i) < length); i += to.unit)
    cpu.store(to.address(to_offset + Value(i)), cpu.load(from.address(from_offset + Value(i))));
}

/// The smaller of two values. The result depends on both.
template <Cpu C>
typename C::Value min_of(C& cpu, const typename C::Value& a, const typename C::Value& b) {
  return cpu.branch(b < a) ? b : a;
}

}  // namespace ringcheck
