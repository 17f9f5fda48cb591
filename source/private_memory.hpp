#pragma once
// Memory that only one thread accesses: its content is part of the thread's state.

#include <cstdint>
#include <vector>

#include "source/value.hpp"

namespace ringcheck::source {

/// Some bytes that were stored together.
struct Fragment {
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  Value value;
};

/// A part of a range of addresses: a fragment's, or a gap that nothing has been stored to.
struct PartOfRange {
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  const Fragment* fragment = nullptr;  ///< null for a gap
};

/// `count` bytes from byte `first` on of `value`, which has `bytes` bytes. Here and below, more
/// than 8 bytes are a number that goes by its name (wide.hpp).
Value bytes_of_value(const Value& value, std::uint32_t bytes, std::uint32_t first,
                     std::uint32_t count);
/// The `low_bytes` bytes of `low`, then the `high_bytes` bytes of `high`.
Value joined(const Value& low, std::uint32_t low_bytes, const Value& high,
             std::uint32_t high_bytes);

/// What was stored where, in the order of addresses. A store that overlaps cuts what was there.
class PrivateMemory {
 public:
  void clear() { fragments_.clear(); }
  void store(std::uint64_t address, std::uint32_t bytes, const Value& value);
  /// Forgets what is stored in `bytes` bytes from `address` on.
  void erase(std::uint64_t address, std::uint64_t bytes);
  /// The fragment that holds just these bytes, or null.
  [[nodiscard]] const Fragment* find(std::uint64_t address, std::uint32_t bytes) const;
  /// The parts of a range, in the order of addresses.
  [[nodiscard]] std::vector<PartOfRange> parts(std::uint64_t address, std::uint32_t bytes) const;
  [[nodiscard]] const std::vector<Fragment>& fragments() const { return fragments_; }

 private:
  /// The first fragment that ends after `address`.
  [[nodiscard]] std::size_t first_after(std::uint64_t address) const;

  std::vector<Fragment> fragments_;  // invariant: sorted by address, no two overlap
};

}  // namespace ringcheck::source
