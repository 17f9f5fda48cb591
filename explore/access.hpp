#pragma once
// Read-modify-writes, and accesses to several locations as a whole.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "explore/tracked.hpp"
#include "graph/event.hpp"

namespace ringcheck {

/// Read-modify-write operations.
enum class RmwOperation : std::uint8_t {
  exchange,  ///< stores the operand
  add,
  subtract,
  bit_and,
  bit_or,
  bit_xor,
  bit_and_not,
  bit_nand,
  signed_max,
  signed_min,
  unsigned_max,
  unsigned_min,
  compare_exchange,  ///< stores the operand if the value is `expected`
  add_unless,        ///< adds the operand unless the value is `expected`
};

/// How a read-modify-write is ordered.
struct RmwOrder {
  TagSet read_tags{Tag::once};  ///< of the read (on success, if the operation can fail)
  TagSet write_tags{Tag::once};
  bool full = false;  ///< a full fence before and after, if it writes
  bool atomic =
      true;  ///< false: atomic only against interrupts of this CPU (local_t on some machines)
  TagSet fail_tags{};  ///< of the read of an operation that fails; empty: as a relaxed load
  /// Width of the values: a written value wraps at this width, and is zero above. Pre: the operand
  /// and every value of the location are zero above, too.
  std::uint8_t bits = 64;
  bool waits = false;  ///< for a compare-exchange of `expected` with the next number: Event::waits
};

/// A part of an access to several locations as a whole.
struct AccessPiece {
  Word address;
  std::uint8_t bits = 64;  ///< how many bits of the value are there
};

/// The parts of an access, lowest bits first: at most eight, for eight bytes.
struct AccessPieces {
  std::array<AccessPiece, 8> all;
  std::size_t count = 0;

  void add(const Word& address, unsigned bits) {
    all[count++] = {address, static_cast<std::uint8_t>(bits)};
  }
  [[nodiscard]] std::span<const AccessPiece> span() const { return {all.data(), count}; }
};

}  // namespace ringcheck
