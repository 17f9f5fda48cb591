// Tested by tests/source/bijection_test.cpp.
#include "source/arithmetic.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "source/wide.hpp"

namespace ringcheck::source {

namespace {

double as_float(std::uint64_t bits, unsigned width) {
  return width == 32 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                     : std::bit_cast<double>(bits);
}

std::uint64_t as_bits(double number, unsigned width) {
  return width == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(number))
                     : std::bit_cast<std::uint64_t>(number);
}

/// LLVM's predicates are four bits: equal, greater, less, unordered.
bool compare(Operand predicate, double x, double y) {
  const int outcome = std::isnan(x) || std::isnan(y) ? 8 : x == y ? 1 : x > y ? 2 : 4;
  return (predicate & outcome) != 0;
}

std::uint64_t compute_float(const Instruction& i, std::uint64_t a, std::uint64_t b) {
  const double x = as_float(a, i.width);
  const double y = as_float(b, i.width);
  switch (static_cast<FloatOp>(i.detail)) {
    case FloatOp::add:
      return as_bits(x + y, i.width);
    case FloatOp::subtract:
      return as_bits(x - y, i.width);
    case FloatOp::multiply:
      return as_bits(x * y, i.width);
    case FloatOp::divide:
      return as_bits(x / y, i.width);
    case FloatOp::remainder:
      return as_bits(std::fmod(x, y), i.width);
    case FloatOp::negate:
      return as_bits(-x, i.width);
    case FloatOp::compare:
      return compare(i.c, x, y) ? 1 : 0;
    case FloatOp::to_signed:
      return low_bits(static_cast<std::uint64_t>(static_cast<std::int64_t>(x)), i.other_width);
    case FloatOp::to_unsigned:
      return low_bits(static_cast<std::uint64_t>(x), i.other_width);
    case FloatOp::from_signed:
      return as_bits(static_cast<double>(as_signed(a, i.other_width)), i.width);
    case FloatOp::from_unsigned:
      return as_bits(static_cast<double>(a), i.width);
    case FloatOp::resize:
      return as_bits(as_float(a, i.other_width), i.width);
  }
  return 0;
}

std::uint64_t count_bits(const Instruction& i, std::uint64_t a) {
  const unsigned unused = 64U - i.width;
  switch (static_cast<BitOp>(i.detail)) {
    case BitOp::population:
      return static_cast<std::uint64_t>(std::popcount(a));
    case BitOp::leading_zeros:
      return static_cast<std::uint64_t>(std::countl_zero(a)) - unused;
    case BitOp::trailing_zeros:
      return std::min<std::uint64_t>(static_cast<std::uint64_t>(std::countr_zero(a)), i.width);
    case BitOp::swap_bytes:
      return __builtin_bswap64(a) >> unused;
  }
  return 0;
}

std::uint64_t shift(const Instruction& i, std::uint64_t a, std::uint64_t b) {
  const std::int64_t number = as_signed(a, i.width);
  if (b >= i.width)
    return i.opcode == Opcode::arithmetic_shift_right && number < 0 ? low_bits(UINT64_MAX, i.width)
                                                                    : 0;
  if (i.opcode == Opcode::shift_left) return a << b;
  if (i.opcode == Opcode::logical_shift_right) return a >> b;
  return static_cast<std::uint64_t>(number >> b);
}

__extension__ using SignedWide = __int128;

/// True iff `i` has operands or a result of 128 bits.
bool is_wide(const Instruction& i) {
  return i.width == kWideBits || (i.opcode == Opcode::truncate && i.detail == kWideBits);
}

Wide shift_wide(Opcode opcode, Wide a, Wide by) {
  const bool spreads_sign = opcode == Opcode::arithmetic_shift_right;
  const auto number = static_cast<SignedWide>(a);
  if (by >= kWideBits) return spreads_sign && number < 0 ? ~Wide{0} : Wide{0};
  const auto bits = static_cast<unsigned>(by);
  if (opcode == Opcode::shift_left) return a << bits;
  return spreads_sign ? static_cast<Wide>(number >> bits) : a >> bits;
}

/// What `opcode` computes from `a` and `b`, with bits above their width; nullopt: something else
/// than an operation on two integers. `with_sign`: what a number is as a signed one.
template <class Unsigned, class WithSign>
std::optional<Unsigned> compute_integers(Opcode opcode, Unsigned a, Unsigned b,
                                         WithSign with_sign) {
  switch (opcode) {
    case Opcode::add:
      return a + b;
    case Opcode::subtract:
      return a - b;
    case Opcode::multiply:
      return a * b;
    case Opcode::unsigned_divide:
      return a / b;
    case Opcode::signed_divide:
      return static_cast<Unsigned>(with_sign(a) / with_sign(b));
    case Opcode::unsigned_remainder:
      return a % b;
    case Opcode::signed_remainder:
      return static_cast<Unsigned>(with_sign(a) % with_sign(b));
    case Opcode::bit_and:
      return a & b;
    case Opcode::bit_or:
      return a | b;
    case Opcode::bit_xor:
      return a ^ b;
    case Opcode::equal:
      return a == b ? 1 : 0;
    case Opcode::not_equal:
      return a != b ? 1 : 0;
    case Opcode::unsigned_less:
      return a < b ? 1 : 0;
    case Opcode::unsigned_less_equal:
      return a <= b ? 1 : 0;
    case Opcode::signed_less:
      return with_sign(a) < with_sign(b) ? 1 : 0;
    case Opcode::signed_less_equal:
      return with_sign(a) <= with_sign(b) ? 1 : 0;
    default:
      return std::nullopt;
  }
}

std::uint64_t compute_wide(const Instruction& i, std::uint64_t a, std::uint64_t b,
                           std::uint64_t c) {
  switch (i.opcode) {
    case Opcode::copy:
      return a;
    case Opcode::select:
      return a != 0 ? b : c;
    case Opcode::zero_extend:
      return name_of_wide(a);
    case Opcode::sign_extend:
      return name_of_wide(static_cast<Wide>(SignedWide{as_signed(a, i.detail)}));
    case Opcode::truncate:
      return low_bits(static_cast<std::uint64_t>(named_wide(a)), i.width);
    case Opcode::shift_left:
    case Opcode::logical_shift_right:
    case Opcode::arithmetic_shift_right:
      return name_of_wide(shift_wide(i.opcode, named_wide(a), named_wide(b)));
    default:
      return name_of_wide(compute_integers(i.opcode, named_wide(a), named_wide(b), [](Wide x) {
                            return static_cast<SignedWide>(x);
                          }).value_or(0));
  }
}

}  // namespace

bool has_no_quotient(const Instruction& i, std::uint64_t a, std::uint64_t b) {
  switch (i.opcode) {
    case Opcode::unsigned_divide:
    case Opcode::unsigned_remainder:
      return b == 0;
    case Opcode::signed_divide:
    case Opcode::signed_remainder: {
      const Wide least = Wide{1} << (i.width - 1U);
      if (is_wide(i)) return b == 0 || (named_wide(b) == ~Wide{0} && named_wide(a) == least);
      return b == 0 || (as_signed(b, i.width) == -1 && a == least);
    }
    default:
      return false;
  }
}

std::uint64_t compute_missing(const Instruction& i, std::uint64_t a, std::uint64_t b,
                              std::uint64_t c) {
  switch (i.opcode) {
    case Opcode::bit_and:
      return a == 0 || b == 0 ? 0 : kUndefined;
    case Opcode::bit_or:
    case Opcode::bit_xor:
      return a == kUndefined ? b : a;
    case Opcode::select:
      return a == kUndefined ? kUndefined : compute(i, a, b, c);
    default:
      return kUndefined;
  }
}

std::uint64_t compute(const Instruction& i, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  if (is_wide(i)) return compute_wide(i, a, b, c);
  const auto cut = [&](std::uint64_t value) { return low_bits(value, i.width); };
  const auto with_sign = [&](std::uint64_t value) { return as_signed(value, i.width); };
  if (const auto result = compute_integers(i.opcode, a, b, with_sign)) return cut(*result);
  switch (i.opcode) {
    case Opcode::copy:
      return a;
    case Opcode::shift_left:
    case Opcode::logical_shift_right:
    case Opcode::arithmetic_shift_right:
      return cut(shift(i, a, b));
    case Opcode::truncate:
      return cut(a);
    case Opcode::zero_extend:
      return a;
    case Opcode::sign_extend:
      return cut(static_cast<std::uint64_t>(as_signed(a, i.detail)));
    case Opcode::select:
      return a != 0 ? b : c;
    case Opcode::index:
      return cut(a + static_cast<std::uint64_t>(as_signed(b, i.detail)) * c);
    case Opcode::floating:
      return compute_float(i, a, b);
    case Opcode::count_bits:
      return cut(count_bits(i, a));
    default:
      return 0;
  }
}

std::uint64_t updated(RmwOp op, std::uint64_t old, std::uint64_t operand, unsigned bits) {
  const auto less = [&] { return as_signed(old, bits) < as_signed(operand, bits); };
  switch (op) {
    case RmwOp::exchange:
      return operand;
    case RmwOp::add:
      return low_bits(old + operand, bits);
    case RmwOp::subtract:
      return low_bits(old - operand, bits);
    case RmwOp::bit_and:
      return old & operand;
    case RmwOp::bit_nand:
      return low_bits(~(old & operand), bits);
    case RmwOp::bit_or:
      return old | operand;
    case RmwOp::bit_xor:
      return old ^ operand;
    case RmwOp::signed_max:
      return less() ? operand : old;
    case RmwOp::signed_min:
      return less() ? old : operand;
    case RmwOp::unsigned_max:
      return std::max(old, operand);
    case RmwOp::unsigned_min:
      return std::min(old, operand);
  }
  return old;
}

}  // namespace ringcheck::source
