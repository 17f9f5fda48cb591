// Tested by tests/litmus/assembly_rows_test.cpp.
#include "litmus/assembly/numbers.hpp"

namespace ringcheck::litmus::assembly {

// Sign extension does not change the unsigned order of numbers.
bool holds(Test test, std::uint64_t a, std::uint64_t b, std::uint8_t size) {
  const std::uint64_t x = extended(a, size, true);
  const std::uint64_t y = extended(b, size, true);
  const auto signed_x = static_cast<std::int64_t>(x);
  const auto signed_y = static_cast<std::int64_t>(y);
  switch (test) {
    case Test::equal:
      return x == y;
    case Test::not_equal:
      return x != y;
    case Test::less:
      return signed_x < signed_y;
    case Test::greater_equal:
      return signed_x >= signed_y;
    case Test::greater:
      return signed_x > signed_y;
    case Test::less_equal:
      return signed_x <= signed_y;
    case Test::below:
      return x < y;
    case Test::above_equal:
      return x >= y;
    case Test::above:
      return x > y;
    case Test::below_equal:
      return x <= y;
    case Test::negative:
      return static_cast<std::int64_t>(extended(x - y, size, true)) < 0;
    case Test::not_negative:
      return static_cast<std::int64_t>(extended(x - y, size, true)) >= 0;
  }
  return false;
}

}  // namespace ringcheck::litmus::assembly
