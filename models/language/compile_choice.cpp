// The compiler of the cat language: rf and co that a text makes itself.
//
// In herd7, `with x from s` makes one candidate execution for each member of s. cos.cat chooses co
// this way, and the kernel's lock.cat the reads-from edges of lock events. ringcheck's graphs
// already hold all of rf and co, and the explorer enumerates them. So the last value that the text
// gives the name `rf` stands for the graph's rf, and the last value of `co` for its co. A choice x
// is the part of them that belongs to it. A graph is an execution if there are choices under which
// the text computes exactly the graph's rf and co. There is at most one way to choose:
//
//   - x from cross(…), one pair for each event of a set: x is what of rf is among the pairs that
//     may be chosen, and has one for each of the events, since rf has one source for each read;
//   - x from generate_orders(s, r): x is co between the events of s, and contains r;
//   - both need x to be part of the last rf or co, which is checked.
//
// Only complete graphs are tested for whether there is a choice, and whether the text computes rf
// and co as the graph has them: until then more edges may come. An unlock that the text's co leaves
// out may stand anywhere in the graph's: lock.cat does so with one that matches no lock, and raises
// a flag. Uses of the names after their last
// binding read the graph, so axioms cost no more than in a text that takes rf and co as given.
//
// Other choices are refused. Source: herd7's manual, "Cat language"; lock.cat of Linux 6.1.
// Tested by tests/models/load_test.cpp, tests/models/language_test.cpp,
// tests/litmus/kernel_tree_test.cpp.
#include <algorithm>

#include "models/language/compiler.hpp"

namespace ringcheck::cat {

namespace {

constexpr EventTest kUnlocks[] = {{.kinds = Kinds::writes, .any = {Tag::unlock}}};

}  // namespace

void Compiler::note_last_bindings() {
  for (const Statement* s : statements_) {
    if (s->kind == StatementKind::with_from) generates_ = true;
    for (Generated& g : generated_) {
      if (s->kind == StatementKind::with_from && s->text == g.name) g.last = s;
      if (s->kind != StatementKind::let) continue;
      for (const Binding& b : s->bindings)
        if (std::ranges::find(b.pattern.names, g.name) != b.pattern.names.end()) g.last = s;
    }
  }
}

void Compiler::with_from(const Statement& s) {
  const Value from = evaluate(*s.expr, top_);
  builder_.at(s.at);
  const NodeId rf = builder_.leaf(Op::rf, Type::relation);
  const NodeId co = builder_.leaf(Op::co, Type::relation);
  NodeId chosen = kNoNode;
  if (from.kind == Value::Kind::one_each) {
    chosen = builder_.intersect(from.node, rf);
    require_when_complete(builder_.subtract(from.over, builder_.range(chosen)), "with-" + s.text,
                          s.at);
    choices_.push_back({s.text, chosen, 0, s.at});
  } else if (from.kind == Value::Kind::orders) {
    const NodeId pairs = builder_.intersect(builder_.product(from.over, from.over),
                                            builder_.leaf(Op::loc, Type::relation));
    chosen = builder_.intersect(co, pairs);
    require_when_complete(builder_.subtract(builder_.intersect(from.node, pairs), chosen),
                          "with-" + s.text, s.at);
    choices_.push_back({s.text, chosen, 1, s.at});
  } else if (from.kind == Value::Kind::collection && from.items.size() == 1) {
    top_ = scopes_.bind(top_, s.text, from.items.front());
    return;
  } else {
    fail(s.expr->at,
         "saw a choice that reads-from and coherence do not decide, expected cross(…) of "
         "reads-from edges as in lock.cat, or generate_cos or generate_orders as in cos.cat");
  }
  builder_.set_name(chosen, s.text);
  top_ = scopes_.bind(top_, s.text, Value::of(chosen));
}

// Called after the last statement that binds rf or co: its value is the graph's.
void Compiler::settle(const Statement& s) {
  if (!generates_) return;
  for (Generated& g : generated_) {
    if (g.last != &s) continue;
    const Value* value = scopes_.find(top_, g.name);
    g.computed = builder_.as(Type::relation, as_whole_node(*value, s.at));
    builder_.at(s.at);
    const NodeId given = builder_.leaf(g.op, Type::relation);
    if (g.computed == given) continue;
    require_when_complete(builder_.unite(builder_.subtract(g.computed, given),
                                         g.op == Op::co ? missing_order(g.computed)
                                                        : builder_.subtract(given, g.computed)),
                          std::string("generated-") + g.name, s.at);
    top_ = scopes_.bind(top_, g.name, Value::of(given));
  }
}

/// What the graph's co has beyond `computed`, but for unlocks that `computed` does not order at all.
NodeId Compiler::missing_order(NodeId computed) {
  PlanBuilder& b = builder_;
  const NodeId missing = b.subtract(b.leaf(Op::co, Type::relation), computed);
  if (!plan().covers_locks) return missing;
  const NodeId free =
      b.subtract(b.subtract(b.named_set({"UL", kUnlocks}), b.domain(computed)), b.range(computed));
  const NodeId kept = b.identity_on(b.complement(free));
  const NodeId parts[] = {kept, missing, kept};
  return b.sequence(parts);
}

void Compiler::require_when_complete(NodeId empty, const std::string& name, const Position& at) {
  Test t;
  t.kind = TestKind::empty;
  t.node = empty;
  t.name = name;
  t.at = at;
  t.when_complete = true;
  plan().axioms.push_back(std::move(t));
}

void Compiler::check_choices() {
  if (builder_.style() != Style::literal) return;  // simplified nodes hide what they are made of
  for (const Choice& choice : choices_) {
    const Generated& g = generated_[choice.of];
    if (g.computed != kNoNode && contains(g.computed, choice.node)) continue;
    fail(choice.at, "saw a choice of '" + choice.name + "' that is no part of the last '" + g.name +
                        "' of the text, expected one that '" + g.name +
                        "' unites with other relations");
  }
}

/// True iff `whole` is a union, or a closure of one, with the operand `part`.
bool Compiler::contains(NodeId whole, NodeId part) const {
  if (whole == part) return true;
  const Node& n = builder_.node(whole);
  switch (n.op) {
    case Op::unite:
      return contains(n.a, part) || contains(n.b, part);
    case Op::plus:
    case Op::star:
    case Op::optional:
      return contains(n.a, part);
    default:
      return false;
  }
}

}  // namespace ringcheck::cat
