#pragma once
// Sets of events as rows of bits, and relations over events as matrices of such rows.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace ringcheck {

/// The number of words of a set that has no bound (growing_row.hpp).
inline constexpr int kGrowing = 0;

/// A set of up to 64 * W events, one bit an event number.
/// Shape: bit e of the row is set iff event number e is a member.
template <int W>
struct BitRow {
  static constexpr int kBits = 64 * W;

  std::array<std::uint64_t, W> words{};

  [[nodiscard]] bool test(int e) const { return ((words[word(e)] >> bit(e)) & 1U) != 0; }
  void set(int e) { words[word(e)] |= std::uint64_t{1} << bit(e); }
  void reset(int e) { words[word(e)] &= ~(std::uint64_t{1} << bit(e)); }
  void clear() { words.fill(0); }

  [[nodiscard]] bool any() const {
    std::uint64_t all = 0;
    for (auto w : words) all |= w;
    return all != 0;
  }
  [[nodiscard]] bool none() const { return !any(); }
  [[nodiscard]] int count() const {
    int n = 0;
    for (auto w : words) n += std::popcount(w);
    return n;
  }
  /// True iff the two sets share a member.
  [[nodiscard]] bool intersects(const BitRow& other) const {
    std::uint64_t all = 0;
    for (int i = 0; i < W; ++i) all |= words[at(i)] & other.words[at(i)];
    return all != 0;
  }
  /// True iff every member of this set is a member of `other`.
  [[nodiscard]] bool subset_of(const BitRow& other) const {
    std::uint64_t rest = 0;
    for (int i = 0; i < W; ++i) rest |= words[at(i)] & ~other.words[at(i)];
    return rest == 0;
  }
  /// The least member, or -1 for the empty set.
  [[nodiscard]] int first() const {
    for (int i = 0; i < W; ++i)
      if (words[at(i)] != 0) return 64 * i + std::countr_zero(words[at(i)]);
    return -1;
  }

  BitRow& operator|=(const BitRow& other) {
    for (int i = 0; i < W; ++i) words[at(i)] |= other.words[at(i)];
    return *this;
  }
  BitRow& operator&=(const BitRow& other) {
    for (int i = 0; i < W; ++i) words[at(i)] &= other.words[at(i)];
    return *this;
  }
  /// Set difference in place.
  BitRow& operator-=(const BitRow& other) {
    for (int i = 0; i < W; ++i) words[at(i)] &= ~other.words[at(i)];
    return *this;
  }
  friend BitRow operator|(BitRow a, const BitRow& b) { return a |= b; }
  friend BitRow operator&(BitRow a, const BitRow& b) { return a &= b; }
  friend BitRow operator-(BitRow a, const BitRow& b) { return a -= b; }
  friend bool operator==(const BitRow&, const BitRow&) = default;

  /// The set {0, …, n - 1}.
  static BitRow prefix(int n) {
    BitRow row;
    for (int i = 0; i < W; ++i) {
      const int rest = n - 64 * i;
      if (rest >= 64)
        row.words[at(i)] = ~std::uint64_t{0};
      else if (rest > 0)
        row.words[at(i)] = (std::uint64_t{1} << rest) - 1;
    }
    return row;
  }

 private:
  static constexpr std::size_t word(int e) { return static_cast<std::size_t>(e) / 64; }
  static constexpr int bit(int e) { return e % 64; }
  static constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }
};

template <>
struct BitRow<kGrowing>;

/// Calls `visit(e)` for each member of `row`, in ascending order.
template <int W, class Visit>
void for_each(const BitRow<W>& row, Visit&& visit) {
  for (int i = 0; i < W; ++i) {
    std::uint64_t rest = row.words[static_cast<std::size_t>(i)];
    while (rest != 0) {
      visit(64 * i + std::countr_zero(rest));
      rest &= rest - 1;
    }
  }
}

}  // namespace ringcheck
