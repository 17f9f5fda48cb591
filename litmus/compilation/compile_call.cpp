// Primitives of a thread, by their rows.
// Tested by tests/litmus/compilation_test.cpp.
#include <fmt/format.h>

#include "litmus/compilation/thread_compiler.hpp"

namespace ringcheck::litmus {

ThreadCompiler::Value ThreadCompiler::call(const Expr& expr, Want want) {
  const Primitive& primitive = *table_of(test_.primitives).find(expr.name);
  const std::string name = row_name(primitive);
  if (find_row(rows_, name) == nullptr)
    refuse(expr.place, fmt::format("saw {}, expected a primitive that the {} table has in "
                                   "instructions",
                                   expr.name, table_name_));
  std::string where;
  Value operand{static_cast<std::int64_t>(primitive.operand), {}};
  Value expected;
  for (std::size_t i = 0; i < primitive.arguments.size(); ++i) {
    const Expr& argument = expr.operands[i];
    const char letter = primitive.arguments[i];
    if (letter == 'l') where = address(argument.operands[0]);
    if (letter == 'p') where = address(argument);
    if (letter == 'v') operand = value(argument);
    if (letter == 'e') expected = value(argument);
  }
  if (primitive.operation == RmwOperation::subtract) {
    if (operand.number)
      operand.number = -*operand.number;
    else
      operand = arithmetic(BinaryOperator::subtract, {0, {}}, operand, expr.place);
  }
  const bool returns_old =
      primitive.result == RmwResult::old_value || primitive.action != Action::read_modify_write;
  Value old =
      this->primitive(name, where, operand, expected, expr.place, returns_old ? want : nullptr);
  const auto updated = [&] {
    return arithmetic(BinaryOperator::add, old, operand, expr.place, want);
  };
  if (primitive.action != Action::read_modify_write) return old;
  switch (primitive.result) {
    case RmwResult::nothing:
    case RmwResult::old_value:
      return old;
    case RmwResult::new_value:
      return updated();
    case RmwResult::new_is_zero:
      return truth(BinaryOperator::equal, updated(), {0, {}}, expr.place);
    case RmwResult::new_is_negative:
      return truth(BinaryOperator::less, updated(), {0, {}}, expr.place);
    case RmwResult::succeeded:
      return truth(BinaryOperator::not_equal, old, expected, expr.place);
  }
  return old;
}

ThreadCompiler::Value ThreadCompiler::primitive(std::string_view name, const std::string& where,
                                                const Value& operand, const Value& expected,
                                                const Place& place, Want want) {
  const std::string_view instructions = find_row(rows_, name)->instructions;
  const auto uses = [&](const char* letter) {
    return instructions.find(letter) != std::string_view::npos;
  };
  Bindings bindings{{'p', where}};
  if (uses("$v")) bindings['v'] = spelled(in_register(operand, place));
  if (uses("$i")) bindings['i'] = immediate(operand, place);
  if (uses("$e")) bindings['e'] = spelled(in_register(expected, place));
  if (uses("$t")) bindings['t'] = spelled(new_temporary(place));
  if (uses("$u")) bindings['u'] = spelled(new_temporary(place));
  if (uses("$s")) bindings['s'] = dialect_.spell(new_temporary(place), 4);
  if (uses("$a")) bindings['a'] = dialect_.spell("rax", size_);
  if (uses("$L")) bindings['L'] = new_label();
  if (uses("$F")) bindings['F'] = fmt::format("Fail{}", thread_);
  Value result;
  if (uses("$d")) {
    // The instructions write the result's register while operands are still needed.
    const auto is_operand = [&](const std::string& reg) {
      return (!operand.number && operand.reg == reg) || (!expected.number && expected.reg == reg);
    };
    result.reg = want != nullptr && !is_operand(*want) ? *want : new_temporary(place);
    bindings['d'] = spelled(result.reg);
  }
  emit(instructions, bindings);
  return result;
}

}  // namespace ringcheck::litmus
