#pragma once
// What read-modify-writes compute.

#include <algorithm>
#include <cstdint>

#include "explore/thread_run.hpp"

namespace ringcheck {

/// The lowest `bits` bits of `value` above its lowest `from` ones.
inline Word bits_of(const Word& value, unsigned from, unsigned bits) {
  return combine(value, Word(0),
                 [&](auto x, auto) { return (x >> from) & (~std::uint64_t{0} >> (64U - bits)); });
}

/// `value`, a number of `bits` bits, with its sign.
inline std::int64_t with_sign(std::uint64_t value, unsigned bits) {
  return static_cast<std::int64_t>(value << (64 - bits)) >> (64 - bits);
}

/// What an operation stores when it finds `old`, in `bits` bits.
inline std::uint64_t updated(RmwOperation operation, std::uint64_t old, std::uint64_t operand,
                             unsigned bits) {
  const auto result = [&]() -> std::uint64_t {
    switch (operation) {
      case RmwOperation::exchange:
      case RmwOperation::compare_exchange:
        return operand;
      case RmwOperation::add:
      case RmwOperation::add_unless:
        return old + operand;
      case RmwOperation::subtract:
        return old - operand;
      case RmwOperation::bit_and:
        return old & operand;
      case RmwOperation::bit_or:
        return old | operand;
      case RmwOperation::bit_xor:
        return old ^ operand;
      case RmwOperation::bit_and_not:
        return old & ~operand;
      case RmwOperation::bit_nand:
        return ~(old & operand);
      case RmwOperation::signed_max:
        return with_sign(old, bits) > with_sign(operand, bits) ? old : operand;
      case RmwOperation::signed_min:
        return with_sign(old, bits) < with_sign(operand, bits) ? old : operand;
      case RmwOperation::unsigned_max:
        return std::max(old, operand);
      case RmwOperation::unsigned_min:
        return std::min(old, operand);
    }
    return operand;
  };
  return result() & (~std::uint64_t{0} >> (64U - bits));
}

/// True iff what the operation stores depends on what it finds.
inline bool depends_on_old_value(RmwOperation operation) {
  return operation != RmwOperation::exchange && operation != RmwOperation::compare_exchange;
}

}  // namespace ringcheck
