#pragma once
// Rows of 16 small counters, joined by taking the greater of each: vector clocks, and views of
// locations.

#include <array>
#include <cstdint>
#include <cstring>

namespace ringcheck {

/// 16 counters of 0 … 255. `join` is one instruction on machines with 128-bit vectors.
/// Shape: what lane i counts is up to the user (writes of thread i, position in coherence order,
/// …).
struct alignas(16) CounterRow {
  static constexpr int kLanes = 16;

  std::array<std::uint8_t, kLanes> lanes{};

  [[nodiscard]] std::uint8_t operator[](int i) const { return lanes[static_cast<std::size_t>(i)]; }
  [[nodiscard]] std::uint8_t& operator[](int i) { return lanes[static_cast<std::size_t>(i)]; }

  /// Makes each counter the greater of its own and that of `other`.
  void join(const CounterRow& other) {
    const Vector a = load(*this);
    const Vector b = load(other);
    const Vector greater = a > b ? a : b;
    std::memcpy(&lanes, &greater, sizeof greater);
  }
  /// True iff some counter is at least that of `other`.
  [[nodiscard]] bool any_at_least(const CounterRow& other) const {
    const auto reached = load(*this) >= load(other);
    std::array<std::uint64_t, 2> words{};
    std::memcpy(&words, &reached, sizeof reached);
    return (words[0] | words[1]) != 0;
  }
  friend bool operator==(const CounterRow&, const CounterRow&) = default;

 private:
  using Vector [[gnu::vector_size(kLanes)]] = std::uint8_t;

  static Vector load(const CounterRow& row) {
    Vector v;
    std::memcpy(&v, &row.lanes, sizeof v);
    return v;
  }
};

/// Threads of a program that the hand-written checkers have room for: a lane each.
inline constexpr int kFastThreads = CounterRow::kLanes;

}  // namespace ringcheck
