#pragma once
// The operators of C expressions: their text and precedence.

#include <string_view>

#include "litmus/test.hpp"

namespace ringcheck::litmus {

/// A binary operator. Those of higher precedence bind tighter; all of them group from the left.
struct BinaryRow {
  BinaryOperator code;
  std::string_view text;
  int precedence;
};

struct UnaryRow {
  UnaryOperator code;
  std::string_view text;
};

/// The operator written `text`, or nullptr.
const BinaryRow* find_binary_operator(std::string_view text);
const UnaryRow* find_unary_operator(std::string_view text);
/// The row of an operator.
const BinaryRow& row_of(BinaryOperator code);
const UnaryRow& row_of(UnaryOperator code);

/// Precedence of the unary operators: above all binary ones.
inline constexpr int kUnaryPrecedence = 20;

}  // namespace ringcheck::litmus
