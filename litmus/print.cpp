// Writes a litmus test in its canonical form: reading it back gives an equal test, and herd7 reads
// it too. Documentation and comments are dropped; parentheses stand where precedence needs them;
// locations are [x] in the condition.
// Tested by tests/litmus/print_test.cpp.
#include <fmt/format.h>

#include <string>
#include <variant>

#include "litmus/architecture.hpp"
#include "litmus/assembly/print.hpp"
#include "litmus/litmus.hpp"
#include "litmus/operators.hpp"

namespace ringcheck {
namespace litmus {

namespace {

std::string text_of(const Type& type) {
  if (type.base.empty()) return "";
  return type.base + " " + std::string(static_cast<std::size_t>(type.pointers), '*');
}

/// Writes expressions; `lowest` is the precedence below which an expression needs parentheses.
std::string text_of(const Expr& expr, int lowest = -1);

std::string arguments(const Expr& call) {
  std::string text;
  for (const Expr& operand : call.operands) text += (text.empty() ? "" : ", ") + text_of(operand);
  return text;
}

std::string parenthesised(std::string text, bool needed) {
  return needed ? "(" + std::move(text) + ")" : text;
}

std::string text_of(const Expr& expr, int lowest) {
  const auto operand = [&](std::size_t i, int precedence) {
    return text_of(expr.operands[i], precedence);
  };
  switch (expr.kind) {
    case ExprKind::number:
      return parenthesised(fmt::format("{}", expr.number), expr.number < 0 && lowest >= 0);
    case ExprKind::name:
      return expr.name;
    case ExprKind::dereference:
      return "*" + operand(0, kUnaryPrecedence);
    case ExprKind::address_of:
      return "&" + operand(0, kUnaryPrecedence);
    case ExprKind::call:
      return fmt::format("{}({})", expr.name, arguments(expr));
    case ExprKind::cast: {
      std::string type = text_of(expr.type);
      if (type.back() == ' ') type.pop_back();
      return fmt::format("({}){}", type, operand(0, kUnaryPrecedence));
    }
    case ExprKind::unary: {
      // Avoids `--`, and a minus that would be read as part of a number.
      const bool guard =
          expr.unary == UnaryOperator::negate && expr.operands[0].kind != ExprKind::name;
      return std::string(row_of(expr.unary).text) +
             (guard ? "(" + operand(0, -1) + ")" : operand(0, kUnaryPrecedence));
    }
    case ExprKind::binary: {
      const BinaryRow& row = row_of(expr.binary);
      return parenthesised(fmt::format("{} {} {}", operand(0, row.precedence), row.text,
                                       operand(1, row.precedence + 1)),
                           row.precedence < lowest);
    }
    case ExprKind::conditional:
      return parenthesised(
          fmt::format("{} ? {} : {}", operand(0, 0), operand(1, -1), operand(2, -1)), lowest >= 0);
  }
  return "";
}

void print(std::string& out, const std::vector<Statement>& statements, std::size_t depth) {
  const std::string indent(depth, '\t');
  for (const Statement& s : statements) {
    out += indent;
    switch (s.kind) {
      case StatementKind::declare:
        out += text_of(s.type) + s.name;
        if (!s.expressions.empty()) out += " = " + text_of(s.expressions[0]);
        out += ";\n";
        break;
      case StatementKind::assign:
        out += fmt::format("{} = {};\n", s.name, text_of(s.expressions[0]));
        break;
      case StatementKind::store:
        out += fmt::format("*{} = {};\n", text_of(s.expressions[0], kUnaryPrecedence),
                           text_of(s.expressions[1]));
        break;
      case StatementKind::evaluate:
        out += text_of(s.expressions[0]) + ";\n";
        break;
      case StatementKind::branch:
        out += fmt::format("if ({}) {{\n", text_of(s.expressions[0]));
        print(out, s.first, depth + 1);
        out += indent + "}";
        if (s.has_else) {
          out += " else {\n";
          print(out, s.second, depth + 1);
          out += indent + "}";
        }
        out += "\n";
        break;
      case StatementKind::block:
        out += "{\n";
        print(out, s.first, depth + 1);
        out += indent + "}\n";
        break;
    }
  }
}

template <class... Alternatives>
std::string text_of_value(const std::variant<Alternatives...>& value) {
  return std::visit(
      [](const auto& v) -> std::string {
        using T = std::decay_t<decltype(v)>;
        if constexpr (std::is_same_v<T, std::int64_t>)
          return fmt::format("{}", v);
        else if constexpr (std::is_same_v<T, AddressOf>)
          return v.name;
        else
          return text_of(v);
      },
      value);
}

/// A location is written without brackets where no value can stand.
std::string bare_text_of(const StateName& name) {
  return name.thread < 0 ? name.name : text_of(name);
}

enum class Around { nothing, disjunction, conjunction };

std::string text_of(const Proposition& p, Around around);

std::string joined(const Proposition& p, std::string_view separator, Around around) {
  std::string text;
  for (const Proposition& operand : p.operands) {
    if (!text.empty()) text += separator;
    // A conjunction within a conjunction keeps its parentheses, so reading back gives the same
    // tree.
    text += parenthesised(text_of(operand, around), operand.kind == p.kind);
  }
  return text;
}

std::string text_of(const Proposition& p, Around around) {
  switch (p.kind) {
    case PropositionKind::truth:
      return "true";
    case PropositionKind::falsehood:
      return "false";
    case PropositionKind::equal:
      return text_of(p.left) + "=" + text_of_value(p.right);
    case PropositionKind::not_equal:
      return text_of(p.left) + "!=" + text_of_value(p.right);
    case PropositionKind::negation:
      return "not (" + text_of(p.operands[0], Around::nothing) + ")";
    case PropositionKind::conjunction:
      return joined(p, " /\\ ", Around::conjunction);
    case PropositionKind::disjunction:
      return parenthesised(joined(p, " \\/ ", Around::disjunction), around == Around::conjunction);
    case PropositionKind::implication:
      return parenthesised(text_of(p.operands[0], Around::disjunction) + " => " +
                               text_of(p.operands[1], Around::nothing),
                           around != Around::nothing);
  }
  return "";
}

}  // namespace

std::string text_of(const StateName& name) {
  return name.thread < 0 ? fmt::format("[{}]", name.name)
                         : fmt::format("{}:{}", name.thread, name.name);
}

std::string text_of(const Proposition& proposition) {
  return text_of(proposition, Around::nothing);
}

std::string_view text_of(Quantifier quantifier) {
  switch (quantifier) {
    case Quantifier::exists:
      return "exists";
    case Quantifier::not_exists:
      return "~exists";
    case Quantifier::forall:
      return "forall";
  }
  return "";
}

}  // namespace litmus

std::string print_litmus(const LitmusTest& test) {
  using namespace litmus;
  const bool in_assembly = test.architecture != Architecture::c;
  std::string out = fmt::format("{} {}\n\n{{\n", row_of(test.architecture).name, test.name);
  for (const InitialValue& entry : test.initial) {
    out += fmt::format("\t{}{} = {};\n", text_of(entry.type), bare_text_of(entry.of),
                       text_of_value(entry.value));
  }
  out += "}\n";
  if (in_assembly) out += assembly::text_of_table(test);
  for (std::size_t t = 0; t < test.threads.size() && !in_assembly; ++t) {
    std::string parameters;
    for (const Parameter& p : test.threads[t].parameters)
      parameters += (parameters.empty() ? "" : ", ") + text_of(p.type) + p.name;
    out += fmt::format("\nP{}({})\n{{\n", t, parameters);
    print(out, test.threads[t].body, 1);
    out += "}\n";
  }
  out += "\n";
  if (!test.locations.empty()) {
    out += "locations [";
    for (std::size_t i = 0; i < test.locations.size(); ++i)
      out += (i > 0 ? "; " : "") + bare_text_of(test.locations[i]);
    out += "]\n";
  }
  if (test.filter) out += fmt::format("filter ({})\n", text_of(*test.filter));
  out += fmt::format("{} ({})\n", text_of(test.quantifier), text_of(test.condition));
  return out;
}

}  // namespace ringcheck
