// Expressions of a thread.
// A comparison whose result is a value, not the condition of a branch, becomes a branch: not all
// architectures of the assembly reader have an instruction for it. An operand that is always zero
// passes its dependencies on. Tested by tests/litmus/compilation_test.cpp.
#include <fmt/format.h>

#include <algorithm>

#include "litmus/compilation/thread_compiler.hpp"
#include "litmus/operators.hpp"

namespace ringcheck::litmus {

namespace {

bool is_comparison(BinaryOperator op) {
  return op >= BinaryOperator::less && op <= BinaryOperator::not_equal;
}

BinaryOperator negated(BinaryOperator comparison) {
  switch (comparison) {
    case BinaryOperator::equal:
      return BinaryOperator::not_equal;
    case BinaryOperator::not_equal:
      return BinaryOperator::equal;
    case BinaryOperator::less:
      return BinaryOperator::greater_equal;
    case BinaryOperator::greater_equal:
      return BinaryOperator::less;
    case BinaryOperator::greater:
      return BinaryOperator::less_equal;
    default:
      return BinaryOperator::greater;
  }
}

bool is_logical(BinaryOperator op) {
  return op == BinaryOperator::logical_and || op == BinaryOperator::logical_or;
}

}  // namespace

bool ThreadCompiler::is_parameter(const Expr& expr) const {
  const auto& parameters = test_.threads[thread_].parameters;
  return expr.kind == ExprKind::name && result_.locals.count(expr.name) == 0 &&
         std::ranges::any_of(parameters, [&](const Parameter& p) { return p.name == expr.name; });
}

bool ThreadCompiler::accesses_memory(const Expr& expr) const {
  if (expr.kind == ExprKind::address_of) return accesses_memory(expr.operands[0].operands[0]);
  return expr.kind == ExprKind::dereference ||
         (expr.kind == ExprKind::call &&
          litmus::accesses_memory(*table_of(test_.primitives).find(expr.name))) ||
         std::ranges::any_of(expr.operands, [this](const Expr& e) { return accesses_memory(e); });
}

/// The text for $p: the location's name if the architecture allows that, or a register.
std::string ThreadCompiler::address(const Expr& expr) {
  const Expr* e = &expr;
  while (e->kind == ExprKind::cast || e->kind == ExprKind::address_of)
    e = e->kind == ExprKind::cast ? &e->operands[0] : &e->operands[0].operands[0];
  if (dialect_.names_locations && is_parameter(*e)) return "(" + e->name + ")";
  const std::string reg = dialect_.spell(in_register(value(*e), e->place), 8);
  return dialect_.names_locations ? "(" + reg + ")" : reg;
}

ThreadCompiler::Value ThreadCompiler::value(const Expr& expr, Want want) {
  switch (expr.kind) {
    case ExprKind::number:
      return {expr.number, {}};
    case ExprKind::name: {
      if (!is_parameter(expr)) return {{}, local(expr.name, expr.place)};
      for (const auto& [location, reg] : result_.addresses)
        if (location == expr.name) return {{}, reg};
      return {{}, result_.addresses.emplace_back(expr.name, new_permanent(expr.place)).second};
    }
    case ExprKind::dereference:
      return primitive("READ_ONCE", address(expr.operands[0]), {}, {}, expr.place, want);
    case ExprKind::address_of:
      return value(expr.operands[0].operands[0], want);
    case ExprKind::cast:
      return value(expr.operands[0], want);
    case ExprKind::unary: {
      if (expr.unary == UnaryOperator::logical_not)
        return truth(BinaryOperator::equal, value(expr.operands[0]), {0, {}}, expr.place);
      const Value a = value(expr.operands[0]);
      if (expr.unary == UnaryOperator::negate)
        return arithmetic(BinaryOperator::subtract, {0, {}}, a, expr.place, want);
      return arithmetic(BinaryOperator::bit_xor, a, {-1, {}}, expr.place, want);
    }
    case ExprKind::binary:
      if (is_comparison(expr.binary) || is_logical(expr.binary)) return truth_of(expr);
      {
        const Value a = value(expr.operands[0]);
        return arithmetic(expr.binary, a, value(expr.operands[1]), expr.place, want);
      }
    case ExprKind::conditional:
      return chosen(expr);
    case ExprKind::call:
      return call(expr, want);
  }
  return {};
}

ThreadCompiler::Value ThreadCompiler::arithmetic(BinaryOperator op, const Value& a, const Value& b,
                                                 const Place& place, Want want) {
  const auto row = std::ranges::find_if(dialect_.arithmetic, [&](const ArithmeticRow& candidate) {
    return candidate.operation == op;
  });
  if (row == dialect_.arithmetic.end())
    refuse(place, fmt::format("saw the operator {}, expected one that {} has an instruction for",
                              row_of(op).text, table_name_));
  const std::string x = in_register(a, place);
  const std::string y = in_register(b, place);
  // In two-operand form the target is written before the second source is read.
  const bool can_take = want != nullptr && (*want != y || x == y);
  const std::string d = can_take ? *want : new_temporary(place);
  emit(row->instructions, {{'d', spelled(d)}, {'x', spelled(x)}, {'y', spelled(y)}});
  return {{}, d};
}

void ThreadCompiler::branch(BinaryOperator comparison, const Value& a, const Value& b,
                            const Place& place, const std::string& label) {
  const auto row = std::ranges::find_if(dialect_.branches, [&](const BranchRow& candidate) {
    return candidate.comparison == comparison;
  });
  const std::string x = spelled(in_register(a, place));
  if (b.number && *b.number >= 0 && *b.number < kImmediateLimit && !row->with_number.empty())
    return emit(row->with_number, {{'x', x}, {'n', std::to_string(*b.number)}, {'L', label}});
  emit(row->instructions, {{'x', x}, {'y', spelled(in_register(b, place))}, {'L', label}});
}

ThreadCompiler::Value ThreadCompiler::truth(BinaryOperator comparison, const Value& a,
                                            const Value& b, const Place& place) {
  const Value x{{}, in_register(a, place)};
  const Value y{{}, in_register(b, place)};
  const std::string d = new_temporary(place);
  const std::string label = new_label();
  move(d, {1, {}});
  branch(comparison, x, y, place, label);
  move(d, {0, {}});
  put_label(label);
  // The last temporary; it is free again after the addition.
  const Value both = arithmetic(BinaryOperator::bit_xor, x, y, place);
  const Value zero = arithmetic(BinaryOperator::bit_xor, both, both, place, &both.reg);
  arithmetic(BinaryOperator::add, {{}, d}, zero, place, &d);
  --temporaries_;
  return {{}, d};
}

/// A comparison, or && or ||, as a value. Both sides of && and || are evaluated if the right one
/// accesses no memory.
ThreadCompiler::Value ThreadCompiler::truth_of(const Expr& expr) {
  if (expr.kind != ExprKind::binary || !(is_comparison(expr.binary) || is_logical(expr.binary)))
    return truth(BinaryOperator::not_equal, value(expr), {0, {}}, expr.place);
  if (is_comparison(expr.binary)) {
    const Value a = value(expr.operands[0]);
    return truth(expr.binary, a, value(expr.operands[1]), expr.place);
  }
  const bool is_and = expr.binary == BinaryOperator::logical_and;
  if (!accesses_memory(expr.operands[1])) {
    const Value a = truth_of(expr.operands[0]);
    return arithmetic(is_and ? BinaryOperator::bit_and : BinaryOperator::bit_or, a,
                      truth_of(expr.operands[1]), expr.place);
  }
  const std::string d = new_temporary(expr.place);
  const std::string end = new_label();
  move(d, {is_and ? 0 : 1, {}});
  jump_if(expr.operands[0], !is_and, end);
  move(d, truth_of(expr.operands[1]));
  put_label(end);
  return {{}, d};
}

ThreadCompiler::Value ThreadCompiler::chosen(const Expr& expr) {
  const std::string d = new_temporary(expr.place);
  const std::string otherwise = new_label();
  const std::string end = new_label();
  jump_if(expr.operands[0], false, otherwise);
  move(d, value(expr.operands[1]));
  emit(dialect_.jump, {{'L', end}});
  put_label(otherwise);
  move(d, value(expr.operands[2]));
  put_label(end);
  return {{}, d};
}

/// Goes to `label` when the truth of the expression equals `when`.
void ThreadCompiler::jump_if(const Expr& expr, bool when, const std::string& label) {
  if (expr.kind == ExprKind::unary && expr.unary == UnaryOperator::logical_not)
    return jump_if(expr.operands[0], !when, label);
  if (expr.kind == ExprKind::binary && is_comparison(expr.binary)) {
    const Value a = value(expr.operands[0]);
    const Value b = value(expr.operands[1]);
    return branch(when ? expr.binary : negated(expr.binary), a, b, expr.place, label);
  }
  branch(when ? BinaryOperator::not_equal : BinaryOperator::equal, value(expr), {0, {}}, expr.place,
         label);
}

}  // namespace ringcheck::litmus
