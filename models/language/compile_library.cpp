// The compiler of the cat language: builtin functions, and sets of other things than events.
//
// The number of events is not known while compiling. So what `map f s` makes of a set of events or
// a relation is one node for all members together. While f is evaluated, its argument stands for
// the whole set, and a Slice says which part of each value belongs to a single member. Operators
// that act on each pair alone keep slices; others are refused.
//
// Tested by tests/models/language_test.cpp.
#include <algorithm>
#include <cctype>

#include "models/language/compiler.hpp"

namespace ringcheck::cat {

Value Compiler::apply_builtin(const Value& f, const Value& argument, const Position& at) {
  builder_.at(at);
  switch (f.builtin) {
    case Builtin::domain:
      return Value::of(builder_.domain(as_whole_node(argument, at)));
    case Builtin::range:
      return Value::of(builder_.range(as_whole_node(argument, at)));
    case Builtin::fencerel: {
      const NodeId po = builder_.leaf(Op::po, Type::relation);
      const NodeId chain[] = {po, builder_.identity_on(as_whole_node(argument, at)), po};
      return Value::of(builder_.sequence(chain));
    }
    case Builtin::different_values:
      return Value::of(builder_.different_values(as_whole_node(argument, at)));
    case Builtin::nested_pairs:
      if (argument.kind != Value::Kind::tuple || argument.items.size() != 2)
        fail(at, "saw something else than two sets, expected nested-pairs(opening, closing)");
      return Value::of(builder_.nested_pairs(as_whole_node(argument.items[0], at),
                                             as_whole_node(argument.items[1], at)));
    case Builtin::tag_to_events:
      if (argument.kind != Value::Kind::tag)
        fail(at, "saw something else than a tag, expected one such as 'once");
      return Value::of(events_of_tag(argument.text));
    case Builtin::map: {
      if (!f.items.empty()) return map(f.items.front(), argument, at);
      if (argument.kind != Value::Kind::function && argument.kind != Value::Kind::builtin)
        fail(at, "saw something else than a function, expected map f s");
      Value partial = f;
      partial.items.push_back(argument);
      return partial;
    }
    case Builtin::cross:
      return cross(argument, at);
    case Builtin::generate_orders:
      return generate_orders(argument, at);
    case Builtin::of_tables:
      if (!is_empty(argument) &&
          std::ranges::none_of(argument.items, [&](const Value& v) { return is_empty(v); }))
        fail(at, "saw a function of entries of page tables, expected none: no test here has them");
      return Value::of(builder_.leaf(Op::empty_relation, Type::relation));
    case Builtin::of_graphs:
      fail(at,
           "saw a function whose result depends on which events there are, expected none: they are "
           "not known before there is a graph");
  }
  return {};
}

// The events that an annotation marks: a set of the vocabulary, or none if no event can have it.
// The set of 'acq is Acq, or in C11's words ACQ.
NodeId Compiler::events_of_tag(const std::string& tag) {
  std::string name = tag;
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  std::string capitals = tag;
  for (char& c : capitals) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  for (const auto sets : {vocabulary_.sets, vocabulary_.herd})
    for (const NamedSet& set : sets)
      if (set.name == name || set.name == capitals) return builder_.named_set(set);
  return builder_.leaf(Op::empty_set, Type::set);
}

bool Compiler::is_empty(const Value& value) {
  if (value.kind == Value::Kind::collection) return value.items.empty();
  return value.kind == Value::Kind::node && is_empty(value.node);
}

// Does the text say that this has no member, whatever the graph? Literal plans keep empty values as
// they are written.
bool Compiler::is_empty(NodeId n) {
  const auto known = empty_.find(n);
  if (known != empty_.end()) return known->second;
  const Node& node = builder_.node(n);
  bool empty = false;
  switch (node.op) {
    case Op::empty_set:
    case Op::empty_relation:
      empty = true;
      break;
    case Op::set_union:
    case Op::unite:
      empty = is_empty(node.a) && is_empty(node.b);
      break;
    case Op::set_intersection:
    case Op::intersect:
    case Op::sequence:
    case Op::product:
    case Op::restrict_domain:
    case Op::restrict_range:
      empty = is_empty(node.a) || is_empty(node.b);
      break;
    case Op::set_difference:
    case Op::subtract:
    case Op::domain:
    case Op::range:
    case Op::inverse:
    case Op::plus:
    case Op::identity_on:
    case Op::different_values:
      empty = is_empty(node.a);
      break;
    default:
      break;
  }
  empty_.emplace(n, empty);
  return empty;
}

Value Compiler::map(const Value& f, const Value& set, const Position& at) {
  if (is_empty(set)) return Value::of_items(Value::Kind::collection, {});
  if (set.kind == Value::Kind::collection) {
    std::vector<Value> items;
    for (const Value& member : set.items) items.push_back(call(f, member, at));
    return Value::of_items(Value::Kind::collection, std::move(items));
  }
  Value element;
  element.kind = Value::Kind::element;
  element.node = as_node(set, at);
  element.slice.element = ++elements_;
  const bool pairs = builder_.node(element.node).type == Type::relation;
  const Value image = call(f, element, at);
  const bool own = image.slice.element == element.slice.element;
  Value result = image;
  if (own && image.kind == Value::Kind::node && image.slice.member && image.node == element.node) {
    result.kind = Value::Kind::singles;
    result.slice = set.slice;
    return result;
  }
  if (own && !pairs && image.kind == Value::Kind::singles && image.slice.target) {
    result.kind = Value::Kind::grouped;
    result.over = as_whole_node(set, at);
    result.slice = {};
    return result;
  }
  if (!pairs && image.kind == Value::Kind::collection && image.items.empty()) {
    // No event has anything to choose from.
    result.kind = Value::Kind::grouped;
    result.node = builder_.leaf(Op::empty_relation, Type::relation);
    result.over = as_whole_node(set, at);
    return result;
  }
  fail(at,
       "saw 'map' over a set of events make something else than sets of one member or of one pair "
       "that leads to the element; expected p ++ 0 of each pair, as in lock.cat");
}

// For known sets: one union for each way to take a member of each.
Value Compiler::cross(const Value& sets, const Position& at) {
  Value result = sets;
  if (sets.kind == Value::Kind::grouped) {
    result.kind = Value::Kind::one_each;
    return result;
  }
  const bool empty = is_empty(sets);
  if (!empty && sets.kind != Value::Kind::collection)
    fail(at, "saw something else than a set of sets of relations, expected one");
  constexpr std::size_t kMostUnions = 4096;
  std::vector<NodeId> unions{builder_.leaf(Op::empty_relation, Type::relation)};
  if (!empty)
    for (const Value& set : sets.items) {
      if (set.kind != Value::Kind::collection && !is_empty(set))
        fail(at, "saw something else than a set of sets of relations, expected one");
      std::vector<NodeId> longer;
      for (const NodeId n : unions)
        for (const Value& member : set.items)
          longer.push_back(builder_.unite(n, as_whole_node(member, at)));
      unions = std::move(longer);
      if (unions.size() > kMostUnions) fail(at, "saw more than 4096 choices, expected fewer");
    }
  std::vector<Value> items;
  items.reserve(unions.size());
  for (const NodeId n : unions) items.push_back(Value::of(n));
  return Value::of_items(Value::Kind::collection, std::move(items));
}

Value Compiler::generate_orders(const Value& argument, const Position& at) {
  if (argument.kind != Value::Kind::tuple || argument.items.size() != 2)
    fail(at, "saw something else than a set and a relation, expected generate_orders(set, order)");
  Value orders;
  orders.kind = Value::Kind::orders;
  orders.over = builder_.as(Type::set, as_whole_node(argument.items[0], at));
  orders.node = builder_.as(Type::relation, as_whole_node(argument.items[1], at));
  return orders;
}

/// Lets a member of an explicit set have the type of those before it.
void Compiler::require_type(const Value& member, const Position& at, std::optional<Type>& type) {
  const Node& n = builder_.node(as_whole_node(member, at));
  if (n.op == Op::empty_relation || n.op == Op::empty_set) return;
  if (type && *type != n.type)
    fail(at, "saw a set of events and a relation in one set, expected members of one kind");
  type = n.type;
}

Value Compiler::explicit_set(const Expr& e, Scope scope) {
  std::vector<Value> items;
  for (const ExprPtr& arg : e.args) items.push_back(evaluate(*arg, scope));
  if (items.size() == 1 && items.front().kind == Value::Kind::element)
    return add(items.front(), Value::of_items(Value::Kind::collection, {}), e.at);
  std::optional<Type> type;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].kind == Value::Kind::node) require_type(items[i], e.args[i]->at, type);
    if (items[i].kind == Value::Kind::element)
      fail(e.args[i]->at, "saw an element among others, expected {x} with x alone");
  }
  return Value::of_items(Value::Kind::collection, std::move(items));
}

Value Compiler::add(const Value& member, const Value& set, const Position& at) {
  const bool empty = is_empty(set);
  if (member.kind == Value::Kind::element) {
    if (!empty) fail(at, "saw an element added to a set that is not empty, expected x ++ 0");
    Value single = member;
    single.kind = Value::Kind::node;
    single.slice.member = true;
    return single;
  }
  if (!empty && set.kind != Value::Kind::collection)
    fail(
        at,
        "saw '++' with something else than a set of tags or an explicit set, expected one: members "
        "of sets of events are not known before there is a graph");
  std::vector<Value> items{member};
  for (const Value& other : set.items)
    if (member.kind != Value::Kind::tag || other.text != member.text) items.push_back(other);
  return Value::of_items(Value::Kind::collection, std::move(items));
}

Value Compiler::collection_operation(ExprKind kind, const std::vector<Value>& args,
                                     const Position& at) {
  const bool known =
      kind == ExprKind::unite || kind == ExprKind::subtract || kind == ExprKind::intersect;
  if (!known)
    fail(at, "saw an operator of relations on a set of tags or relations, expected |, & or \\");
  std::vector<Value> items;
  const auto same = [](const Value& a, const Value& b) {
    return a.kind == b.kind && a.text == b.text && a.node == b.node &&
           (a.kind == Value::Kind::tag || a.kind == Value::Kind::node);
  };
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (args[i].kind != Value::Kind::collection && !is_empty(args[i]))
      fail(at,
           "saw a set of events or a relation beside a set of tags or relations, expected "
           "sets of one kind");
    const std::vector<Value>& its = args[i].items;
    const auto among = [&](const std::vector<Value>& set) {
      return [&](const Value& v) {
        return std::ranges::any_of(set, [&](const Value& other) { return same(v, other); });
      };
    };
    if (i == 0) items = its;
    if (i == 0) continue;
    if (kind == ExprKind::unite)
      std::ranges::copy_if(its, std::back_inserter(items),
                           [&](const Value& v) { return !among(items)(v); });
    else
      std::erase_if(items,
                    [&](const Value& v) { return among(its)(v) == (kind == ExprKind::subtract); });
  }
  return Value::of_items(Value::Kind::collection, std::move(items));
}

// Which part of the result belongs to a single element: see the head of this file.
Slice Compiler::slice_of(ExprKind kind, const std::vector<Value>& args, const Position& at) {
  Slice result;
  for (const Value& arg : args) {
    if (arg.slice.any() && result.any() && arg.slice.element != result.element)
      fail(at, "saw an expression that depends on two elements, expected one 'map' at a time");
    if (arg.slice.any()) result.element = arg.slice.element;
  }
  if (!result.any()) return result;
  const Slice& first = args.front().slice;
  const Slice& last = args.back().slice;
  const auto all = [&](bool Slice::*side) {
    return std::ranges::all_of(args, [&](const Value& v) { return v.slice.*side; });
  };
  const auto any = [&](bool Slice::*side) {
    return std::ranges::any_of(args, [&](const Value& v) { return v.slice.*side; });
  };
  const auto dependent = static_cast<std::size_t>(
      std::ranges::count_if(args, [](const Value& v) { return v.slice.any(); }));
  for (const auto side : {&Slice::member, &Slice::source, &Slice::target}) {
    switch (kind) {
      case ExprKind::intersect:
        result.*side = any(side);
        break;
      case ExprKind::unite:
        result.*side = all(side);
        break;
      case ExprKind::subtract:
        // The right side is the same for all elements, or sliced alike.
        result.*side = first.*side && (dependent == 1 || all(side));
        break;
      default:
        break;
    }
  }
  switch (kind) {
    case ExprKind::product:
      result.source = first.member && dependent == 1;
      result.target = last.member && dependent == 1;
      break;
    case ExprKind::identity:
      result.source = result.target = first.member;
      break;
    case ExprKind::sequence:
      result.source = first.source && dependent == 1;
      result.target = last.target && dependent == 1;
      break;
    case ExprKind::inverse:
      result.source = first.target;
      result.target = first.source;
      break;
    default:
      break;
  }
  if (!result.member && !result.source && !result.target)
    fail(at,
         "saw an operation that mixes the elements that 'map' takes, expected |, &, \\, ;, *, [ ] "
         "or ^-1 with sets and relations that do not depend on the element");
  return result;
}

}  // namespace ringcheck::cat
