#pragma once
// Sums that stand for many numbers in one answer.

#include <cstdint>

namespace ringcheck {

/// The sum of the numbers that `sum` is of and, after them, `number`: other numbers, or the same in
/// another order, hardly ever have the same one.
constexpr std::uint64_t sum_after(std::uint64_t sum, std::uint64_t number) {
  return sum * 31 + number;
}

/// The same with `count` more numbers: `number(i)` for each i.
template <class Number>
constexpr std::uint64_t sum_after_all(std::uint64_t sum, std::uint64_t count, Number&& number) {
  for (std::uint64_t i = 0; i < count; ++i) sum = sum_after(sum, number(i));
  return sum;
}

}  // namespace ringcheck
