#include "tests/models/reference.hpp"

#include <algorithm>
#include <iterator>

namespace ringcheck::tests {
namespace {

// ---- printing

int precedence(const Term& t) {
  if (t.args.empty() || t.op == "[]" || t.op == "domain" || t.op == "range" || t.op == "fencerel")
    return 9;
  if (t.op == "|") return 1;
  if (t.op == ";") return 2;
  if (t.op == "\\") return 3;
  if (t.op == "&") return 4;
  if (t.op == "*") return 5;
  if (t.op == "~") return 6;
  return 7;
}

std::string print_at(const Term& t, int least, Random& random) {
  std::string text;
  const auto arg = [&](std::size_t i, int at_least) {
    return print_at(t.args[i], at_least, random);
  };
  const int own = precedence(t);
  if (t.args.empty())
    text = t.op;
  else if (t.op == "[]")
    text = "[" + arg(0, 0) + "]";
  else if (own == 9)
    text = t.op + "(" + arg(0, 0) + ")";
  else if (t.op == "~")
    text = "~" + arg(0, own);
  else if (t.op == "star")
    text = arg(0, own) + "*";
  else if (t.op == "+")
    text = arg(0, own) + (chance(random, 50) ? "^+" : " +");  // "++" is a token
  else if (own == 7)
    text = arg(0, own) + t.op;
  else
    text = arg(0, t.op == "*" ? own + 1 : own) + " " + t.op + " " + arg(1, own + 1);
  if (own < least || chance(random, 5)) return "(" + text + ")";
  return text;
}

// ---- sets of pairs

Pairs compose(const Pairs& a, const Pairs& b) {
  Pairs out;
  for (const auto& [x, y] : a)
    for (const auto& [u, v] : b)
      if (y == u) out.emplace(x, v);
  return out;
}

Pairs closure(Pairs r) {
  for (;;) {
    Pairs next = r;
    next.merge(compose(r, r));
    if (next == r) return r;
    r = std::move(next);
  }
}

template <class Set>
Set unite(const Set& a, const Set& b) {
  Set out = a;
  out.insert(b.begin(), b.end());
  return out;
}
template <class Set>
Set intersect(const Set& a, const Set& b) {
  Set out;
  std::ranges::set_intersection(a, b, std::inserter(out, out.end()));
  return out;
}
template <class Set>
Set subtract(const Set& a, const Set& b) {
  Set out;
  std::ranges::set_difference(a, b, std::inserter(out, out.end()));
  return out;
}

Pairs product(const Members& a, const Members& b) {
  Pairs out;
  for (int x : a)
    for (int y : b) out.emplace(x, y);
  return out;
}

Pairs identity(const Members& s) {
  Pairs out;
  for (int x : s) out.emplace(x, x);
  return out;
}

}  // namespace

std::string print(const Term& term, Random& random) {
  return print_at(term, 0, random);
}

Term random_set(Random& random, const TermShape& shape) {
  static constexpr const char* kNames[] = {"R",   "W",    "M",        "F",       "IW",  "RMW",
                                           "_",   "Once", "Acquire",  "Mb",      "Wmb", "Release",
                                           "LKR", "UL",   "Noreturn", "emptyset"};
  if (shape.depth <= 0 || chance(random, 15)) return {kNames[below(random, 16)], true, {}};
  TermShape sub = shape;
  --sub.depth;
  TermShape removed = sub;
  if (shape.negation == Negation::of_static) removed.is_static = true;
  const auto set = [&] { return random_set(random, sub); };
  switch (below(random, shape.negation == Negation::nowhere ? 4 : 6)) {
    case 0:
      return {"|", true, {set(), set()}};
    case 1:
      return {"&", true, {set(), set()}};
    case 2:
      return {"domain", true, {random_relation(random, sub)}};
    case 3:
      return {"range", true, {random_relation(random, sub)}};
    case 4:
      return {"\\", true, {set(), random_set(random, removed)}};
    default:
      return {"~", true, {random_set(random, removed)}};
  }
}

Term random_relation(Random& random, const TermShape& shape) {
  static constexpr const char* kStatic[] = {"po",   "po-loc", "loc",  "ext", "int", "id",
                                            "addr", "data",   "ctrl", "rmw", "0",   "po"};
  static constexpr const char* kDynamic[] = {"rf", "rfe", "rfi", "co", "coe", "coi",
                                             "fr", "fre", "fri", "rf", "co",  "fr"};
  if (shape.depth <= 0 || chance(random, 15)) {
    const bool dynamic = !shape.is_static && chance(random, 50);
    return {(dynamic ? kDynamic : kStatic)[below(random, 12)], false, {}};
  }
  TermShape sub = shape;
  --sub.depth;
  TermShape removed = sub;
  if (shape.negation == Negation::of_static) removed.is_static = true;
  const auto relation = [&] { return random_relation(random, sub); };
  const auto set = [&] { return random_set(random, sub); };
  switch (below(random, shape.negation == Negation::nowhere ? 14 : 16)) {
    case 0:
    case 1:
      return {"|", false, {relation(), relation()}};
    case 2:
      return {"&", false, {relation(), relation()}};
    case 3:
    case 4:
    case 5:
      return {";", false, {relation(), relation()}};
    case 6:
      return {"^-1", false, {relation()}};
    case 7:
      return {"+", false, {relation()}};
    case 8:
      return {"star", false, {relation()}};
    case 9:
    case 10:
      return {"?", false, {relation()}};
    case 11:
      return {"[]", false, {set()}};
    case 12:
      return {"*", false, {set(), set()}};
    case 13:
      return {"fencerel", false, {set()}};
    case 14:
      return {"\\", false, {relation(), random_relation(random, removed)}};
    default:
      return {"~", false, {random_relation(random, removed)}};
  }
}

Members Reference::universe() const {
  Members all;
  for (int e = 0; e < graph_.size(); ++e)
    if (graph_[static_cast<EventNumber>(e)].kind != EventKind::choice) all.insert(e);
  return all;
}

Members Reference::base_set(const std::string& name) const {
  Members out;
  for (int i : universe()) {
    const auto e = static_cast<EventNumber>(i);
    const Event& event = graph_[e];
    const bool read = event.kind == EventKind::read;
    const bool write = event.kind == EventKind::write;
    const auto tagged = [&](EventKind kind, Tag tag) {
      return event.kind == kind && event.tags.has(tag);
    };
    const bool in = name == "R"          ? read
                    : name == "W"        ? write
                    : name == "M"        ? read || write
                    : name == "F"        ? event.kind == EventKind::fence
                    : name == "IW"       ? graph_.is_init(e)
                    : name == "FW"       ? write && event.materialised && event.co_next == kNoEvent
                    : name == "RMW"      ? event.rmw != kNoEvent && event.atomic
                    : name == "Once"     ? (read || write) && event.tags.has(Tag::once)
                    : name == "Acquire"  ? tagged(EventKind::read, Tag::acquire)
                    : name == "Release"  ? tagged(EventKind::write, Tag::release)
                    : name == "Noreturn" ? tagged(EventKind::read, Tag::noreturn)
                    : name == "LKR"      ? tagged(EventKind::read, Tag::lock_read)
                    : name == "UL"       ? tagged(EventKind::write, Tag::unlock)
                    : name == "Mb"       ? tagged(EventKind::fence, Tag::mb)
                    : name == "Wmb"      ? tagged(EventKind::fence, Tag::wmb)
                                         : name == "_";
    if (in) out.insert(i);
  }
  return out;
}

bool Reference::in_base(const std::string& name, int i, int j) const {
  const auto a = static_cast<EventNumber>(i);
  const auto b = static_cast<EventNumber>(j);
  const Event& from = graph_[a];
  const Event& to = graph_[b];
  const bool internal = !graph_.is_init(a) && !graph_.is_init(b) && from.id.thread == to.id.thread;
  const bool same = from.location != kNoLocation && from.location == to.location;
  const bool rf = to.kind == EventKind::read && to.rf == a;
  const auto co_before = [&](EventNumber x, EventNumber y) {
    const bool placed = graph_[x].materialised && graph_[y].materialised;
    return placed && graph_[x].kind == EventKind::write && graph_[y].kind == EventKind::write &&
           graph_[x].location == graph_[y].location && graph_.co_before(x, y);
  };
  const bool co = co_before(a, b);
  const bool fr = from.kind == EventKind::read && from.rf != kNoEvent && co_before(from.rf, b);
  const auto depends = [&](const EventSet& sources) { return sources.test(i); };
  if (name == "po") return graph_.po_before(a, b);
  if (name == "po-loc") return graph_.po_before(a, b) && same;
  if (name == "loc") return same;
  if (name == "int") return internal;
  if (name == "ext") return !internal;
  if (name == "id") return i == j;
  if (name == "addr") return depends(graph_.dependencies(b).address);
  if (name == "data") return depends(graph_.dependencies(b).data);
  if (name == "ctrl") return depends(graph_.dependencies(b).control);
  if (name == "rmw") return from.kind == EventKind::read && from.atomic && from.rmw == b;
  if (name == "rf" || name == "rfe" || name == "rfi")
    return rf && (name == "rf" || internal == (name == "rfi"));
  if (name == "co" || name == "coe" || name == "coi")
    return co && (name == "co" || internal == (name == "coi"));
  if (name == "fr" || name == "fre" || name == "fri")
    return fr && (name == "fr" || internal == (name == "fri"));
  return false;
}

Pairs Reference::base_relation(const std::string& name) const {
  Pairs out;
  for (int a : universe())
    for (int b : universe())
      if (in_base(name, a, b)) out.emplace(a, b);
  return out;
}

Members Reference::members(const Term& t) const {
  if (t.args.empty()) return base_set(t.op);
  Members out;
  if (t.op == "domain") {
    for (const auto& [a, b] : pairs(t.args[0])) out.insert(a);
    return out;
  }
  if (t.op == "range") {
    for (const auto& [a, b] : pairs(t.args[0])) out.insert(b);
    return out;
  }
  if (t.op == "~") return subtract(universe(), members(t.args[0]));
  const Members a = members(t.args[0]);
  const Members b = members(t.args[1]);
  return t.op == "|" ? unite(a, b) : t.op == "&" ? intersect(a, b) : subtract(a, b);
}

Pairs Reference::pairs(const Term& t) const {
  if (t.args.empty()) return base_relation(t.op);
  if (t.op == "*") return product(members(t.args[0]), members(t.args[1]));
  if (t.op == "[]") return identity(members(t.args[0]));
  if (t.op == "fencerel") {
    const Pairs po = base_relation("po");
    return compose(compose(po, identity(members(t.args[0]))), po);
  }
  const Pairs a = pairs(t.args[0]);
  if (t.op == "~") return subtract(product(universe(), universe()), a);
  if (t.op == "+") return closure(a);
  if (t.op == "star") return unite(closure(a), identity(universe()));
  if (t.op == "?") return unite(a, identity(universe()));
  if (t.op == "^-1") {
    Pairs out;
    for (const auto& [x, y] : a) out.emplace(y, x);
    return out;
  }
  const Pairs b = pairs(t.args[1]);
  if (t.op == "|") return unite(a, b);
  if (t.op == "&") return intersect(a, b);
  if (t.op == "\\") return subtract(a, b);
  return compose(a, b);
}

bool Reference::acyclic(const Pairs& relation) {
  const Pairs closed = closure(relation);
  return std::ranges::none_of(closed, [](const auto& edge) { return edge.first == edge.second; });
}

}  // namespace ringcheck::tests
