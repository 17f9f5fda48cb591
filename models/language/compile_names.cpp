// The compiler of the cat language: whether the names that a statement uses are defined, also where
// nothing is evaluated: in functions and procedures that nobody calls, and in branches that are not
// taken. Only what `try` tries may be undefined. Tested by tests/models/language_test.cpp.
#include <algorithm>

#include "models/language/compiler.hpp"

namespace ringcheck::cat {

void Compiler::check_names(const Statement& s) {
  const std::size_t outer = locals_.size();
  if (s.expr) check_names(*s.expr);
  check_names(s.bindings, s.recursive);
  const std::size_t bound = locals_.size();
  if (s.kind == StatementKind::forall) locals_.emplace_back(s.text);
  add_locals(s.params);
  check_names(s.body);
  locals_.resize(bound);
  check_names(s.otherwise);
  for (const Clause& clause : s.clauses) check_names(clause.body);
  if (s.kind != StatementKind::let) locals_.resize(outer);
}

void Compiler::check_names(const std::vector<Statement>& body) {
  const std::size_t outer = locals_.size();
  for (const Statement& s : body) check_names(s);
  locals_.resize(outer);
}

// The names that are bound stay.
void Compiler::check_names(const std::vector<Binding>& bindings, bool recursive) {
  if (recursive)
    for (const Binding& b : bindings) add_locals(b.pattern);
  for (const Binding& b : bindings) check_names(*b.value);
  if (!recursive)
    for (const Binding& b : bindings) add_locals(b.pattern);
}

void Compiler::check_names(const Expr& e) {
  if (e.kind == ExprKind::name) return require_name(e);
  const std::size_t outer = locals_.size();
  check_names(e.bindings, e.recursive);
  const bool binds_last = e.kind == ExprKind::match_set;
  for (std::size_t i = e.kind == ExprKind::attempt ? 1 : 0; i < e.args.size(); ++i) {
    if (e.kind == ExprKind::function || (binds_last && i + 1 == e.args.size()))
      add_locals(e.params);
    check_names(*e.args[i]);
  }
  for (const Clause& clause : e.clauses)
    if (clause.value) check_names(*clause.value);
  locals_.resize(outer);
}

void Compiler::add_locals(const Pattern& pattern) {
  locals_.insert(locals_.end(), pattern.names.begin(), pattern.names.end());
}

void Compiler::require_name(const Expr& name) {
  if (std::ranges::find(locals_, name.text) != locals_.end()) return;
  if (scopes_.find(top_, name.text) != nullptr || is_word(name.text)) return;
  fail(name.at, "saw '" + name.text + "', expected a name that is defined");
}

}  // namespace ringcheck::cat
