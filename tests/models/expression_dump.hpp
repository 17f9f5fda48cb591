#pragma once
// Expressions of the model language as text, with brackets around what belongs together.

#include <memory>
#include <string>

#include "models/language/ast.hpp"

namespace ringcheck::cat {

inline File parse_text(const std::string& text) {
  return parse(std::make_shared<Source>(Source{"p.cat", text}));
}

inline std::string dump(const Expr& e);

inline std::string dump_all(const Expr& e, const std::string& separator) {
  std::string text;
  for (const ExprPtr& arg : e.args) text += (text.empty() ? "" : separator) + dump(*arg);
  return "(" + text + ")";
}

inline std::string dump(const Expr& e) {
  switch (e.kind) {
    case ExprKind::name:
      return e.text;
    case ExprKind::empty:
      return "0";
    case ExprKind::universe:
      return "_";
    case ExprKind::tuple:
      return "tuple" + dump_all(e, ", ");
    case ExprKind::identity:
      return "[" + dump(*e.args[0]) + "]";
    case ExprKind::apply:
      return dump(*e.args[0]) + "@" + dump(*e.args[1]);
    case ExprKind::function:
      return "fun " + std::to_string(e.params.names.size()) + dump_all(e, "");
    case ExprKind::let_in:
      return "let" + std::to_string(e.bindings.size()) + dump_all(e, "");
    case ExprKind::unite:
      return dump_all(e, " | ");
    case ExprKind::sequence:
      return dump_all(e, " ; ");
    case ExprKind::subtract:
      return dump_all(e, " \\ ");
    case ExprKind::intersect:
      return dump_all(e, " & ");
    case ExprKind::product:
      return dump_all(e, " * ");
    case ExprKind::complement:
      return "~" + dump(*e.args[0]);
    case ExprKind::star:
      return dump(*e.args[0]) + "*";
    case ExprKind::plus:
      return dump(*e.args[0]) + "+";
    case ExprKind::optional:
      return dump(*e.args[0]) + "?";
    case ExprKind::inverse:
      return dump(*e.args[0]) + "^-1";
    case ExprKind::tag:
      return "'" + e.text;
    case ExprKind::set:
      return "set" + dump_all(e, ", ");
    case ExprKind::add:
      return dump_all(e, " ++ ");
    case ExprKind::attempt:
      return "try" + dump_all(e, ", ");
    case ExprKind::if_compare:
      return "if " + e.text + " " + dump_all(e, ", ");
    case ExprKind::if_variant:
      return "if \"" + e.condition.text + "\" " + dump_all(e, ", ");
    case ExprKind::match_set:
      return "match" + std::to_string(e.params.names.size()) + dump_all(e, ", ");
    case ExprKind::match_tag: {
      std::string text = "match(" + dump(*e.args[0]);
      for (const Clause& clause : e.clauses)
        text += " || " + (clause.tag.empty() ? "_" : clause.tag) + " -> " + dump(*clause.value);
      return text + ")";
    }
  }
  return "?";
}

inline std::string tree_of(const std::string& expression) {
  const File file = parse_text("let it = " + expression);
  return dump(*file.statements.at(0).bindings.at(0).value);
}

}  // namespace ringcheck::cat
