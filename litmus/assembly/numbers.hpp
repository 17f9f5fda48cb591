#pragma once
// Numbers in registers and memory of 1, 2, 4 and 8 bytes.

#include <cstdint>

#include "litmus/assembly/machine.hpp"

namespace ringcheck::litmus::assembly {

/// The low `size` bytes of `v` in 8, with their sign or with zeros.
inline std::uint64_t extended(std::uint64_t v, std::uint8_t size, bool sign) {
  const unsigned above = 64U - 8U * size;
  const std::uint64_t high = v << above;
  if (!sign) return high >> above;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(high) >> above);
}

/// The answer to `test` about the low `size` bytes of `a` and `b`.
bool holds(Test test, std::uint64_t a, std::uint64_t b, std::uint8_t size);

}  // namespace ringcheck::litmus::assembly
