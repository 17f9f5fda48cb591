#pragma once
// Counts of executions that stop at the largest number instead of starting again from 0.

#include <cstdint>
#include <limits>
#include <numeric>

namespace ringcheck {

/// As a count of executions: so many, or more.
inline constexpr std::uint64_t kMostCounted = std::numeric_limits<std::uint64_t>::max();

/// The sum of two counts, at most kMostCounted.
constexpr std::uint64_t count_sum(std::uint64_t a, std::uint64_t b) {
  return a > kMostCounted - b ? kMostCounted : a + b;
}

/// The product of two counts, at most kMostCounted.
constexpr std::uint64_t count_product(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > kMostCounted / b ? kMostCounted : a * b;
}

/// `count` times `times`, divided by `divisor`, at most kMostCounted; kMostCounted stays what it
/// is. Pre: the division leaves no remainder.
constexpr std::uint64_t count_share(std::uint64_t count, std::uint64_t times,
                                    std::uint64_t divisor) {
  if (count == kMostCounted) return count;
  const std::uint64_t common = std::gcd(count, divisor);
  return count_product(count / common, times / (divisor / common));
}

/// Adds `more` to `count`.
constexpr void add_count(std::uint64_t& count, std::uint64_t more) {
  count = count_sum(count, more);
}

/// What `count` has more than `before`; kMostCounted stays what it is. Pre: `before` is not more.
constexpr std::uint64_t count_since(std::uint64_t count, std::uint64_t before) {
  return count == kMostCounted ? count : count - before;
}

}  // namespace ringcheck
