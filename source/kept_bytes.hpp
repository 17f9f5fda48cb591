#pragma once
// Bytes that other threads could access, and that, as far as is known, one thread keeps to itself.
// Their content is part of that thread's state, so that its accesses to them are no events.

#include <cstddef>
#include <cstdint>
#include <map>

namespace ringcheck::source {

/// Who keeps some bytes, as a thread sees it that accesses them.
enum class Keeper : std::uint8_t {
  nobody,         ///< none of the bytes is kept
  itself,         ///< the thread keeps them all
  itself_partly,  ///< the thread keeps some, and nobody the others
  another,        ///< another thread keeps some
};

/// Which bytes are kept, by which thread.
class KeptBytes {
 public:
  /// `thread` keeps `bytes` bytes from `address` on, if no other thread keeps any of them.
  void keep(std::uint64_t address, std::uint32_t bytes, std::size_t thread);
  /// Nobody keeps any of these bytes any more.
  void give_up(std::uint64_t address, std::uint32_t bytes);
  [[nodiscard]] Keeper keeper_of(std::uint64_t address, std::uint32_t bytes,
                                 std::size_t thread) const;

 private:
  struct Range {
    std::uint64_t end = 0;
    std::size_t thread = 0;
  };
  using Ranges = std::map<std::uint64_t, Range>;

  /// The first range that ends after `address`.
  [[nodiscard]] Ranges::const_iterator first_after(std::uint64_t address) const;

  Ranges ranges_;  // by first address; invariant: no two overlap
};

}  // namespace ringcheck::source
