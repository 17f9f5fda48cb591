// Source of the dominators: Cooper, Harvey, Kennedy, "A simple, fast dominance algorithm", 2001.
#include "source/graph_of_blocks.hpp"

#include <algorithm>
#include <functional>

namespace ringcheck::source {

namespace {

/// Immediate dominators of a graph, given its reverse postorder from `root` (position: place in
/// it, kNoBlock for what is not reached) and the predecessors of each node.
std::vector<std::uint32_t> dominators(const std::vector<std::uint32_t>& order,
                                      const std::vector<std::uint32_t>& position,
                                      const std::vector<std::vector<std::uint32_t>>& predecessors) {
  std::vector<std::uint32_t> dominator(position.size(), kNoBlock);
  if (order.empty()) return dominator;
  dominator[order.front()] = order.front();
  const auto meet = [&](std::uint32_t a, std::uint32_t b) {
    while (a != b) {
      while (position[a] > position[b]) a = dominator[a];
      while (position[b] > position[a]) b = dominator[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 1; i < order.size(); ++i) {
      std::uint32_t best = kNoBlock;
      for (const std::uint32_t p : predecessors[order[i]])
        if (position[p] != kNoBlock && dominator[p] != kNoBlock)
          best = best == kNoBlock ? p : meet(p, best);
      if (best == dominator[order[i]]) continue;
      dominator[order[i]] = best;
      changed = true;
    }
  }
  return dominator;
}

/// Reverse postorder from `root`.
std::vector<std::uint32_t> reverse_postorder(
    std::uint32_t root, const std::vector<std::vector<std::uint32_t>>& successors) {
  std::vector<std::uint32_t> order;
  std::vector<bool> seen(successors.size());
  std::vector<std::pair<std::uint32_t, std::size_t>> stack{{root, 0}};
  seen[root] = true;
  while (!stack.empty()) {
    auto& [block, next] = stack.back();
    if (next < successors[block].size()) {
      const std::uint32_t s = successors[block][next++];
      if (seen[s]) continue;
      seen[s] = true;
      stack.emplace_back(s, 0);
      continue;
    }
    order.push_back(block);
    stack.pop_back();
  }
  std::ranges::reverse(order);
  return order;
}

}  // namespace

std::vector<std::uint32_t> successors_of(const Function& function, const Block& block) {
  if (block.instructions.empty()) return {};
  const Instruction& last = block.instructions.back();
  const auto target = static_cast<std::uint32_t>(last.target);
  switch (last.opcode) {
    case Opcode::jump:
      return {target};
    case Opcode::branch:
      return {static_cast<std::uint32_t>(last.b), static_cast<std::uint32_t>(last.c)};
    case Opcode::choose_case: {
      std::vector<std::uint32_t> all{target};
      for (Operand c = 0; c < last.c; ++c)
        all.push_back(function.cases[static_cast<std::uint32_t>(last.b + c)].target);
      return all;
    }
    default:
      return {};
  }
}

GraphOfBlocks::GraphOfBlocks(const Function& function) {
  const std::size_t blocks = function.blocks.size();
  successors_.resize(blocks);
  predecessors_.resize(blocks);
  for (std::uint32_t b = 0; b < blocks; ++b) {
    successors_[b] = successors_of(function, function.blocks[b]);
    for (const std::uint32_t s : successors_[b]) predecessors_[s].push_back(b);
  }
  find_order(blocks);
  find_loops(blocks);
}

void GraphOfBlocks::find_order(std::size_t blocks) {
  order_ = reverse_postorder(0, successors_);
  position_.assign(blocks, kNoBlock);
  for (std::uint32_t i = 0; i < order_.size(); ++i) position_[order_[i]] = i;
  dominator_ = dominators(order_, position_, predecessors_);

  // Post-dominators: the same from a node after all ends, against the edges.
  const auto end = static_cast<std::uint32_t>(blocks);
  std::vector<std::vector<std::uint32_t>> forward = successors_;
  std::vector<std::vector<std::uint32_t>> backward = predecessors_;
  forward.emplace_back();
  backward.emplace_back();
  for (std::uint32_t b = 0; b < blocks; ++b) {
    if (!forward[b].empty() || !reached(b)) continue;
    forward[b].push_back(end);
    backward[end].push_back(b);
  }
  const std::vector<std::uint32_t> order = reverse_postorder(end, backward);
  std::vector<std::uint32_t> position(blocks + 1, kNoBlock);
  for (std::uint32_t i = 0; i < order.size(); ++i) position[order[i]] = i;
  post_dominator_ = dominators(order, position, forward);
  post_dominator_.pop_back();
  for (std::uint32_t& b : post_dominator_)
    if (b == end) b = kNoBlock;
}

bool GraphOfBlocks::dominates(std::uint32_t a, std::uint32_t b) const {
  while (position_[b] > position_[a]) b = dominator_[b];
  return a == b;
}

void GraphOfBlocks::find_loops(std::size_t blocks) {
  std::vector<std::size_t> loop_of(blocks, SIZE_MAX);
  for (const std::uint32_t b : order_) {
    for (const std::uint32_t s : successors_[b]) {
      if (!goes_back(b, s)) continue;
      if (loop_of[s] == SIZE_MAX) {
        loop_of[s] = loops_.size();
        LoopOfBlocks& fresh = loops_.emplace_back();
        fresh.header = s;
        fresh.contains.assign(blocks, false);
        fresh.contains[s] = true;
      }
      LoopOfBlocks& loop = loops_[loop_of[s]];
      loop.latches.push_back(b);
      std::vector<std::uint32_t> open{b};
      while (!open.empty()) {
        const std::uint32_t x = open.back();
        open.pop_back();
        if (loop.contains[x] || !reached(x)) continue;
        loop.contains[x] = true;
        for (const std::uint32_t p : predecessors_[x])
          // What comes before the header in order is outside, however the loop is entered.
          if (position_[p] != kNoBlock && position_[p] >= position_[s]) open.push_back(p);
      }
    }
  }
}

}  // namespace ringcheck::source
