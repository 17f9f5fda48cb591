// A name says which access found the value, how wide it is, and whether its sign is spread above.
// Tested by tests/source/loops_ahead_test.cpp and tests/source/unknown_test.cpp.
#include "source/unknown.hpp"

#include <algorithm>

#include "source/arithmetic.hpp"

namespace ringcheck::source {
namespace {

constexpr std::uint32_t kSigned = 1;
constexpr unsigned kWidthBits = 7;

unsigned width_of(std::uint32_t name) {
  return (name >> 1U) & ((1U << kWidthBits) - 1);
}

bool is_signed(std::uint32_t name) {
  return (name & kSigned) != 0;
}

}  // namespace

std::uint32_t name_of_access(std::uint32_t slot, unsigned bits) {
  // No other access is one bit narrower than the widest.
  const unsigned width = std::min(bits, (1U << kWidthBits) - 1);
  return (slot + 1) << (kWidthBits + 1) | width << 1U;
}

Value are_equal(const Value& a, const Value& b) {
  Value equal = combine_values(a, b, [](auto x, auto y) { return std::uint64_t{x == y}; });
  if (!a.word.known && !b.word.known && a.name != 0 && a.name == b.name) {
    equal.word.known = true;
    equal.word.value = 1;
  }
  return equal;
}

Value low_part(const Value& value, unsigned bits) {
  Value part = combine_values(value, Value(0), [&](auto x, auto) { return low_bits(x, bits); });
  const unsigned width = width_of(value.name);
  if (value.name != 0 && (bits == width || (bits > width && !is_signed(value.name))))
    part.name = value.name & ~kSigned;
  return part;
}

Value with_sign(const Value& value, unsigned bits) {
  Value number = combine_values(value, Value(0), [&](auto x, auto) {
    return static_cast<std::uint64_t>(as_signed(x, bits));
  });
  if (value.name != 0 && bits == width_of(value.name)) number.name = value.name | kSigned;
  return number;
}

void name_result(const Instruction& i, const Value& a, const Value& b, Value& result) {
  if (i.opcode == Opcode::truncate) result.name = low_part(a, i.width).name;
  if (i.opcode == Opcode::sign_extend && i.width == 64) result.name = with_sign(a, i.detail).name;
  if (i.opcode != Opcode::equal && i.opcode != Opcode::not_equal) return;
  const Value equal = are_equal(a, b);
  result.word.known = equal.word.known;
  result.word.value = equal.word.known && i.opcode == Opcode::equal ? 1 : 0;
}

}  // namespace ringcheck::source
