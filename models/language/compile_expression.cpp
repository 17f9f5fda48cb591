// The compiler of the cat language: expressions.
// Tested by tests/models/compile_test.cpp, tests/models/language_test.cpp.
#include <algorithm>

#include "graph/diagnostic.hpp"
#include "models/language/compiler.hpp"

namespace ringcheck::cat {
namespace {

constexpr int kMaxSteps = 1'000'000;
/// Why a recursion that ends may have no end here.
constexpr const char* kBothBranches =
    "; both branches of an 'if' on events or relations are expanded";

}  // namespace

void Compiler::step(const Position& at) {
  if (++steps_ > kMaxSteps)
    fail(at,
         std::string("saw function calls that expand without end, expected fewer") + kBothBranches);
}

NodeId Compiler::as_node(const Value& value, const Position& at) {
  switch (value.kind) {
    case Value::Kind::node:
      return value.node;
    case Value::Kind::tuple:
      fail(at, "saw a tuple, expected a set or a relation");
    case Value::Kind::tag:
      fail(at, "saw the tag '" + value.text + ", expected a set or a relation");
    case Value::Kind::collection:
      if (value.items.empty()) return builder_.leaf(Op::empty_relation, Type::relation);
      fail(at, "saw a set of tags, sets or relations, expected a set of events or a relation");
    case Value::Kind::element:
      fail(at, "saw an element, expected a set or a relation");
    case Value::Kind::singles:
    case Value::Kind::grouped:
    case Value::Kind::one_each:
    case Value::Kind::orders:
      fail(at, "saw a set of relations, expected a set of events or a relation");
    case Value::Kind::function:
    case Value::Kind::builtin:
    case Value::Kind::procedure:
    case Value::Kind::typed:
      break;
  }
  fail(at, "saw a function without its argument, expected a set or a relation");
}

// A value that does not depend on the element of a `map`.
NodeId Compiler::as_whole_node(const Value& value, const Position& at) {
  const NodeId n = as_node(value, at);
  if (value.slice.any())
    fail(at,
         "saw an expression that depends on the element that 'map' takes, expected it where only "
         "|, &, \\, ;, *, [ ] and ^-1 lead to the result of the function");
  return n;
}

Value Compiler::evaluate(const Expr& e, Scope scope) {
  step(e.at);
  switch (e.kind) {
    case ExprKind::name: {
      if (const Value* v = scopes_.find(scope, e.text)) return *v;
      const Value* word = find_word(e.text);
      if (word == nullptr) fail(e.at, "saw '" + e.text + "', expected a name that is defined");
      note_foreign(e);
      return *word;
    }
    case ExprKind::function:
      return Value::of(e, scope);
    case ExprKind::let_in:
      return evaluate(*e.args.front(), bind(e.bindings, e.recursive, scope, false));
    case ExprKind::apply: {
      const Value f = evaluate(*e.args[0], scope);
      const Value argument = evaluate(*e.args[1], scope);
      if (f.kind != Value::Kind::builtin && f.kind != Value::Kind::function)
        fail(e.at, "saw a set or relation applied to an argument, expected a function");
      return call(f, argument, e.args[1]->at);
    }
    case ExprKind::tuple: {
      std::vector<Value> items;
      for (const ExprPtr& arg : e.args) items.push_back(evaluate(*arg, scope));
      return Value::of_items(Value::Kind::tuple, std::move(items));
    }
    case ExprKind::tag:
      return tag(e);
    case ExprKind::set:
      return explicit_set(e, scope);
    case ExprKind::add: {
      const Value member = evaluate(*e.args[0], scope);
      return add(member, evaluate(*e.args[1], scope), e.at);
    }
    case ExprKind::attempt:
      return attempt(e, scope);
    case ExprKind::if_compare:
      return conditional(e, scope);
    case ExprKind::if_variant:
      return evaluate(*e.args[holds(e.condition) ? 0 : 1], scope);
    case ExprKind::match_tag:
      return match_tag(e, scope);
    case ExprKind::match_set:
      return match_set(e, scope);
    default:
      return operation(e, scope);
  }
}

Value Compiler::tag(const Expr& e) {
  if (!tags_.contains(e.text))
    fail(e.at, "saw the tag '" + e.text + ", expected one that an enum declares");
  return Value::of_tag(e.text);
}

Value Compiler::attempt(const Expr& e, Scope scope) {
  const int calls = calls_;
  const int tries = tries_;
  try {
    ++tries_;
    Value value = evaluate(*e.args[0], scope);
    tries_ = tries;
    return value;
  } catch (const InputError&) {
    calls_ = calls;
    tries_ = tries;
    return evaluate(*e.args[1], scope);
  }
}

const Clause* Compiler::clause_of(const std::vector<Clause>& clauses, const Value& value,
                                  const Position& at) {
  if (value.kind != Value::Kind::tag)
    fail(at, "saw something else than a tag, expected a tag to match with clauses of tags");
  for (const Clause& clause : clauses)
    if (clause.tag.empty() || clause.tag == value.text) return &clause;
  return nullptr;
}

Value Compiler::match_tag(const Expr& e, Scope scope) {
  const Value value = evaluate(*e.args[0], scope);
  const Clause* clause = clause_of(e.clauses, value, e.args[0]->at);
  if (clause == nullptr)
    fail(e.at, "saw no clause for '" + value.text + ", expected one, or one for _");
  return evaluate(*clause->value, scope);
}

Value Compiler::match_set(const Expr& e, Scope scope) {
  const Value set = evaluate(*e.args[0], scope);
  if (is_empty(set)) return evaluate(*e.args[1], scope);
  if (set.kind != Value::Kind::collection)
    fail(e.args[0]->at,
         "saw a match on a set of events or a relation, expected a set of tags or an explicit set: "
         "what is in it is not known before there is a graph");
  const std::vector<std::string>& names = e.params.names;
  const auto bind_name = [&](const std::string& name, Value v) {
    if (!name.empty()) scope = scopes_.bind(scope, name, std::move(v));
  };
  // With three names the set may be split anywhere; this splits it before its first member.
  if (names.size() == 3) bind_name(names[0], Value::of_items(Value::Kind::collection, {}));
  bind_name(names[names.size() - 2], set.items.front());
  bind_name(names.back(),
            Value::of_items(Value::Kind::collection, {set.items.begin() + 1, set.items.end()}));
  return evaluate(*e.args[2], scope);
}

// Sets of tags are compared while compiling. For sets of events and relations, each graph has one
// of the two results: one is restricted to (all events if the condition holds, else none), the
// other to the rest.
Value Compiler::conditional(const Expr& e, Scope scope) {
  const Value a = evaluate(*e.args[0], scope);
  const Value b = evaluate(*e.args[1], scope);
  const bool tags = a.kind == Value::Kind::tag || a.kind == Value::Kind::collection ||
                    b.kind == Value::Kind::collection || e.text == "in";
  if (tags) {
    const auto members = [&](const Value& v, const Expr& at) {
      if (v.kind == Value::Kind::tag) return std::vector<std::string>{v.text};
      std::vector<std::string> texts;
      const bool known = v.kind == Value::Kind::collection || is_empty(v);
      for (const Value& item : v.items) {
        if (item.kind != Value::Kind::tag)
          fail(at.at, "saw a set of something else than tags in a condition, expected tags");
        texts.push_back(item.text);
      }
      if (!known) fail(at.at, "saw something else than a set of tags, expected one");
      std::ranges::sort(texts);
      texts.erase(std::ranges::unique(texts).begin(), texts.end());
      return texts;
    };
    const auto left = members(a, *e.args[0]);
    const auto right = members(b, *e.args[1]);
    const bool holds = e.text == "=" ? left == right : std::ranges::includes(right, left);
    return evaluate(*e.args[holds ? 2 : 3], scope);
  }
  const NodeId x = as_whole_node(a, e.args[0]->at);
  const NodeId y = as_whole_node(b, e.args[1]->at);
  builder_.at(e.at);
  NodeId difference = builder_.subtract(x, y);
  if (e.text == "=") difference = builder_.unite(difference, builder_.subtract(y, x));
  const NodeId otherwise = unless_empty(difference);
  const NodeId holds = builder_.complement(otherwise);
  const Value first = evaluate(*e.args[2], scope);
  const Value second = evaluate(*e.args[3], scope);
  const NodeId one = as_whole_node(first, e.args[2]->at);
  const NodeId other = as_whole_node(second, e.args[3]->at);
  builder_.at(e.at);
  const auto where = [&](NodeId condition, NodeId n) {
    const bool set = builder_.node(n).type == Type::set;
    return builder_.intersect(set ? condition : builder_.product(condition, condition), n);
  };
  return Value::of(builder_.unite(where(holds, one), where(otherwise, other)));
}

Value Compiler::operation(const Expr& e, Scope scope) {
  std::vector<Value> values;
  for (const ExprPtr& arg : e.args) values.push_back(evaluate(*arg, scope));
  const auto is_collection = [](const Value& v) {
    return v.kind == Value::Kind::collection && !v.items.empty();
  };
  if (std::ranges::any_of(values, is_collection)) return collection_operation(e.kind, values, e.at);
  std::vector<NodeId> args;
  for (std::size_t i = 0; i < values.size(); ++i) args.push_back(as_node(values[i], e.args[i]->at));
  const Slice slice = slice_of(e.kind, values, e.at);
  builder_.at(e.at);
  Value result = Value::of(operation(e.kind, std::move(args)));
  result.slice = slice;
  return result;
}

NodeId Compiler::operation(ExprKind kind, std::vector<NodeId> args) {
  PlanBuilder& b = builder_;
  const auto fold = [&](auto combine) {
    NodeId result = args.front();
    for (std::size_t i = 1; i < args.size(); ++i) result = combine(result, args[i]);
    return result;
  };
  switch (kind) {
    case ExprKind::empty:
      return b.leaf(Op::empty_relation, Type::relation);
    case ExprKind::universe:
      return b.leaf(Op::universe, Type::set);
    case ExprKind::unite:
      // Static operands first, so that their union is computed once a graph.
      if (b.style() == Style::optimised)
        std::ranges::stable_partition(args, [&](NodeId n) { return !b.node(n).dynamic; });
      return fold([&](NodeId x, NodeId y) { return b.unite(x, y); });
    case ExprKind::subtract:
      return fold([&](NodeId x, NodeId y) { return b.subtract(x, y); });
    case ExprKind::intersect:
      return fold([&](NodeId x, NodeId y) { return b.intersect(x, y); });
    case ExprKind::sequence:
      return b.sequence(args);
    case ExprKind::product:
      return b.product(args[0], args[1]);
    case ExprKind::complement:
      return b.complement(args[0]);
    case ExprKind::star:
      return b.star(args[0]);
    case ExprKind::plus:
      return b.plus(args[0]);
    case ExprKind::optional:
      return b.optional(args[0]);
    case ExprKind::inverse:
      return b.inverse(args[0]);
    default:
      return b.identity_on(args[0]);
  }
}

Value Compiler::call(const Value& f, const Value& argument, const Position& at) {
  if (f.kind == Value::Kind::builtin) return apply_builtin(f, argument, at);
  if (f.kind != Value::Kind::function) fail(at, "saw something else than a function, expected one");
  if (calls_ >= kMaxCallDepth)
    fail(at, std::string("saw function calls nested too deeply, expected fewer") + kBothBranches);
  ++calls_;
  Value result =
      evaluate(*f.function->args.front(), match(f.function->params, argument, f.scope, at));
  --calls_;
  return result;
}

}  // namespace ringcheck::cat
