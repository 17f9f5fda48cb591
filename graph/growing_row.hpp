#pragma once
// Sets of events, or of anything numbered from 0, without a bound.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "graph/bit_row.hpp"

namespace ringcheck {

/// A set of numbers from 0 on. The first 256 are bits of the object itself: sets of small programs
/// need no memory of their own. Those above are kept on the heap, up to the greatest member that
/// the set has had.
template <>
struct BitRow<kGrowing> {
  static constexpr std::size_t kOwnWords = 4;
  static constexpr int kOwnBits = 64 * static_cast<int>(kOwnWords);

  BitRow() = default;
  BitRow(const BitRow& other) : own_(other.own_) {
    if (other.more_ != nullptr) [[unlikely]]
      copy_more(other);
  }
  BitRow(BitRow&& other) noexcept : own_(other.own_), more_(std::exchange(other.more_, nullptr)) {}
  // In a self-assignment both have the same `more_`.
  // NOLINTNEXTLINE(bugprone-unhandled-self-assignment)
  BitRow& operator=(const BitRow& other) {
    if (more_ != other.more_) [[unlikely]]
      copy_more(other);
    own_ = other.own_;
    return *this;
  }
  BitRow& operator=(BitRow&& other) noexcept {
    own_ = other.own_;
    std::swap(more_, other.more_);
    return *this;
  }
  ~BitRow() {
    // The analyzer loses track of who owns it where an optional set is destroyed.
    if (more_ != nullptr) [[unlikely]]
      delete[] more_;  // NOLINT(clang-analyzer-cplusplus.NewDelete)
  }

  [[nodiscard]] bool test(int e) const {
    if (e < kOwnBits) [[likely]]
      return ((own_[word_of(e)] >> bit(e)) & 1U) != 0;
    return ((word(word_of(e)) >> bit(e)) & 1U) != 0;
  }
  void set(int e) {
    if (e < kOwnBits) [[likely]]
      own_[word_of(e)] |= std::uint64_t{1} << bit(e);
    else
      grown(word_of(e)) |= std::uint64_t{1} << bit(e);
  }
  void reset(int e) {
    if (e < kOwnBits) [[likely]]
      own_[word_of(e)] &= ~(std::uint64_t{1} << bit(e));
    else if (word_of(e) < word_count())
      grown(word_of(e)) &= ~(std::uint64_t{1} << bit(e));
  }
  void clear() {
    own_.fill(0);
    if (more_ != nullptr) [[unlikely]]
      std::fill_n(more_ + 1, more_[0], std::uint64_t{0});
  }

  [[nodiscard]] bool any() const {
    return (own_[0] | own_[1] | own_[2] | own_[3]) != 0 || (more_ != nullptr && any_more());
  }
  [[nodiscard]] bool none() const { return !any(); }
  [[nodiscard]] int count() const {
    int n = 0;
    for (std::size_t i = 0; i < word_count(); ++i) n += std::popcount(word(i));
    return n;
  }
  /// True iff the two sets share a member.
  [[nodiscard]] bool intersects(const BitRow& other) const {
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < kOwnWords; ++i) all |= own_[i] & other.own_[i];
    return all != 0 || (more_ != nullptr && other.more_ != nullptr && intersects_more(other));
  }
  /// True iff every member of this set is a member of `other`.
  [[nodiscard]] bool subset_of(const BitRow& other) const {
    std::uint64_t rest = 0;
    for (std::size_t i = 0; i < kOwnWords; ++i) rest |= own_[i] & ~other.own_[i];
    return rest == 0 && (more_ == nullptr || subset_of_more(other));
  }
  /// The least member, or -1 for the empty set.
  [[nodiscard]] int first() const {
    for (std::size_t i = 0; i < word_count(); ++i)
      if (word(i) != 0) return 64 * static_cast<int>(i) + std::countr_zero(word(i));
    return -1;
  }

  BitRow& operator|=(const BitRow& other) {
    for (std::size_t i = 0; i < kOwnWords; ++i) own_[i] |= other.own_[i];
    if (other.more_ != nullptr) [[unlikely]]
      add_more(other);
    return *this;
  }
  BitRow& operator&=(const BitRow& other) {
    for (std::size_t i = 0; i < kOwnWords; ++i) own_[i] &= other.own_[i];
    for (std::size_t i = kOwnWords; i < word_count(); ++i) grown(i) &= other.word(i);
    return *this;
  }
  /// Set difference in place.
  BitRow& operator-=(const BitRow& other) {
    for (std::size_t i = 0; i < kOwnWords; ++i) own_[i] &= ~other.own_[i];
    for (std::size_t i = kOwnWords; i < word_count(); ++i) grown(i) &= ~other.word(i);
    return *this;
  }
  friend BitRow operator|(BitRow a, const BitRow& b) {
    a |= b;
    return a;
  }
  friend BitRow operator&(BitRow a, const BitRow& b) {
    a &= b;
    return a;
  }
  friend BitRow operator-(BitRow a, const BitRow& b) {
    a -= b;
    return a;
  }
  friend bool operator==(const BitRow& a, const BitRow& b) {
    return a.own_ == b.own_ && (a.more_ == b.more_ || (a.subset_of(b) && b.subset_of(a)));
  }

  /// The set {0, …, n - 1}.
  static BitRow prefix(int n) {
    BitRow row;
    for (int i = 0; 64 * i < n; ++i) {
      const int rest = n - 64 * i;
      row.set_word(static_cast<std::size_t>(i),
                   rest >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << rest) - 1);
    }
    return row;
  }

  /// The members 64 * i … 64 * i + 63 as bits; 0 beyond word_count().
  [[nodiscard]] std::uint64_t word(std::size_t i) const {
    if (i < kOwnWords) [[likely]]
      return own_[i];
    return i < word_count() ? more_[i - kOwnWords + 1] : 0;
  }
  /// Words beyond this number are 0.
  [[nodiscard]] std::size_t word_count() const {
    return kOwnWords + (more_ == nullptr ? 0 : static_cast<std::size_t>(more_[0]));
  }
  void set_word(std::size_t i, std::uint64_t bits) {
    if (i < kOwnWords) [[likely]]
      own_[i] = bits;
    else if (bits != 0 || i < word_count())
      grown(i) = bits;
  }

 private:
  static constexpr std::size_t word_of(int e) { return static_cast<std::size_t>(e) / 64; }
  static constexpr int bit(int e) { return e % 64; }

  /// Word number `i`, on the heap, which grows to hold it. Pre: i >= kOwnWords.
  std::uint64_t& grown(std::size_t i);
  void copy_more(const BitRow& other);
  void add_more(const BitRow& other);
  [[nodiscard]] bool any_more() const;
  [[nodiscard]] bool intersects_more(const BitRow& other) const;
  [[nodiscard]] bool subset_of_more(const BitRow& other) const;

  std::array<std::uint64_t, kOwnWords> own_{};
  /// Null, or the number of words that follow and then those words, from word kOwnWords on.
  std::uint64_t* more_ = nullptr;
};

/// Calls `visit(e)` for each member of `row`, in ascending order. `visit` may change the part of
/// `row` that it has visited.
template <class Visit>
void for_each(const BitRow<kGrowing>& row, Visit&& visit) {
  for (std::size_t i = 0; i < row.word_count(); ++i) {
    std::uint64_t rest = row.word(i);
    while (rest != 0) {
      visit(64 * static_cast<int>(i) + std::countr_zero(rest));
      rest &= rest - 1;
    }
  }
}

}  // namespace ringcheck
