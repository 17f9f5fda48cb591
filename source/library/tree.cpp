// The red-black tree of std::map and std::set: functions that its headers only declare. That a tree
// is balanced touches nodes beside the new one, so races with other accesses are the library's own.
// Source: T. H. Cormen, C. E. Leiserson, R. L. Rivest, C. Stein, "Introduction to Algorithms",
// chapter 13; the header node, whose parent is the root and whose children are the first and the
// last node, is that of libstdc++. Tested by tests/source/cpp_test.cpp.
#include "source/library/rows.hpp"

namespace ringcheck::source {
namespace {

constexpr std::uint64_t kRed = 0;
constexpr std::uint64_t kBlack = 1;
constexpr std::uint32_t kColourBytes = 4;

/// Links of a node, as numbers of pointers from its start.
enum class Link : std::uint8_t { parent = 1, left = 2, right = 3 };

constexpr Link opposite(Link side) {
  return side == Link::left ? Link::right : Link::left;
}

/// The nodes of a tree in memory; 0: no node.
class Tree {
 public:
  explicit Tree(LibraryCall& call) : call_(call) {}

  [[nodiscard]] std::uint64_t get(std::uint64_t node, Link link) const {
    return call_.machine.number_of(call_.load_pointer(at(node, link)));
  }
  void set(std::uint64_t node, Link link, std::uint64_t other) {
    call_.machine.store(call_.site(static_cast<std::uint32_t>(call_.pointer_bytes())),
                        at(node, link), other, call_.interpreter.options().plain);
  }
  [[nodiscard]] bool is_red(std::uint64_t node) const {
    return call_.machine.number_of(call_.machine.load(call_.site(kColourBytes), node,
                                                      call_.interpreter.options().plain)) == kRed;
  }
  /// The same of a place that may hold no node, which counts as black.
  [[nodiscard]] bool is_black(std::uint64_t node) const { return node == 0 || !is_red(node); }
  void colour(std::uint64_t node, std::uint64_t colour) {
    call_.machine.store(call_.site(kColourBytes), node, colour, call_.interpreter.options().plain);
  }

  /// The node at the end of the way along `side` from `node`.
  [[nodiscard]] std::uint64_t last(std::uint64_t node, Link side) const {
    for (std::uint64_t next = get(node, side); next != 0; next = get(node, side)) node = next;
    return node;
  }

  /// Goes up from `node` as long as it is its parent's child on `side`. Returns the parent that it is
  /// another child of.
  std::uint64_t climb(std::uint64_t& node, Link side) const {
    std::uint64_t parent = get(node, Link::parent);
    while (node == get(parent, side)) {
      node = parent;
      parent = get(parent, Link::parent);
    }
    return parent;
  }

  /// Moves `node` down to `side`; its other child takes its place.
  void rotate(std::uint64_t header, std::uint64_t node, Link side) {
    const std::uint64_t child = get(node, opposite(side));
    const std::uint64_t inner = get(child, side);
    const std::uint64_t parent = get(node, Link::parent);
    set(node, opposite(side), inner);
    if (inner != 0) set(inner, Link::parent, node);
    set(child, Link::parent, parent);
    if (node == get(header, Link::parent))
      set(header, Link::parent, child);
    else
      set(parent, node == get(parent, Link::left) ? Link::left : Link::right, child);
    set(child, side, node);
    set(node, Link::parent, child);
  }

  /// Puts `other`, which may be no node, where `node` is.
  void replace(std::uint64_t header, std::uint64_t node, std::uint64_t other) {
    const std::uint64_t parent = get(node, Link::parent);
    if (node == get(header, Link::parent))
      set(header, Link::parent, other);
    else
      set(parent, node == get(parent, Link::left) ? Link::left : Link::right, other);
    if (other != 0) set(other, Link::parent, parent);
  }

  /// Takes `node` out of the tree. Restores the colours unless a red node has gone from its place.
  void take_out(std::uint64_t header, std::uint64_t node) {
    for (const Link side : {Link::left, Link::right}) {
      if (get(header, side) != node) continue;
      const std::uint64_t inner = get(node, opposite(side));
      set(header, side, inner == 0 ? get(node, Link::parent) : last(inner, side));
    }
    const std::uint64_t left = get(node, Link::left);
    const std::uint64_t right = get(node, Link::right);
    bool loses_black = !is_red(node);
    std::uint64_t child = left != 0 ? left : right;  // what stands where a node has gone
    std::uint64_t parent = get(node, Link::parent);  // its parent
    if (left != 0 && right != 0) {
      // The next node takes the place and the colour.
      const std::uint64_t next = last(right, Link::left);
      const bool was_black = !is_red(next);
      child = get(next, Link::right);
      parent = next == right ? next : get(next, Link::parent);
      if (next != right) {
        replace(header, next, child);
        set(next, Link::right, right);
        set(right, Link::parent, next);
      }
      replace(header, node, next);
      set(next, Link::left, left);
      set(left, Link::parent, next);
      colour(next, loses_black ? kBlack : kRed);
      loses_black = was_black;
    } else {
      replace(header, node, child);
    }
    if (loses_black) add_black(header, child, parent);
  }

  /// Restores the colours where the ways through `node`, which may be no node, lack a black one.
  void add_black(std::uint64_t header, std::uint64_t node, std::uint64_t parent) {
    while (node != get(header, Link::parent) && is_black(node)) {
      const Link side = node == get(parent, Link::left) ? Link::left : Link::right;
      std::uint64_t sibling = get(parent, opposite(side));
      if (is_red(sibling)) {
        colour(sibling, kBlack);
        colour(parent, kRed);
        rotate(header, parent, side);
        sibling = get(parent, opposite(side));
      }
      if (is_black(get(sibling, Link::left)) && is_black(get(sibling, Link::right))) {
        colour(sibling, kRed);
        node = parent;
        parent = get(node, Link::parent);
        continue;
      }
      if (is_black(get(sibling, opposite(side)))) {
        colour(get(sibling, side), kBlack);
        colour(sibling, kRed);
        rotate(header, sibling, opposite(side));
        sibling = get(parent, opposite(side));
      }
      colour(sibling, is_red(parent) ? kRed : kBlack);
      colour(parent, kBlack);
      colour(get(sibling, opposite(side)), kBlack);
      rotate(header, parent, side);
      return;
    }
    if (node != 0) colour(node, kBlack);
  }

  /// Restores the colours after red node `node` has been inserted.
  void rebalance(std::uint64_t header, std::uint64_t node) {
    while (node != get(header, Link::parent) && is_red(get(node, Link::parent))) {
      std::uint64_t parent = get(node, Link::parent);
      const std::uint64_t above = get(parent, Link::parent);
      const Link side = parent == get(above, Link::left) ? Link::left : Link::right;
      const std::uint64_t uncle = get(above, opposite(side));
      if (uncle != 0 && is_red(uncle)) {
        colour(parent, kBlack);
        colour(uncle, kBlack);
        colour(above, kRed);
        node = above;
        continue;
      }
      if (node == get(parent, opposite(side))) {
        node = parent;
        rotate(header, node, side);
        parent = get(node, Link::parent);
      }
      colour(parent, kBlack);
      colour(above, kRed);
      rotate(header, above, opposite(side));
    }
    colour(get(header, Link::parent), kBlack);
  }

 private:
  [[nodiscard]] std::uint64_t at(std::uint64_t node, Link link) const {
    return node +
           static_cast<std::uint64_t>(call_.pointer_bytes()) * static_cast<std::uint64_t>(link);
  }

  LibraryCall& call_;
};

/// _Rb_tree_insert_and_rebalance(whether to the left, node, parent, header)
CallOutcome insert(LibraryCall& call) {
  Tree tree(call);
  const bool left = (call.machine.number_of(call.argument(0)) & 1U) != 0;
  const std::uint64_t node = call.machine.number_of(call.argument(1));
  const std::uint64_t parent = call.machine.number_of(call.argument(2));
  const std::uint64_t header = call.machine.number_of(call.argument(3));
  tree.set(node, Link::parent, parent);
  tree.set(node, Link::left, 0);
  tree.set(node, Link::right, 0);
  tree.colour(node, kRed);
  const Link side = left ? Link::left : Link::right;
  const bool is_end = parent == tree.get(header, side);
  tree.set(parent, side, node);
  if (parent == header) {
    tree.set(header, Link::parent, node);
    tree.set(header, Link::right, node);
  } else if (is_end) {
    tree.set(header, side, node);
  }
  tree.rebalance(header, node);
  return CallOutcome::returned;
}

/// _Rb_tree_rebalance_for_erase(node, header): returns the node that is out of the tree.
CallOutcome erase(LibraryCall& call) {
  const std::uint64_t node = call.machine.number_of(call.argument(0));
  Tree(call).take_out(call.machine.number_of(call.argument(1)), node);
  call.result = node;
  return CallOutcome::returned;
}

/// The next node, or the header.
CallOutcome increment(LibraryCall& call) {
  Tree tree(call);
  std::uint64_t node = call.machine.number_of(call.argument(0));
  if (const std::uint64_t right = tree.get(node, Link::right); right != 0) {
    call.result = tree.last(right, Link::left);
    return CallOutcome::returned;
  }
  const std::uint64_t parent = tree.climb(node, Link::right);
  // The last node of a tree that is a root alone has come to the header already.
  call.result = tree.get(node, Link::right) == parent ? node : parent;
  return CallOutcome::returned;
}

/// The node before; for the header, the last one.
CallOutcome decrement(LibraryCall& call) {
  Tree tree(call);
  std::uint64_t node = call.machine.number_of(call.argument(0));
  const std::uint64_t left = tree.get(node, Link::left);
  if (tree.is_red(node) && tree.get(tree.get(node, Link::parent), Link::parent) == node) {
    call.result = tree.get(node, Link::right);
    return CallOutcome::returned;
  }
  if (left != 0) {
    call.result = tree.last(left, Link::right);
    return CallOutcome::returned;
  }
  call.result = tree.climb(node, Link::left);
  return CallOutcome::returned;
}

constexpr LibraryRow kRows[] = {
    {"_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_", insert},
    {"_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_", erase},
    {"_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base", increment},
    {"_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base", increment},
    {"_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base", decrement},
    {"_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base", decrement},
};

}  // namespace

std::span<const LibraryRow> tree_rows() {
  return kRows;
}

}  // namespace ringcheck::source
