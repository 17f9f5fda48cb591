// Tested by tests/models/incremental_test.cpp.
#include "models/language/plan.hpp"

#include <algorithm>
#include <utility>

namespace ringcheck::cat {
namespace {

class TestTurner {
 public:
  explicit TestTurner(Plan& plan) : plan_(plan) {}

  void turn(Test& test) {
    if (saves_inverses(test.node)) test.node = inverse(test.node);
  }

 private:
  [[nodiscard]] const Node& node(NodeId n) const {
    return plan_.nodes[static_cast<std::size_t>(n)];
  }
  static bool is_pointwise(Op op) { return op == Op::unite || op == Op::intersect; }

  [[nodiscard]] bool saves_inverses(NodeId n) const {
    const Node& m = node(n);
    if (is_pointwise(m.op)) return saves_inverses(m.a) || saves_inverses(m.b);
    return m.op == Op::inverse && node(m.a).dynamic && node(m.a).op > Op::final_writes;
  }

  NodeId inverse(NodeId n) {
    const Node m = node(n);
    if (m.op == Op::inverse) return m.a;
    if (m.op == Op::ext || m.op == Op::internal || m.op == Op::loc || m.op == Op::si ||
        m.op == Op::identity)
      return n;
    Node turned = m;
    turned.within_po = false;
    turned.stability = Stability::global;
    turned.name = 0;
    if (is_pointwise(m.op)) {
      turned.a = inverse(m.a);
      turned.b = inverse(m.b);
    } else {
      turned.op = Op::inverse;
      turned.a = n;
      turned.b = kNoNode;
    }
    plan_.nodes.push_back(turned);
    return static_cast<NodeId>(plan_.nodes.size()) - 1;
  }

  Plan& plan_;
};

}  // namespace

Plan turn_tests(Plan plan) {
  TestTurner turner(plan);
  for (Test& test : plan.axioms) turner.turn(test);
  return plan;
}

// (a ; b)^-1 = b^-1 ; a^-1, and a restriction of the domain restricts the range of the inverse.
Plan reverse(Plan plan) {
  plan.backward = !plan.backward;
  for (Node& node : plan.nodes) {
    switch (node.op) {
      case Op::sequence:
      case Op::product:
        std::swap(node.a, node.b);
        break;
      case Op::restrict_domain:
        node.op = Op::restrict_range;
        break;
      case Op::restrict_range:
        node.op = Op::restrict_domain;
        break;
      case Op::domain:
        node.op = Op::range;
        break;
      case Op::range:
        node.op = Op::domain;
        break;
      default:
        break;
    }
  }
  return plan;
}

}  // namespace ringcheck::cat
