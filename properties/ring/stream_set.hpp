#pragma once
// Sets of stream offsets in the words that a monitor remembers.

#include <bit>
#include <cstdint>
#include <span>

#include "graph/check.hpp"
#include "protocol/ring/perf_record.hpp"

namespace ringcheck {

/// A set of stream offsets, a bit for each word of the stream, in kWords words that somebody else
/// owns. An execution has fewer events than there are bits, and so fewer words of records.
/// Pre: offsets are multiples of a word. Errors: an internal error for an offset beyond.
template <class Word>
class StreamSet {
 public:
  static constexpr std::size_t kWords = 5;
  static constexpr std::uint64_t kBits = kWords * 64;

  explicit StreamSet(std::span<Word> words) : words_(words.first(kWords)) {}

  void set(std::uint64_t offset) { words_[place(offset)] |= bit(offset); }
  void reset(std::uint64_t offset) { words_[place(offset)] &= ~bit(offset); }
  [[nodiscard]] bool test(std::uint64_t offset) const {
    return offset < kBits * kWordBytes && (words_[place(offset)] & bit(offset)) != 0;
  }
  [[nodiscard]] bool none() const { return count_below(kBits * kWordBytes) == 0; }
  /// How many members are below `end`.
  [[nodiscard]] int count_below(std::uint64_t end) const {
    int count = 0;
    for (std::size_t i = 0; i < kWords; ++i) count += std::popcount(words_[i] & below(i, end));
    return count;
  }
  void remove_below(std::uint64_t end) {
    for (std::size_t i = 0; i < kWords; ++i) words_[i] &= ~below(i, end);
  }

 private:
  /// The bits of word `i` that are below `end`.
  static std::uint64_t below(std::size_t i, std::uint64_t end) {
    const std::uint64_t bits = end / kWordBytes;
    if (bits <= i * 64) return 0;
    return bits - i * 64 >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (bits - i * 64)) - 1;
  }
  static std::size_t place(std::uint64_t offset) {
    RC_CHECK(offset < kBits * kWordBytes, "a stream of more words than an execution has events");
    return offset / kWordBytes / 64;
  }
  static std::uint64_t bit(std::uint64_t offset) {
    return std::uint64_t{1} << (offset / kWordBytes % 64);
  }

  std::span<Word> words_;
};

}  // namespace ringcheck
