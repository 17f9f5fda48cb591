#pragma once
// A log of changed rows, to give them back what they held before.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph/growing_row.hpp"

namespace ringcheck {

/// a == b, word by word: a call of memcmp for each row costs more than the comparison.
template <int W>
bool same(const BitRow<W>& a, const BitRow<W>& b) {
  std::uint64_t difference = 0;
  for (std::size_t w = 0; w < static_cast<std::size_t>(W); ++w)
    difference |= a.words[w] ^ b.words[w];
  return difference == 0;
}
inline bool same(const BitRow<kGrowing>& a, const BitRow<kGrowing>& b) {
  return a == b;
}

/// Rows and what they held before they were changed, in the order of the changes.
/// invariant: rows outlive their entries.
template <int W>
class Trail {
 public:
  using Row = BitRow<W>;

  /// The number of changes: a place to rewind to.
  [[nodiscard]] std::size_t mark() const { return count_; }

  /// Call before `row` is changed.
  void keep(Row& row) {
    if (count_ == entries_.size()) entries_.resize(2 * count_ + 64);
    entries_[count_++] = {&row, row};
  }

  /// Changes `row` to `value`. Returns false iff `row` already holds it.
  bool put(Row& row, const Row& value) {
    if (same(row, value)) return false;
    keep(row);
    row = value;
    return true;
  }

  /// Undoes all changes since `mark()` was `mark`.
  void rewind(std::size_t mark) {
    while (count_ > mark) {
      const Entry& last = entries_[--count_];
      *last.row = last.before;
    }
  }

  /// Forgets all changes.
  void clear() { count_ = 0; }

 private:
  struct Entry {
    Row* row = nullptr;
    Row before;
  };
  std::vector<Entry> entries_;  // those beyond count_ are spare
  std::size_t count_ = 0;
};

}  // namespace ringcheck
