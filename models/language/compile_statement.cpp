// The compiler of the cat language: statements, including those of bell files.
// Tested by tests/models/compile_test.cpp, tests/models/language_test.cpp.
#include <algorithm>
#include <cctype>

#include "models/language/compiler.hpp"

namespace ringcheck::cat {

void Compiler::statement(const Statement& s) {
  switch (s.kind) {
    case StatementKind::let:
      top_ = bind(s.bindings, s.recursive, top_, true);
      // What a fixpoint must not become on the way it must not be at the end: once broken, such a
      // condition stays broken.
      for (const Statement& condition : s.body) test(condition);
      return;
    case StatementKind::test:
      test(s);
      return;
    case StatementKind::enumeration:
      enumeration(s);
      return;
    case StatementKind::instructions:
      instructions(s);
      return;
    case StatementKind::with_from:
      with_from(s);
      return;
    case StatementKind::procedure: {
      Value v;
      v.kind = Value::Kind::procedure;
      v.procedure = &s;
      v.scope = top_;
      top_ = scopes_.bind(top_, s.text, v);
      if (!s.recursive) return;
      v.scope = top_;
      scopes_.rebind(top_, v);
      return;
    }
    case StatementKind::call:
      call(s);
      return;
    case StatementKind::forall:
      forall(s);
      return;
    case StatementKind::match:
      match(s);
      return;
    case StatementKind::include:
      fail(s.at, "saw 'include' within a procedure or clause, expected it at the top of a file");
    case StatementKind::if_variant:
      for (const Statement& inner : holds(s.condition) ? s.body : s.otherwise) statement(inner);
      return;
    case StatementKind::ignored:
      return;
  }
}

void Compiler::test(const Statement& s) {
  Test t;
  t.kind = s.test;
  t.negated = s.negated;
  t.at = s.at;
  t.name = s.text.empty() ? "line " + std::to_string(s.at.line) : s.text;
  const Value value = evaluate(*s.expr, top_);
  builder_.at(s.expr->at);
  t.node = as_whole_node(value, s.expr->at);
  if (t.kind != TestKind::empty) t.node = builder_.as(Type::relation, t.node);
  if (s.negated && !s.flag) {
    // A test for what may not be empty becomes a test that "all events if it is empty, else none"
    // is empty.
    builder_.at(s.at);
    NodeId n = t.node;
    if (t.kind == TestKind::acyclic) n = builder_.plus(n);
    if (t.kind != TestKind::empty)
      n = builder_.intersect(n, builder_.leaf(Op::identity, Type::relation));
    t.node = if_empty(n);
    t.kind = TestKind::empty;
    t.negated = false;
  }
  (s.flag ? plan().flags : plan().axioms).push_back(std::move(t));
}

/// All events if `n` has a member, else none.
NodeId Compiler::unless_empty(NodeId n) {
  const NodeId all = builder_.leaf(Op::universe, Type::set);
  if (builder_.node(n).type == Type::set) n = builder_.identity_on(n);
  return builder_.range(builder_.product(builder_.domain(n), all));
}

/// All events if `n` has no member, else none.
NodeId Compiler::if_empty(NodeId n) {
  return builder_.complement(unless_empty(n));
}

// Each tag 'a-b is the set of events A-b; the name of the enum is the set of its tags.
void Compiler::enumeration(const Statement& s) {
  std::vector<Value> tags;
  for (const std::string& tag : s.words) {
    tags.push_back(Value::of_tag(tag));
    tags_.insert(tag);
    std::string set = tag;
    set[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(set[0])));
    define(set, events_of_tag(tag));
  }
  top_ = scopes_.bind(top_, s.text, Value::of_items(Value::Kind::collection, std::move(tags)));
}

void Compiler::instructions(const Statement& s) {
  Instruction instruction;
  instruction.kind = s.text;
  for (const ExprPtr& e : s.exprs) {
    const Value set = evaluate(*e, top_);
    std::vector<std::string> tags;
    const bool empty = is_empty(set);
    if (!empty && set.kind != Value::Kind::collection)
      fail(e->at, "saw something else than a set of tags, expected one such as {'once}");
    if (!empty)
      for (const Value& tag : set.items) {
        if (tag.kind != Value::Kind::tag)
          fail(e->at, "saw a set of something else than tags, expected one such as {'once}");
        tags.push_back(tag.text);
      }
    instruction.annotations.push_back(std::move(tags));
  }
  plan().instructions.push_back(std::move(instruction));
}

// Runs statements; their names end with them.
void Compiler::run_body(const std::vector<Statement>& body, Scope scope) {
  const Scope before = std::exchange(top_, scope);
  for (const Statement& s : body) {
    step(s.at);
    if (s.kind == StatementKind::enumeration || s.kind == StatementKind::instructions ||
        s.kind == StatementKind::with_from)
      fail(s.at,
           "saw a declaration within a procedure or clause, expected it at the top of a file");
    if (s.kind == StatementKind::let)
      top_ = bind(s.bindings, s.recursive, top_, false);
    else
      statement(s);
  }
  top_ = before;
}

void Compiler::call(const Statement& s) {
  const Value* found = scopes_.find(top_, s.text);
  if (found == nullptr || found->kind != Value::Kind::procedure)
    fail(s.at, "saw call of '" + s.text + "', expected the name of a procedure");
  const Value procedure = *found;
  const Value argument = evaluate(*s.expr, top_);
  if (calls_ >= kMaxCallDepth) fail(s.at, "saw procedure calls nested too deeply, expected fewer");
  ++calls_;
  run_body(procedure.procedure->body,
           match(procedure.procedure->params, argument, procedure.scope, s.expr->at));
  --calls_;
}

void Compiler::forall(const Statement& s) {
  const Value set = evaluate(*s.expr, top_);
  if (is_empty(set)) return;
  if (set.kind != Value::Kind::collection)
    fail(s.expr->at,
         "saw 'forall' over a set of events, expected a set of tags or an explicit set: how many "
         "events there are is not known before there is a graph");
  for (const Value& member : set.items)
    run_body(s.body, match(Pattern{{s.text}, false}, member, top_, s.at));
}

void Compiler::match(const Statement& s) {
  const Value value = evaluate(*s.expr, top_);
  const Clause* clause = clause_of(s.clauses, value, s.expr->at);
  if (clause == nullptr)
    fail(s.at, "saw no clause for '" + value.text + ", expected one, or one for _");
  run_body(clause->body, top_);
}

}  // namespace ringcheck::cat
