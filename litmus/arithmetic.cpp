// Tested by tests/litmus/compile_test.cpp (Faults) and assembly_test.cpp.
#include "litmus/arithmetic.hpp"

namespace ringcheck::litmus {

namespace {

Result of_signed(std::int64_t value) {
  return {static_cast<std::uint64_t>(value)};
}

/// Operators that take an address together with a number that does not move it, or with itself.
Result apply_to_addresses(BinaryOperator op, std::uint64_t a, std::uint64_t b) {
  switch (op) {
    case BinaryOperator::add:
    case BinaryOperator::bit_or:
    case BinaryOperator::bit_xor:
      if (a == 0) return {b};
      if (b == 0) return {a};
      if (a == b && op == BinaryOperator::bit_or) return {a};
      if (a == b && op == BinaryOperator::bit_xor) return {0};
      break;
    case BinaryOperator::subtract:
      if (b == 0) return {a};
      if (a == b) return {0};
      break;
    case BinaryOperator::bit_and:
      if (a == 0 || b == 0) return {0};
      if (a == b) return {a};
      break;
    case BinaryOperator::multiply:
      if (a == 0 || b == 0) return {0};
      break;
    default:
      break;
  }
  return {0, kAddressFault};
}

Result apply_to_numbers(BinaryOperator op, std::uint64_t a, std::uint64_t b) {
  const auto x = static_cast<std::int64_t>(a);
  const auto y = static_cast<std::int64_t>(b);
  switch (op) {
    case BinaryOperator::multiply:
      return {a * b};
    case BinaryOperator::divide:
    case BinaryOperator::remainder:
      if (y == 0 || (y == -1 && a == std::uint64_t{1} << 63)) return {0, kDivisionFault};
      return of_signed(op == BinaryOperator::divide ? x / y : x % y);
    case BinaryOperator::add:
      return {a + b};
    case BinaryOperator::subtract:
      return {a - b};
    case BinaryOperator::shift_left:
      return {b < 64 ? a << b : 0};
    case BinaryOperator::shift_right:
      return of_signed(b < 64 ? x >> b : (x < 0 ? -1 : 0));
    case BinaryOperator::less:
      return {x < y};
    case BinaryOperator::greater:
      return {x > y};
    case BinaryOperator::less_equal:
      return {x <= y};
    case BinaryOperator::greater_equal:
      return {x >= y};
    case BinaryOperator::bit_and:
      return {a & b};
    case BinaryOperator::bit_xor:
      return {a ^ b};
    case BinaryOperator::bit_or:
      return {a | b};
    default:
      return {};
  }
}

}  // namespace

Result apply(BinaryOperator op, std::uint64_t a, std::uint64_t b) {
  switch (op) {
    case BinaryOperator::equal:
      return {a == b};
    case BinaryOperator::not_equal:
      return {a != b};
    case BinaryOperator::logical_and:
      return {a != 0 && b != 0};
    case BinaryOperator::logical_or:
      return {a != 0 || b != 0};
    default:
      break;
  }
  if (is_address(a) || is_address(b)) return apply_to_addresses(op, a, b);
  const Result result = apply_to_numbers(op, a, b);
  return is_address(result.value) ? Result{0, kNumberFault} : result;
}

}  // namespace ringcheck::litmus
