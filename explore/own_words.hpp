#pragma once
// Words of a CPU that are no locations.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "explore/program.hpp"
#include "explore/tracked.hpp"

namespace ringcheck {

/// Words that only one CPU and its interrupts access, kept by the CPU instead of the graph: they
/// cost no events. A load returns what was stored last in program order, and depends on what that
/// depends on, as if the compiler kept the word in a register. Through memory a machine model
/// orders the same (address and data dependencies go on through rfi), while the Linux-kernel model
/// would drop a dependency through a plain store.
class OwnWords {
 public:
  static constexpr std::size_t kMost = 64;
  static constexpr std::uint64_t kBase = kAddressBase + 0x1'0000;  ///< first address

  /// Words that initially hold `initial`. Pre: at most kMost.
  explicit OwnWords(std::span<const std::uint64_t> initial) : count_(initial.size()) {
    for (std::size_t i = 0; i < count_; ++i) words_[i] = initial[i];
  }
  /// The word at `address`; null if there is none.
  Word* at(const Word& address) {
    const std::uint64_t i = address.value - kBase;
    return address.known && i < count_ ? &words_[i] : nullptr;
  }
  [[nodiscard]] std::span<const Word> all() const { return {words_.data(), count_}; }

 private:
  std::array<Word, kMost> words_;
  std::size_t count_;
};

}  // namespace ringcheck
