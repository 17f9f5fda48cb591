#pragma once
// Arithmetic on the values of litmus tests: numbers of 64 bits that wrap, and addresses.

#include <cstdint>

#include "explore/program.hpp"
#include "litmus/test.hpp"

namespace ringcheck::litmus {

/// True iff the value is the address of a location. Numbers of a test never are.
inline bool is_address(std::uint64_t v) {
  return v - kAddressBase < kMaxLocations;
}

/// The result of an operator, or a text that says why there is none.
struct Result {
  std::uint64_t value = 0;
  const char* fault = nullptr;
};

inline constexpr const char* kAddressFault = "arithmetic on an address leaves its location";
inline constexpr const char* kDivisionFault = "division by zero, or one that overflows";
inline constexpr const char* kNumberFault =
    "arithmetic reaches the numbers from 2^48 on that stand for addresses";

/// Applies a binary operator; comparisons are signed. Numbers never make an address. An address is
/// allowed if the result is an address again, or no longer depends on which address it was.
Result apply(BinaryOperator op, std::uint64_t a, std::uint64_t b);

}  // namespace ringcheck::litmus
