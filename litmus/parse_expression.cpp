// Reads expressions of C, by precedence.
#include <string>
#include <utility>

#include "litmus/c11_operations.hpp"
#include "litmus/operators.hpp"
#include "litmus/parser.hpp"

namespace ringcheck::litmus {

Expr Parser::parse_whole_expression() {
  operands_ = 0;
  return parse_expression();
}

Expr Parser::parse_expression() {
  Expr condition = parse_binary(0);
  if (!at("?")) return condition;
  const Nesting nesting(*this);
  Expr expr;
  expr.kind = ExprKind::conditional;
  expr.place = take().place;
  expr.operands.push_back(std::move(condition));
  expr.operands.push_back(parse_expression());
  expect(":");
  expr.operands.push_back(parse_expression());
  return expr;
}

/// Operators with at least precedence `lowest`, each level from left to right.
Expr Parser::parse_binary(int lowest) {
  Expr left = parse_unary();
  while (token().kind == TokenKind::symbol) {
    const BinaryRow* row = find_binary_operator(token().text);
    if (row == nullptr || row->precedence < lowest) break;
    Expr expr;
    expr.kind = ExprKind::binary;
    expr.place = take().place;
    expr.binary = row->code;
    expr.operands.push_back(std::move(left));
    expr.operands.push_back(parse_binary(row->precedence + 1));
    left = std::move(expr);
  }
  return left;
}

Expr Parser::parse_unary() {
  const Nesting nesting(*this);
  if (++operands_ > kMaxOperands)
    fail(token(), "at most " + std::to_string(kMaxOperands) + " operands in an expression");
  Expr expr;
  expr.place = token().place;
  if (at("(") && at_type(1)) {
    take();
    expr.kind = ExprKind::cast;
    expr.type = parse_type();
    expect(")");
    expr.operands.push_back(parse_unary());
    return expr;
  }
  if (take_if("*")) {
    expr.kind = ExprKind::dereference;
    expr.operands.push_back(parse_unary());
    return expr;
  }
  if (take_if("&")) {
    const Token operand = token();
    expr.kind = ExprKind::address_of;
    expr.operands.push_back(parse_unary());
    if (expr.operands.front().kind != ExprKind::dereference)
      fail(operand, "an access such as *p: locals have no address, and parameters are addresses");
    return expr;
  }
  if (take_if("+")) return parse_unary();
  const UnaryRow* row =
      token().kind == TokenKind::symbol ? find_unary_operator(token().text) : nullptr;
  if (row == nullptr) return parse_primary();
  take();
  expr.operands.push_back(parse_unary());
  if (row->code == UnaryOperator::negate && expr.operands.front().kind == ExprKind::number) {
    expr.number = -expr.operands.front().number;
    expr.operands.clear();
    return expr;
  }
  expr.kind = ExprKind::unary;
  expr.unary = row->code;
  return expr;
}

Expr Parser::parse_primary() {
  Expr expr;
  expr.place = token().place;
  if (take_if("(")) {
    expr = parse_expression();
    expect(")");
  } else if (at_number()) {
    expr.number = take().number;
  } else if (take_if("NULL")) {
    expr.number = 0;
  } else if (at_identifier() && !at_type()) {
    if (at("(", 1)) return parse_call();
    expr.kind = ExprKind::name;
    expr.name = take().text;
  } else {
    fail(token(), "an expression");
  }
  if (at("[") || at("->") || at(".") || at("++") || at("--"))
    fail(token(), "an operator that litmus tests have: no arrays, members or increments");
  return expr;
}

Expr Parser::parse_call() {
  Expr call;
  call.kind = ExprKind::call;
  const Token name = take();
  call.place = name.place;
  call.name = name.text;
  const Primitive* primitive = primitives_.find(name.text);
  const C11Operation* operation = find_c11_operation(name.text);
  if (primitive == nullptr && operation == nullptr)
    fail(name, "a primitive of the kernel's memory model, or an atomic operation of C11");
  const std::string_view arguments =
      primitive != nullptr ? primitive->arguments : operation->arguments;
  expect("(");
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (i > 0) expect(",");
    const Token begin = token();
    call.operands.push_back(parse_expression());
    if (arguments[i] == 'o' && !find_memory_order(call.operands.back().name))
      fail(begin, "a memory order such as memory_order_acquire");
    if (arguments[i] == 'l' && call.operands.back().kind != ExprKind::dereference)
      fail(begin, "an access such as *p as argument of " + call.name);
  }
  expect(")");
  return call;
}

}  // namespace ringcheck::litmus
