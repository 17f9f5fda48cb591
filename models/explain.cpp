// Explains a broken axiom by taking its relation apart, down to relations that the text names.
//
// An edge of a relation is shown under the relation's name. Unnamed relations are taken apart: a
// union into the operand that has the edge, a composition into two edges with the event between
// them, a closure into a shortest path. A named union of base relations (`let com = rf | co | fr`)
// is taken apart as well: its name says less than its parts.
//
// Tested by tests/models/explain_test.cpp.
#include "models/explain.hpp"

#include <algorithm>
#include <string>

namespace ringcheck {
namespace {

using cat::Node;
using cat::NodeId;
using cat::Op;
using cat::Plan;

constexpr int kMaxDepth = 200;

class Explainer {
 public:
  Explainer(const Plan& plan, const ExecutionGraph& graph)
      : plan_(plan), values_(plan, graph.size()) {
    values_.load(graph);
  }

  std::optional<Refusal> run() {
    for (const cat::Test& test : plan_.axioms)
      if (!values_.holds(test)) return broken(test);
    return std::nullopt;
  }

 private:
  [[nodiscard]] const Node& node(NodeId n) const {
    return plan_.nodes[static_cast<std::size_t>(n)];
  }
  [[nodiscard]] bool edge(NodeId n, int a, int b) { return values_.edge(n, a, b); }

  Refusal broken(const cat::Test& test) {
    edges_.clear();
    if (test.kind == cat::TestKind::acyclic) {
      const std::vector<int> cycle = shortest_cycle(test.node);
      for (std::size_t i = 0; i < cycle.size(); ++i)
        expand(test.node, cycle[i], cycle[(i + 1) % cycle.size()], true, 0);
    } else if (test.kind == cat::TestKind::irreflexive) {
      for (int e = 0; e < values_.size(); ++e) {
        if (!edge(test.node, e, e)) continue;
        expand(test.node, e, e, true, 0);
        break;
      }
    } else {
      offending(test.node);
    }
    return {test.name, std::move(edges_)};
  }

  // The first pair of a relation that should be empty; a member of a set as an edge to itself.
  void offending(NodeId n) {
    if (node(n).type == cat::Type::set) {
      const int e = values_.set(n).first();
      add(e, e, text(n, 0));
      return;
    }
    for (int e = 0; e < values_.size(); ++e) {
      const int to = values_.row(n, e).first();
      if (to < 0) continue;
      all_of(n, e, to, 0);
      return;
    }
  }

  // Every operand of an intersection holds between the two events, so all are shown.
  void all_of(NodeId n, int a, int b, int depth) {
    const Node& m = node(n);
    if (m.op == Op::unite && depth < kMaxDepth && !named(m)) {
      all_of(edge(m.a, a, b) ? m.a : m.b, a, b, depth + 1);
    } else if (m.op == Op::intersect && depth < kMaxDepth && !named(m)) {
      all_of(m.a, a, b, depth + 1);
      all_of(m.b, a, b, depth + 1);
    } else {
      expand(n, a, b, true, depth);
    }
  }

  [[nodiscard]] static bool named(const Node& m) { return m.name != 0; }

  // rf, co, fr, or the part of one within or across threads.
  [[nodiscard]] bool is_base(NodeId n) const {
    const Node& m = node(n);
    if (m.op == Op::intersect) {
      const Op filter = node(m.b).op;
      return is_base(m.a) && (filter == Op::ext || filter == Op::internal);
    }
    return m.op == Op::rf || m.op == Op::co || m.op == Op::fr;
  }

  // A union of base relations only, whatever its name; pieces of an access count as one.
  [[nodiscard]] bool union_of_base(NodeId n) const {
    const Node& m = node(n);
    const auto part = [&](NodeId k) { return is_base(k) || union_of_base(k); };
    if (m.op == Op::sequence) return node(m.b).op == Op::si && part(m.a);
    return m.op == Op::unite && part(m.a) && part(m.b);
  }

  void add(int a, int b, std::string name) {
    edges_.push_back({static_cast<EventNumber>(a), static_cast<EventNumber>(b), std::move(name)});
  }

  // Appends the edges that make up the pair (a, b) of relation n. `outermost`: the relation of the
  // axiom itself, which is taken apart even if it has a name.
  void expand(NodeId n, int a, int b, bool outermost, int depth) {
    const Node& m = node(n);
    if (m.op == Op::si && a == b) return;
    if (depth > kMaxDepth || (named(m) && !outermost && !union_of_base(n))) {
      add(a, b, text(n, 0));
      return;
    }
    switch (m.op) {
      case Op::unite:
        expand(edge(m.a, a, b) ? m.a : m.b, a, b, false, depth + 1);
        break;
      case Op::intersect: {
        // An operand that depends on rf or co says more than a filter such as `int`.
        const bool left = node(m.a).dynamic || !node(m.b).dynamic;
        expand(left ? m.a : m.b, a, b, false, depth + 1);
        break;
      }
      case Op::subtract:
        expand(m.a, a, b, false, depth + 1);
        break;
      case Op::sequence: {
        for (int middle = 0; middle < values_.size(); ++middle) {
          if (!edge(m.a, a, middle) || !edge(m.b, middle, b)) continue;
          expand(m.a, a, middle, false, depth + 1);
          expand(m.b, middle, b, false, depth + 1);
          break;
        }
        break;
      }
      case Op::optional:
      case Op::identity:
      case Op::identity_on:
        if (m.op == Op::optional && a != b) expand(m.a, a, b, false, depth + 1);
        break;
      case Op::plus:
      case Op::star: {
        if (m.op == Op::star && a == b) break;
        const std::vector<int> path = shortest_path(m.a, a, b);
        for (std::size_t i = 0; i + 1 < path.size(); ++i)
          expand(m.a, path[i], path[i + 1], false, depth + 1);
        break;
      }
      default:
        add(a, b, text(n, 0));
    }
  }

  // Events from a to b, by breadth-first search; a cycle if they are the same.
  std::vector<int> shortest_path(NodeId n, int a, int b) {
    std::vector<int> from(static_cast<std::size_t>(values_.size()), -1);
    std::vector<int> queue{a};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const int e = queue[i];
      if (edge(n, e, b)) {
        std::vector<int> path{b};
        for (int at = e; at != a; at = from[static_cast<std::size_t>(at)]) path.push_back(at);
        path.push_back(a);
        std::ranges::reverse(path);
        return path;
      }
      for_each(values_.row(n, e), [&](int to) {
        if (to == a || from[static_cast<std::size_t>(to)] >= 0) return;
        from[static_cast<std::size_t>(to)] = e;
        queue.push_back(to);
      });
    }
    return {};
  }

  std::vector<int> shortest_cycle(NodeId n) {
    std::vector<int> best;
    for (int e = 0; e < values_.size(); ++e) {
      std::vector<int> cycle = shortest_path(n, e, e);
      if (cycle.empty()) continue;
      cycle.pop_back();
      if (best.empty() || cycle.size() < best.size()) best = std::move(cycle);
    }
    return best;
  }

  // The text of a relation that has no name, with names for its parts.
  [[nodiscard]] std::string text(NodeId n, int depth) const {
    const Node& m = node(n);
    if (named(m)) return plan_.names[m.name];
    if (depth > 4) return "…";
    const auto part = [&](NodeId k) { return text(k, depth + 1); };
    const auto both = [&](const char* symbol) {
      return "(" + part(m.a) + " " + symbol + " " + part(m.b) + ")";
    };
    switch (m.op) {
      case Op::unite:
      case Op::set_union:
        return both("|");
      case Op::intersect:
      case Op::set_intersection:
        return both("&");
      case Op::subtract:
      case Op::set_difference:
        return both("\\");
      case Op::complement:
      case Op::set_complement:
        return "~" + part(m.a);
      case Op::sequence:
        return both(";");
      case Op::product:
        return both("*");
      case Op::different_values:
        return "different-values(" + part(m.a) + ")";
      case Op::nested_pairs:
        return "nested-pairs(" + part(m.a) + ", " + part(m.b) + ")";
      case Op::inverse:
        return part(m.a) + "^-1";
      case Op::plus:
        return part(m.a) + "+";
      case Op::star:
        return part(m.a) + "*";
      case Op::optional:
        return part(m.a) + "?";
      case Op::identity_on:
        return "[" + part(m.a) + "]";
      case Op::domain:
        return "domain(" + part(m.a) + ")";
      case Op::range:
        return "range(" + part(m.a) + ")";
      default:
        return "…";
    }
  }

  const Plan& plan_;
  Evaluation<kGrowing> values_;
  std::vector<NamedEdge> edges_;
};

}  // namespace

std::optional<Refusal> explain_refusal(const Plan& plan, const ExecutionGraph& graph) {
  return Explainer(plan, graph).run();
}

}  // namespace ringcheck
