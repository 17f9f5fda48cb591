// The tables of operators.
#include "litmus/operators.hpp"

#include <algorithm>
#include <array>

namespace ringcheck::litmus {

namespace {

// In the order of BinaryOperator.
constexpr auto kBinary = std::to_array<BinaryRow>({
    {BinaryOperator::multiply, "*", 9},
    {BinaryOperator::divide, "/", 9},
    {BinaryOperator::remainder, "%", 9},
    {BinaryOperator::add, "+", 8},
    {BinaryOperator::subtract, "-", 8},
    {BinaryOperator::shift_left, "<<", 7},
    {BinaryOperator::shift_right, ">>", 7},
    {BinaryOperator::less, "<", 6},
    {BinaryOperator::greater, ">", 6},
    {BinaryOperator::less_equal, "<=", 6},
    {BinaryOperator::greater_equal, ">=", 6},
    {BinaryOperator::equal, "==", 5},
    {BinaryOperator::not_equal, "!=", 5},
    {BinaryOperator::bit_and, "&", 4},
    {BinaryOperator::bit_xor, "^", 3},
    {BinaryOperator::bit_or, "|", 2},
    {BinaryOperator::logical_and, "&&", 1},
    {BinaryOperator::logical_or, "||", 0},
});

// In the order of UnaryOperator.
constexpr auto kUnary = std::to_array<UnaryRow>({
    {UnaryOperator::negate, "-"},
    {UnaryOperator::complement, "~"},
    {UnaryOperator::logical_not, "!"},
});

template <class Rows>
auto find(const Rows& rows, std::string_view text) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.text == text; });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace

const BinaryRow* find_binary_operator(std::string_view text) {
  return find(kBinary, text);
}
const UnaryRow* find_unary_operator(std::string_view text) {
  return find(kUnary, text);
}
const BinaryRow& row_of(BinaryOperator code) {
  return kBinary[static_cast<std::size_t>(code)];
}
const UnaryRow& row_of(UnaryOperator code) {
  return kUnary[static_cast<std::size_t>(code)];
}

}  // namespace ringcheck::litmus
