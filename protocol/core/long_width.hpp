#pragma once
// LongWidth: arithmetic in a `long` of 64 bits, or of 32 as i386 and 32-bit Arm have it.
//
// A long in memory is a word that holds it as an unsigned number. Whatever protocol code computes
// in a long goes through here; on a 64-bit machine this changes nothing.
// Source: local_t, long and unsigned long in kernel/events/internal.h and ring_buffer.c.
// Tested by tests/protocol/core/long_width_test.cpp.

#include <cstdint>

namespace ringcheck {

/// The upper and the lower half of a 64-bit word. Units: bits.
inline constexpr unsigned kHalfBits = 32;
inline constexpr std::uint64_t kLowHalf = 0xffff'ffff;

/// How wide a `long` is.
struct LongWidth {
  bool narrow = false;  ///< 32 bits, not 64

  /// Units: bits.
  [[nodiscard]] constexpr unsigned bits() const { return narrow ? kHalfBits : 2 * kHalfBits; }
  /// The first number that is negative as a long.
  [[nodiscard]] constexpr std::uint64_t sign() const { return std::uint64_t{1} << (bits() - 1); }

  /// What an unsigned long keeps of `number`.
  template <class Value>
  [[nodiscard]] constexpr Value unsigned_long(const Value& number) const {
    return narrow ? number & Value(kLowHalf) : number;
  }
  /// The long `number` as a 64-bit word has it: with its sign. Pre: it is an unsigned_long.
  template <class Value>
  [[nodiscard]] constexpr Value sign_extended(const Value& number) const {
    if (!narrow) return number;
    return ((number + Value(sign())) & Value(kLowHalf)) - Value(sign());
  }
  /// How far `position` is ahead of `other`, as a long. For oracles, which have plain numbers.
  [[nodiscard]] constexpr std::int64_t ahead(std::uint64_t position, std::uint64_t other) const {
    return static_cast<std::int64_t>(sign_extended(unsigned_long(position - other)));
  }
  /// The place in a stream (bytes) of a counter that is a long. A 32-bit counter fits many places;
  /// this is the one nearest to `start`.
  [[nodiscard]] constexpr std::uint64_t in_stream(std::uint64_t counter,
                                                  std::uint64_t start) const {
    return narrow ? start + static_cast<std::uint64_t>(ahead(counter, start)) : counter;
  }

  friend constexpr bool operator==(const LongWidth&, const LongWidth&) = default;
};

/// The first number that is negative as a long of 64 bits.
inline constexpr std::uint64_t kLongSign = LongWidth{}.sign();

/// The machines of a kernel and of a reader. A 64-bit reader needs a 64-bit kernel.
enum class Widths : std::uint8_t {
  all_64,     ///< both have longs of 64 bits
  reader_32,  ///< a 32-bit reader under a 64-bit kernel
  all_32,     ///< both have 32
};

/// The `long` of the kernel, and of the reader.
constexpr LongWidth kernel_long(Widths widths) {
  return {widths == Widths::all_32};
}
constexpr LongWidth reader_long(Widths widths) {
  return {widths != Widths::all_64};
}

}  // namespace ringcheck
