#pragma once
// Builds the nodes of a plan: equal operations become one node, and on request operations are
// simplified.

#include <map>
#include <span>
#include <string_view>
#include <tuple>

#include "models/language/plan.hpp"

namespace ringcheck::cat {

/// Whether a plan is made to be fast, or to have one node for each operation of the text.
enum class Style : std::uint8_t {
  literal,    ///< each node means what the text says at its place: for explanations
  optimised,  ///< constants folded, identities [S] pushed into their neighbours, static runs
              ///< grouped
};

class PlanBuilder {
 public:
  explicit PlanBuilder(Style style);

  /// Position that errors name and that new nodes get.
  void at(const Position& position) { at_ = position; }

  NodeId leaf(Op op, Type type, NodeId a = kNoNode, NodeId b = kNoNode);
  NodeId named_set(const NamedSet& set);

  // Each takes sets or relations like the operator of cat, and throws InputError if it cannot.
  NodeId unite(NodeId a, NodeId b);
  NodeId intersect(NodeId a, NodeId b);
  NodeId subtract(NodeId a, NodeId b);
  NodeId complement(NodeId a);
  NodeId sequence(std::span<const NodeId> operands);
  NodeId inverse(NodeId a);
  NodeId plus(NodeId a);
  NodeId star(NodeId a);
  NodeId optional(NodeId a);
  NodeId product(NodeId a, NodeId b);
  NodeId nested_pairs(NodeId a, NodeId b);
  NodeId different_values(NodeId a);
  NodeId identity_on(NodeId set);
  NodeId domain(NodeId a);
  NodeId range(NodeId a);

  /// Starts a `let rec` of unknowns of the given types.
  int open_group(std::span<const Type> types);
  /// Ends it; returns the nodes of its fixpoint.
  std::vector<NodeId> close_group(int group, std::span<const NodeId> bodies);

  /// Gives `node` a name unless it has one.
  void set_name(NodeId node, std::string_view name);
  /// Throws unless `node` has this type; `0` has both types. Returns the node as that type.
  NodeId as(Type type, NodeId node);

  [[nodiscard]] const Node& node(NodeId n) const {
    return plan_.nodes[static_cast<std::size_t>(n)];
  }
  [[nodiscard]] Plan& plan() { return plan_; }
  [[nodiscard]] Style style() const { return style_; }

 private:
  /// A relation as [set] | rest; `set` is kNoNode if there is no such part.
  struct Split {
    NodeId set = kNoNode;
    NodeId rest = kNoNode;
  };

  NodeId make(Op op, Type type, NodeId a = kNoNode, NodeId b = kNoNode);
  void classify(Node& n) const;
  NodeId binary(Op set_op, Op relation_op, NodeId a, NodeId b);
  [[nodiscard]] Split split(NodeId relation);
  NodeId join(Split parts);
  NodeId restrict_domain(NodeId set, NodeId relation);
  NodeId restrict_range(NodeId set, NodeId relation);
  NodeId compose(NodeId a, NodeId b);
  NodeId unite_sets(NodeId a, NodeId b);
  [[nodiscard]] bool is(Op op, NodeId n) const { return node(n).op == op; }
  [[nodiscard]] bool is_empty(NodeId n) const {
    return is(Op::empty_set, n) || is(Op::empty_relation, n);
  }
  [[nodiscard]] bool optimised() const { return style_ == Style::optimised; }

  using Key = std::tuple<Op, Type, NodeId, NodeId>;

  Style style_;
  Plan plan_;
  Position at_;
  std::map<Key, NodeId> known_;
  NodeId empty_set_;
  NodeId empty_relation_;
  NodeId universe_;
};

}  // namespace ringcheck::cat
