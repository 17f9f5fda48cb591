#pragma once
// The loads of a thread that a value depends on.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace ringcheck {

/// A set of loads of one thread, by the order in which the thread issues them. Plain data, as code
/// under test is left without destroying its locals. Sets that reach beyond load number 126 are
/// kept in memory of the thread's run (SourceMemory), and may be used until the next run of that
/// thread on this worker begins.
class SourceSet {
 public:
  static constexpr int kSmall = 127;  ///< loads below it need no memory

  [[nodiscard]] bool any() const { return (words_[0] | words_[1]) != 0; }
  [[nodiscard]] bool none() const { return !any(); }
  void set(int load) {
    if (load < kSmall && !is_large()) [[likely]]
      words_[static_cast<std::size_t>(load) / 64] |= std::uint64_t{1} << (load % 64);
    else
      set_large(load);
  }
  SourceSet& operator|=(const SourceSet& other) {
    if (((words_[1] | other.words_[1]) & kLarge) == 0) [[likely]] {
      words_[0] |= other.words_[0];
      words_[1] |= other.words_[1];
    } else {
      add_large(other);
    }
    return *this;
  }
  friend SourceSet operator|(SourceSet a, const SourceSet& b) {
    a |= b;
    return a;
  }
  friend bool operator==(const SourceSet& a, const SourceSet& b) {
    return a.words_ == b.words_ || (a.is_large() && b.is_large() && a.equals_large(b));
  }

  /// Calls `visit(load)` for each member of `set`, in ascending order.
  template <class Visit>
  friend void for_each(const SourceSet& set, Visit&& visit) {
    for (std::size_t i = 0; i < set.size(); ++i)
      for (std::uint64_t rest = set.word(i); rest != 0; rest &= rest - 1)
        visit(64 * static_cast<int>(i) + std::countr_zero(rest));
  }

 private:
  static constexpr std::uint64_t kLarge = std::uint64_t{1} << 63;

  [[nodiscard]] bool is_large() const { return (words_[1] & kLarge) != 0; }
  /// Number of words.
  [[nodiscard]] std::size_t size() const {
    return is_large() ? static_cast<std::size_t>(words_[1] & ~kLarge) : 2;
  }
  [[nodiscard]] std::uint64_t word(std::size_t i) const {
    if (i >= size()) return 0;
    return is_large() ? std::bit_cast<const std::uint64_t*>(words_[0])[i] : words_[i];
  }
  void set_large(int load);
  void add_large(const SourceSet& other);
  [[nodiscard]] bool holds(const SourceSet& other) const;
  [[nodiscard]] bool equals_large(const SourceSet& other) const;
  std::uint64_t* make_large(std::size_t words);

  /// The members as bits; or, with kLarge, the address of the words and, in the second word, their
  /// number. No set that refers to those words changes them.
  std::array<std::uint64_t, 2> words_{};
};

/// While it lives, large sets are kept in the memory of thread `thread`. What an earlier run of
/// that thread on this worker kept is given up.
class SourceMemory {
 public:
  explicit SourceMemory(int thread);
  SourceMemory(const SourceMemory&) = delete;
  SourceMemory& operator=(const SourceMemory&) = delete;
  ~SourceMemory();

 private:
  int outer_;  ///< the thread whose memory was in use before
  bool outer_is_stale_;
};

}  // namespace ringcheck
