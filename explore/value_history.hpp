#pragma once
// The values that a thread's code has got.

#include <cstddef>
#include <cstdint>

#include "graph/event.hpp"

namespace ringcheck {

/// The values that a thread's code has got, in their order, as a digest of 128 bits.
struct ValueHistory {
  std::uint64_t first = 0;
  std::uint64_t second = 0;

  /// The history of a thread that has got no values.
  static ValueHistory of_thread(ThreadId t) {
    ValueHistory history;
    history.add(t);
    return history;
  }
  void add(std::uint64_t value) {
    first = mixed(first ^ value) + 0x9e37'79b9'7f4a'7c15;
    second = mixed(second + (value ^ 0xd6e8'feb8'6659'fd93)) * 0xc2b2'ae3d'27d4'eb4f;
  }
  void add(const ValueHistory& other) {
    add(other.first);
    add(other.second);
  }
  friend bool operator==(const ValueHistory&, const ValueHistory&) = default;

  /// A digest of one number.
  /// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
  static std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30U)) * 0xbf58'476d'1ce4'e5b9;
    x = (x ^ (x >> 27U)) * 0x94d0'49bb'1331'11eb;
    return x ^ (x >> 31U);
  }
};

/// For tables of the standard library. A digest is a hash by itself.
struct ValueHistoryHash {
  std::size_t operator()(const ValueHistory& history) const { return history.first; }
};

}  // namespace ringcheck
