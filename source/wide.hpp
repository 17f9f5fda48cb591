#pragma once
// Numbers of 128 bits. Registers and locations hold 64, so such a number goes by a name.
//
// A number below 2^63 is its own name. Any other has a digest of its halves: equal numbers have
// equal names, in every run and on every worker. No address of the program is such a name.

#include <cstdint>

namespace ringcheck::source {

__extension__ using Wide = unsigned __int128;

/// The number with halves of 64 bits.
constexpr Wide wide_of(std::uint64_t low, std::uint64_t high) {
  return Wide{high} << 64U | low;
}

/// The name of `number`. Throws std::overflow_error if another number has the same.
std::uint64_t name_of_wide(Wide number);

/// The number whose name is `name`.
Wide named_wide(std::uint64_t name);

/// True iff `name` is the name of a number that does not fit into 64 bits.
bool is_name_of_wide(std::uint64_t name);

}  // namespace ringcheck::source
