#pragma once
// Random numbers that are the same on every machine.

#include <cstdint>
#include <initializer_list>

namespace ringcheck::oracle {

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): the standard library's distributions differ
/// between machines.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  /// One of 0 … n - 1.
  int below(int n) {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return static_cast<int>((z ^ (z >> 31U)) % static_cast<std::uint64_t>(n));
  }
  /// True in `share` of a hundred cases.
  bool percent(int share) { return below(100) < share; }
  /// One of `items`.
  template <class T>
  T one_of(std::initializer_list<T> items) {
    return items.begin()[below(static_cast<int>(items.size()))];
  }

 private:
  std::uint64_t state_;
};

}  // namespace ringcheck::oracle
