// The part of a growing set that is above its own words. Tested by tests/graph/bit_row_test.cpp.
#include "graph/growing_row.hpp"

#include <memory>

namespace ringcheck {

using Row = BitRow<kGrowing>;

std::uint64_t& Row::grown(std::size_t i) {
  if (i >= word_count()) {
    // Sets are mostly filled from below.
    const std::size_t words = std::max(i + 1 - kOwnWords, 2 * (word_count() - kOwnWords));
    auto more = std::make_unique<std::uint64_t[]>(words + 1);
    more[0] = words;
    if (more_ != nullptr) std::copy_n(more_ + 1, more_[0], more.get() + 1);
    delete[] more_;
    more_ = more.release();
  }
  return more_[i - kOwnWords + 1];
}

void Row::copy_more(const Row& other) {
  if (this == &other) return;
  std::size_t used = other.word_count();
  while (used > kOwnWords && other.word(used - 1) == 0) --used;
  if (used > word_count()) grown(used - 1);
  for (std::size_t i = kOwnWords; i < word_count(); ++i) more_[i - kOwnWords + 1] = other.word(i);
}

void Row::add_more(const Row& other) {
  for (std::size_t i = other.word_count(); i-- > kOwnWords;)
    if (const std::uint64_t bits = other.word(i); bits != 0) grown(i) |= bits;
}

bool Row::any_more() const {
  for (std::size_t i = kOwnWords; i < word_count(); ++i)
    if (word(i) != 0) return true;
  return false;
}

bool Row::intersects_more(const Row& other) const {
  for (std::size_t i = kOwnWords; i < std::min(word_count(), other.word_count()); ++i)
    if ((word(i) & other.word(i)) != 0) return true;
  return false;
}

bool Row::subset_of_more(const Row& other) const {
  for (std::size_t i = kOwnWords; i < word_count(); ++i)
    if ((word(i) & ~other.word(i)) != 0) return false;
  return true;
}

}  // namespace ringcheck
