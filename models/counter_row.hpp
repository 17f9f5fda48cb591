#pragma once
// Rows of small counters; a join takes the greater of each pair: vector clocks, and views of
// locations.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ringcheck {

/// N counters of 0 … 65,535. `join` takes two instructions for each eight counters on machines with
/// 128-bit vectors.
/// Shape: what lane i counts is up to the user (writes of thread i, position in coherence order,
/// …).
template <int N>
struct alignas(16) Counters {
  static constexpr int kLanes = N;
  static_assert(N % 8 == 0);

  std::array<std::uint16_t, N> lanes{};

  [[nodiscard]] std::uint16_t operator[](int i) const { return lanes[static_cast<std::size_t>(i)]; }
  [[nodiscard]] std::uint16_t& operator[](int i) { return lanes[static_cast<std::size_t>(i)]; }

  /// Makes each counter the greater of its own and that of `other`.
  void join(const Counters& other) {
    for (std::size_t i = 0; i < N; i += 8) {
      const Vector a = load(*this, i);
      const Vector b = load(other, i);
      const Vector greater = a > b ? a : b;
      std::memcpy(&lanes[i], &greater, sizeof greater);
    }
  }
  /// True iff some counter is at least that of `other`.
  [[nodiscard]] bool any_at_least(const Counters& other) const {
    std::uint64_t any = 0;
    for (std::size_t i = 0; i < N; i += 8) {
      const auto reached = load(*this, i) >= load(other, i);
      std::array<std::uint64_t, 2> words{};
      std::memcpy(&words, &reached, sizeof reached);
      any |= words[0] | words[1];
    }
    return any != 0;
  }
  friend bool operator==(const Counters&, const Counters&) = default;

 private:
  using Vector [[gnu::vector_size(16)]] = std::uint16_t;

  static Vector load(const Counters& row, std::size_t first) {
    Vector v;
    std::memcpy(&v, &row.lanes[first], sizeof v);
    return v;
  }
};

/// Eight counters; longer rows are made of as many of these as needed.
using CounterRow = Counters<8>;

/// How many threads the hand-written checker of RC11 has room for.
inline constexpr int kFastThreads = 16;
/// A counter for each of them.
using ThreadCounters = Counters<kFastThreads>;

}  // namespace ringcheck
