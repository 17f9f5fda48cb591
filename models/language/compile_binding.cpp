// The compiler of the cat language: what `let` binds, and the types of recursive definitions.
// Tested by tests/models/compile_test.cpp, tests/models/language_test.cpp.
#include "models/language/compiler.hpp"

namespace ringcheck::cat {

Scope Compiler::bind(const std::vector<Binding>& bindings, bool recursive, Scope scope, bool top) {
  if (recursive) return bind_recursive(bindings, scope, top);
  std::vector<Value> values;
  values.reserve(bindings.size());
  for (const Binding& b : bindings) values.push_back(evaluate(*b.value, scope));
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    const Binding& b = bindings[i];
    if (top && !b.pattern.is_tuple && values[i].kind == Value::Kind::node)
      builder_.set_name(values[i].node, b.pattern.names.front());
    scope = match(b.pattern, values[i], scope, b.at);
  }
  return scope;
}

Scope Compiler::match(const Pattern& pattern, const Value& value, Scope scope, const Position& at) {
  if (!pattern.is_tuple) {
    const std::string& name = pattern.names.front();
    return name.empty() ? scope : scopes_.bind(scope, name, value);
  }
  if (value.kind != Value::Kind::tuple || value.items.size() != pattern.names.size())
    fail(at, "saw a value that is no tuple of " + std::to_string(pattern.names.size()) +
                 ", expected one");
  for (std::size_t i = 0; i < pattern.names.size(); ++i)
    if (!pattern.names[i].empty()) scope = scopes_.bind(scope, pattern.names[i], value.items[i]);
  return scope;
}

// Functions come first, each in the scope of all of them. Sets and relations are then a fixpoint in
// that scope.
Scope Compiler::bind_recursive(const std::vector<Binding>& bindings, Scope scope, bool top) {
  std::vector<const Binding*> unknowns;
  std::vector<std::pair<Scope, const Expr*>> functions;
  for (const Binding& b : bindings) {
    if (b.pattern.is_tuple)
      fail(b.at,
           "saw 'let rec' of a tuple, which ringcheck does not support; expected a name for each "
           "of its members");
    if (b.value->kind != ExprKind::function) {
      unknowns.push_back(&b);
      continue;
    }
    scope = scopes_.bind(scope, b.pattern.names.front(), {});
    functions.emplace_back(scope, b.value.get());
  }
  for (const auto& [frame, function] : functions)
    scopes_.rebind(frame, Value::of(*function, scope));
  if (unknowns.empty()) return scope;
  if (!functions.empty())
    fail(unknowns.front()->at,
         "saw 'let rec' of functions together with sets or relations, which ringcheck does not "
         "support; expected one or the other");
  return bind_fixpoint(unknowns, scope, top);
}

Scope Compiler::bind_fixpoint(const std::vector<const Binding*>& bindings, Scope scope, bool top) {
  const std::vector<Type> types = infer_types(bindings, scope);
  builder_.at(bindings.front()->at);
  const int group = builder_.open_group(types);
  Scope inner = scope;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    const NodeId variable = plan().groups[static_cast<std::size_t>(group)].variables[i];
    inner = scopes_.bind(inner, bindings[i]->pattern.names.front(), Value::of(variable));
  }
  std::vector<NodeId> bodies;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    const Value body = evaluate(*bindings[i]->value, inner);
    builder_.at(bindings[i]->at);
    bodies.push_back(builder_.as(types[i], as_whole_node(body, bindings[i]->value->at)));
  }
  const std::vector<NodeId> results = builder_.close_group(group, bodies);
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    const std::string& name = bindings[i]->pattern.names.front();
    if (top) builder_.set_name(results[i], name);
    scope = scopes_.bind(scope, name, Value::of(results[i]));
  }
  return scope;
}

// Types are unknown at first. Then they become what the definitions say, until nothing changes.
std::vector<Type> Compiler::infer_types(const std::vector<const Binding*>& bindings, Scope scope) {
  std::vector<Scope> frames;
  frames.reserve(bindings.size());
  for (const Binding* b : bindings)
    frames.push_back(
        scope = scopes_.bind(scope, b->pattern.names.front(), Value::of(std::optional<Type>{})));
  std::vector<std::optional<Type>> types(bindings.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < bindings.size(); ++i) {
      if (types[i]) continue;
      types[i] = type_of(*bindings[i]->value, scope, 0);
      if (!types[i]) continue;
      scopes_.rebind(frames[i], Value::of(types[i]));
      changed = true;
    }
  }
  std::vector<Type> result;
  result.reserve(types.size());
  for (const auto& t : types) result.push_back(t.value_or(Type::relation));
  return result;
}

template <class Args>
std::optional<Type> Compiler::first_type(const Args& args, Scope scope, int depth) {
  for (const Expr* arg : args)
    if (const auto t = type_of(*arg, scope, depth)) return t;
  return {};
}

std::optional<Type> Compiler::type_of(const Expr& e, Scope scope, int depth) {
  step(e.at);
  std::vector<const Expr*> args;
  for (const ExprPtr& arg : e.args) args.push_back(arg.get());
  switch (e.kind) {
    case ExprKind::universe:
    case ExprKind::set:
      return Type::set;
    case ExprKind::sequence:
    case ExprKind::product:
    case ExprKind::identity:
    case ExprKind::star:
    case ExprKind::plus:
    case ExprKind::optional:
    case ExprKind::inverse:
      return Type::relation;
    case ExprKind::if_compare:
    case ExprKind::match_set:
      args.erase(args.begin(), args.end() - 2);
      return first_type(args, scope, depth);
    case ExprKind::match_tag:
      args.clear();
      for (const Clause& clause : e.clauses) args.push_back(clause.value.get());
      return first_type(args, scope, depth);
    case ExprKind::unite:
    case ExprKind::intersect:
    case ExprKind::subtract:
    case ExprKind::complement:
    case ExprKind::add:
    case ExprKind::attempt:
    case ExprKind::if_variant:
      return first_type(args, scope, depth);
    case ExprKind::name: {
      const Value* v = scopes_.find(scope, e.text);
      if (v == nullptr) v = find_word(e.text);
      return v != nullptr ? type_of(*v) : std::nullopt;
    }
    case ExprKind::apply:
      return type_of_call(e, scope, depth);
    case ExprKind::let_in:
      return type_of_let(e, scope, depth);
    case ExprKind::empty:
    case ExprKind::tag:
    case ExprKind::tuple:
    case ExprKind::function:
      return {};
  }
  return {};
}

std::optional<Type> Compiler::type_of(const Value& v) const {
  if (v.kind == Value::Kind::node) return builder_.node(v.node).type;
  return v.kind == Value::Kind::typed ? v.type : std::nullopt;
}

std::optional<Type> Compiler::type_of_let(const Expr& e, Scope scope, int depth) {
  for (const Binding& b : e.bindings) {
    if (b.pattern.is_tuple) return {};
    const bool function = b.value->kind == ExprKind::function;
    const Value v =
        function ? Value::of(*b.value, scope) : Value::of(type_of(*b.value, scope, depth));
    scope = scopes_.bind(scope, b.pattern.names.front(), v);
  }
  return type_of(*e.args.front(), scope, depth);
}

std::optional<Type> Compiler::type_of_call(const Expr& e, Scope scope, int depth) {
  const Expr& callee = *e.args[0];
  const Value* found = callee.kind == ExprKind::name ? scopes_.find(scope, callee.text) : nullptr;
  if (found == nullptr || depth > kMaxCallDepth) return {};
  const Value f = *found;
  if (f.kind == Value::Kind::builtin) {
    const bool set = f.builtin == Builtin::domain || f.builtin == Builtin::range ||
                     f.builtin == Builtin::tag_to_events;
    return set ? Type::set : Type::relation;
  }
  if (f.kind != Value::Kind::function || f.function->params.is_tuple) return {};
  const Scope inner = scopes_.bind(f.scope, f.function->params.names.front(),
                                   Value::of(type_of(*e.args[1], scope, depth)));
  return type_of(*f.function->args.front(), inner, depth + 1);
}

}  // namespace ringcheck::cat
