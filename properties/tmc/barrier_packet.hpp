#pragma once
// A barrier packet as it lies in memory, worked out apart from the specification.
// Source: coresight-priv.h coresight_insert_barrier_packet: four words of 0x7fffffff.

#include <algorithm>
#include <cstdint>

namespace ringcheck {

/// What a word of memory for a unit of `unit` bytes keeps of a packet's unit `i`: at most its first
/// eight bytes.
constexpr std::uint64_t packet_unit(std::uint64_t i, std::uint64_t unit) {
  std::uint64_t word = 0;
  for (std::uint64_t byte = 0; byte < std::min<std::uint64_t>(unit, 8); ++byte)
    word |= ((i * unit + byte) % 4 == 3 ? std::uint64_t{0x7f} : std::uint64_t{0xff}) << 8 * byte;
  return word;
}

}  // namespace ringcheck
