#pragma once
// What instructions compute, on known numbers.

#include <cstdint>

#include "source/ir.hpp"

namespace ringcheck::source {

/// The low `bits` bits of `value`.
constexpr std::uint64_t low_bits(std::uint64_t value, unsigned bits) {
  return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

/// `value`, a number of `bits` bits, as a signed one.
constexpr std::int64_t as_signed(std::uint64_t value, unsigned bits) {
  if (bits >= 64) return static_cast<std::int64_t>(value);
  const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
  return static_cast<std::int64_t>((low_bits(value, bits) ^ sign) - sign);
}

/// What `i` computes if `a`, `b` or `c` is kUndefined. Masks and shifts join the parts of a number,
/// such as bit-fields, so there a missing operand counts as zeros beside one that is there, and the
/// result is missing only if no part of it has a value. Elsewhere the result is missing; a select
/// is if its condition or what it takes is.
std::uint64_t compute_missing(const Instruction& i, std::uint64_t a, std::uint64_t b,
                              std::uint64_t c);
/// What `i`, an instruction that computes a value (up to Opcode::count_bits), computes from its
/// operands. Pre: a divisor is not zero. Shifts by the width or more give 0, or the sign.
std::uint64_t compute(const Instruction& i, std::uint64_t a, std::uint64_t b, std::uint64_t c);

/// True iff `i` divides, and `b` is zero or the quotient does not fit.
bool has_no_quotient(const Instruction& i, std::uint64_t a, std::uint64_t b);

/// What an RMW of `bits` bits stores for the value `old`.
std::uint64_t updated(RmwOp op, std::uint64_t old, std::uint64_t operand, unsigned bits);

}  // namespace ringcheck::source
