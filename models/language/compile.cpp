// The compiler evaluates a cat file symbolically: a set or relation is a node of the plan under
// construction, a function is applied by evaluating its body, and `let rec` becomes a group of
// unknowns with their definitions. Source for the meaning of each construct: herd7's manual, "Cat
// language". *Deviations*: `let rec` of functions is refused; the unknowns of a `let rec` have one
// type throughout. Tested by tests/models/plan_test.cpp, tests/models/compile_test.cpp.
#include "models/language/compile.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "models/language/environment.hpp"

namespace ringcheck::cat {
namespace {

constexpr int kMaxCallDepth = 60;
constexpr int kMaxIncludeDepth = 20;
constexpr int kMaxSteps = 1'000'000;

class Compiler {
 public:
  Compiler(const Loader& loader, const Vocabulary& vocabulary, Style style)
      : loader_(loader), builder_(style) {
    define_base(vocabulary);
  }

  Plan run(const SourcePtr& main) {
    file(main, 0);
    // The innermost meaning of each name at the end of the file.
    scopes_.for_each(top_, [this](const std::string& name, const Value& value) {
      if (value.kind == Value::Kind::node && plan().find(name) == kNoNode)
        plan().definitions.push_back({name, value.node});
    });
    return std::move(plan());
  }

 private:
  [[nodiscard]] Plan& plan() { return builder_.plan(); }

  // ---- base names

  NodeId define(std::string_view name, NodeId node) {
    builder_.set_name(node, name);
    top_ = scopes_.bind(top_, std::string(name), Value::of(node));
    return node;
  }
  NodeId define(std::string_view name, Op op, Type type) {
    return define(name, builder_.leaf(op, type));
  }

  void define_base(const Vocabulary& vocabulary) {
    PlanBuilder& b = builder_;
    define("_", Op::universe, Type::set);
    define("emptyset", Op::empty_set, Type::set);
    const NodeId r = define("R", Op::reads, Type::set);
    const NodeId w = define("W", Op::writes, Type::set);
    define("F", Op::fences, Type::set);
    define("M", b.unite(r, w));
    define("IW", Op::initial_writes, Type::set);
    define("FW", Op::final_writes, Type::set);
    define("RMW", Op::rmw_events, Type::set);
    for (const NamedSet& set : vocabulary.sets) define(set.name, b.named_set(set));

    define("id", Op::identity, Type::relation);
    const NodeId po = define("po", Op::po, Type::relation);
    const NodeId loc = define("loc", Op::loc, Type::relation);
    const NodeId ext = define("ext", Op::ext, Type::relation);
    const NodeId internal = define("int", Op::internal, Type::relation);
    define("po-loc", b.intersect(po, loc));
    define("addr", Op::addr, Type::relation);
    define("data", Op::data, Type::relation);
    define("ctrl", Op::ctrl, Type::relation);
    define("rmw", Op::rmw, Type::relation);
    for (const auto& [name, op] : {std::pair{"rf", Op::rf}, {"co", Op::co}, {"fr", Op::fr}}) {
      const NodeId n = define(name, op, Type::relation);
      define(std::string(name) + "e", b.intersect(n, ext));
      define(std::string(name) + "i", b.intersect(n, internal));
    }
    top_ = scopes_.bind(top_, "domain", Value::of(Builtin::domain));
    top_ = scopes_.bind(top_, "range", Value::of(Builtin::range));
    top_ = scopes_.bind(top_, "fencerel", Value::of(Builtin::fencerel));
    top_ = scopes_.bind(top_, "nested-pairs", Value::of(Builtin::nested_pairs));
    top_ = scopes_.bind(top_, "different-values", Value::of(Builtin::different_values));
  }

  // ---- statements

  void file(const SourcePtr& source, int depth) {
    files_.push_back(parse(source));
    plan().sources.push_back(source);
    const File& f = files_.back();
    if (depth == 0) plan().title = f.title;
    for (const Statement& s : f.statements) statement(s, depth);
  }

  void statement(const Statement& s, int depth) {
    switch (s.kind) {
      case StatementKind::let:
        top_ = bind(s.bindings, s.recursive, top_, true);
        return;
      case StatementKind::include:
        include(s, depth);
        return;
      case StatementKind::test:
        test(s);
        return;
      case StatementKind::ignored:
        return;
    }
  }

  void include(const Statement& s, int depth) {
    if (depth >= kMaxIncludeDepth)
      fail(s.at, "saw include nested deeper than " + std::to_string(kMaxIncludeDepth) +
                     " files, expected fewer");
    const SourcePtr source = loader_(s.text, s.at);
    if (source == nullptr)
      fail(s.at, "saw include of \"" + s.text + "\", expected a file that exists");
    file(source, depth + 1);
  }

  void test(const Statement& s) {
    if (s.negated && !s.flag)
      fail(s.at,
           "saw a negated test, expected it after 'flag': consistency has to survive taking events "
           "away");
    Test t;
    t.kind = s.test;
    t.negated = s.negated;
    t.at = s.at;
    t.name = s.text.empty() ? "line " + std::to_string(s.at.line) : s.text;
    const Value value = evaluate(*s.expr, top_);
    builder_.at(s.expr->at);
    t.node = as_node(value, s.expr->at);
    if (t.kind != TestKind::empty) t.node = builder_.as(Type::relation, t.node);
    (s.flag ? plan().flags : plan().axioms).push_back(std::move(t));
  }

  // ---- bindings

  Scope bind(const std::vector<Binding>& bindings, bool recursive, Scope scope, bool top) {
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

  Scope match(const Pattern& pattern, const Value& value, Scope scope, const Position& at) {
    if (!pattern.is_tuple) return scopes_.bind(scope, pattern.names.front(), value);
    if (value.kind != Value::Kind::tuple || value.items.size() != pattern.names.size())
      fail(at, "saw a value that is no tuple of " + std::to_string(pattern.names.size()) +
                   ", expected one");
    for (std::size_t i = 0; i < pattern.names.size(); ++i)
      scope = scopes_.bind(scope, pattern.names[i], value.items[i]);
    return scope;
  }

  Scope bind_recursive(const std::vector<Binding>& bindings, Scope scope, bool top) {
    for (const Binding& b : bindings) {
      if (b.pattern.is_tuple || b.value->kind == ExprKind::function)
        fail(b.at,
             "saw 'let rec' of a function or tuple, which ringcheck does not support; expected a "
             "set or relation");
    }
    const std::vector<Type> types = infer_types(bindings, scope);
    builder_.at(bindings.front().at);
    const int group = builder_.open_group(types);
    Scope inner = scope;
    for (std::size_t i = 0; i < bindings.size(); ++i) {
      const NodeId variable = plan().groups[static_cast<std::size_t>(group)].variables[i];
      inner = scopes_.bind(inner, bindings[i].pattern.names.front(), Value::of(variable));
    }
    std::vector<NodeId> bodies;
    for (std::size_t i = 0; i < bindings.size(); ++i) {
      const Value body = evaluate(*bindings[i].value, inner);
      builder_.at(bindings[i].at);
      bodies.push_back(builder_.as(types[i], as_node(body, bindings[i].value->at)));
    }
    const std::vector<NodeId> results = builder_.close_group(group, bodies);
    for (std::size_t i = 0; i < bindings.size(); ++i) {
      const std::string& name = bindings[i].pattern.names.front();
      if (top) builder_.set_name(results[i], name);
      scope = scopes_.bind(scope, name, Value::of(results[i]));
    }
    return scope;
  }

  // ---- types of recursive definitions: unknown at first, then what the definitions say, until
  // nothing changes

  std::vector<Type> infer_types(const std::vector<Binding>& bindings, Scope scope) {
    std::vector<Scope> frames;
    frames.reserve(bindings.size());
    for (const Binding& b : bindings)
      frames.push_back(
          scope = scopes_.bind(scope, b.pattern.names.front(), Value::of(std::optional<Type>{})));
    std::vector<std::optional<Type>> types(bindings.size());
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < bindings.size(); ++i) {
        if (types[i]) continue;
        types[i] = type_of(*bindings[i].value, scope, 0);
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

  std::optional<Type> type_of(const Expr& e, Scope scope, int depth) {
    step(e);
    switch (e.kind) {
      case ExprKind::universe:
        return Type::set;
      case ExprKind::sequence:
      case ExprKind::product:
      case ExprKind::identity:
      case ExprKind::star:
      case ExprKind::plus:
      case ExprKind::optional:
      case ExprKind::inverse:
        return Type::relation;
      case ExprKind::unite:
      case ExprKind::intersect:
      case ExprKind::subtract:
      case ExprKind::complement:
        for (const ExprPtr& arg : e.args)
          if (const auto t = type_of(*arg, scope, depth)) return t;
        return {};
      case ExprKind::name: {
        const Value* v = scopes_.find(scope, e.text);
        return v != nullptr ? type_of(*v) : std::nullopt;
      }
      case ExprKind::apply:
        return type_of_call(e, scope, depth);
      case ExprKind::let_in: {
        Scope inner = scope;
        for (const Binding& b : e.bindings) {
          if (b.pattern.is_tuple) return {};
          const bool function = b.value->kind == ExprKind::function;
          const Value v =
              function ? Value::of(*b.value, inner) : Value::of(type_of(*b.value, inner, depth));
          inner = scopes_.bind(inner, b.pattern.names.front(), v);
        }
        return type_of(*e.args.front(), inner, depth);
      }
      case ExprKind::empty:
      case ExprKind::tuple:
      case ExprKind::function:
        return {};
    }
    return {};
  }

  std::optional<Type> type_of(const Value& v) const {
    if (v.kind == Value::Kind::node) return builder_.node(v.node).type;
    return v.kind == Value::Kind::typed ? v.type : std::nullopt;
  }

  std::optional<Type> type_of_call(const Expr& e, Scope scope, int depth) {
    const Expr& callee = *e.args[0];
    const Value* found = callee.kind == ExprKind::name ? scopes_.find(scope, callee.text) : nullptr;
    if (found == nullptr || depth > kMaxCallDepth) return {};
    const Value f = *found;
    if (f.kind == Value::Kind::builtin)
      return f.builtin == Builtin::domain || f.builtin == Builtin::range ? Type::set
                                                                         : Type::relation;
    if (f.kind != Value::Kind::function || f.function->params.is_tuple) return {};
    const Scope inner = scopes_.bind(f.scope, f.function->params.names.front(),
                                     Value::of(type_of(*e.args[1], scope, depth)));
    return type_of(*f.function->args.front(), inner, depth + 1);
  }

  // ---- expressions

  void step(const Expr& e) {
    if (++steps_ > kMaxSteps)
      fail(e.at, "saw function calls that expand without end, expected fewer");
  }

  NodeId as_node(const Value& value, const Position& at) {
    if (value.kind == Value::Kind::node) return value.node;
    fail(at, value.kind == Value::Kind::tuple
                 ? "saw a tuple, expected a set or a relation"
                 : "saw a function without its argument, expected a set or a relation");
  }

  NodeId node_of(const Expr& e, Scope scope) { return as_node(evaluate(e, scope), e.at); }

  Value evaluate(const Expr& e, Scope scope) {
    step(e);
    switch (e.kind) {
      case ExprKind::name: {
        const Value* v = scopes_.find(scope, e.text);
        if (v == nullptr) fail(e.at, "saw '" + e.text + "', expected a name that is defined");
        return *v;
      }
      case ExprKind::function:
        return Value::of(e, scope);
      case ExprKind::let_in:
        return evaluate(*e.args.front(), bind(e.bindings, e.recursive, scope, false));
      case ExprKind::apply:
        return apply(e, scope);
      case ExprKind::tuple: {
        Value v;
        v.kind = Value::Kind::tuple;
        for (const ExprPtr& arg : e.args) v.items.push_back(evaluate(*arg, scope));
        return v;
      }
      default:
        return Value::of(operation(e, scope));
    }
  }

  NodeId operation(const Expr& e, Scope scope) {
    std::vector<NodeId> args;
    for (const ExprPtr& arg : e.args) args.push_back(node_of(*arg, scope));
    PlanBuilder& b = builder_;
    b.at(e.at);
    const auto fold = [&](auto combine) {
      NodeId result = args.front();
      for (std::size_t i = 1; i < args.size(); ++i) result = combine(result, args[i]);
      return result;
    };
    switch (e.kind) {
      case ExprKind::empty:
        return b.leaf(Op::empty_relation, Type::relation);
      case ExprKind::universe:
        return b.leaf(Op::universe, Type::set);
      case ExprKind::unite:
        // Static operands first, so that their union is computed once a graph.
        if (b.style() == Style::optimised)
          std::stable_partition(args.begin(), args.end(),
                                [&](NodeId n) { return !b.node(n).dynamic; });
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

  Value apply(const Expr& e, Scope scope) {
    const Value f = evaluate(*e.args[0], scope);
    const Value argument = evaluate(*e.args[1], scope);
    if (f.kind == Value::Kind::builtin)
      return Value::of(apply_builtin(f.builtin, argument, *e.args[1]));
    if (f.kind != Value::Kind::function)
      fail(e.at, "saw a set or relation applied to an argument, expected a function");
    if (calls_ >= kMaxCallDepth) fail(e.at, "saw function calls nested too deeply, expected fewer");
    ++calls_;
    const Scope inner = match(f.function->params, argument, f.scope, e.args[1]->at);
    Value result = evaluate(*f.function->args.front(), inner);
    --calls_;
    return result;
  }

  NodeId apply_builtin(Builtin builtin, const Value& argument, const Expr& at) {
    if (builtin == Builtin::nested_pairs) {
      if (argument.kind != Value::Kind::tuple || argument.items.size() != 2)
        fail(at.at, "saw something else than two sets, expected nested-pairs(opening, closing)");
      builder_.at(at.at);
      return builder_.nested_pairs(as_node(argument.items[0], at.at),
                                   as_node(argument.items[1], at.at));
    }
    const NodeId a = as_node(argument, at.at);
    builder_.at(at.at);
    switch (builtin) {
      case Builtin::domain:
        return builder_.domain(a);
      case Builtin::range:
        return builder_.range(a);
      case Builtin::fencerel: {
        const NodeId po = builder_.leaf(Op::po, Type::relation);
        const NodeId chain[] = {po, builder_.identity_on(a), po};
        return builder_.sequence(chain);
      }
      case Builtin::different_values:
        return builder_.different_values(a);
      case Builtin::nested_pairs:
        break;
    }
    return kNoNode;
  }

  const Loader& loader_;
  PlanBuilder builder_;
  Environment scopes_;
  Scope top_ = kNoScope;
  std::deque<File> files_;  // functions point into the syntax trees
  int steps_ = 0;
  int calls_ = 0;
};

}  // namespace

Plan compile(const SourcePtr& main, const Loader& loader, const Vocabulary& vocabulary,
             Style style) {
  return Compiler(loader, vocabulary, style).run(main);
}

}  // namespace ringcheck::cat
