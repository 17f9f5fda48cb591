#pragma once
// The flow of control of a function: which blocks dominate which, and its loops.

#include <cstdint>
#include <vector>

#include "source/ir.hpp"

namespace ringcheck::source {

inline constexpr std::uint32_t kNoBlock = UINT32_MAX;

/// A loop: the blocks from which its header is reached without leaving it.
struct LoopOfBlocks {
  std::uint32_t header = 0;
  std::vector<std::uint32_t> latches;  ///< blocks that go back to the header
  std::vector<bool> contains;          ///< by block
};

/// Successors and predecessors, dominators and loops of a function. Blocks that are not reached
/// from the entry have no dominator.
class GraphOfBlocks {
 public:
  explicit GraphOfBlocks(const Function& function);

  [[nodiscard]] const std::vector<std::uint32_t>& successors(std::uint32_t b) const {
    return successors_[b];
  }
  [[nodiscard]] const std::vector<std::uint32_t>& predecessors(std::uint32_t b) const {
    return predecessors_[b];
  }
  /// Reached blocks, each before its successors except those that it goes back to.
  [[nodiscard]] const std::vector<std::uint32_t>& order() const { return order_; }
  [[nodiscard]] bool reached(std::uint32_t b) const { return position_[b] != kNoBlock; }
  /// True iff every way to `b` goes through `a`. Pre: both are reached.
  [[nodiscard]] bool dominates(std::uint32_t a, std::uint32_t b) const;
  /// The first block that every way from `b` to the end goes through; kNoBlock: there is none.
  [[nodiscard]] std::uint32_t meeting_of(std::uint32_t b) const { return post_dominator_[b]; }
  /// True iff the edge goes back in order(): it closes a loop.
  [[nodiscard]] bool goes_back(std::uint32_t from, std::uint32_t to) const {
    return position_[to] <= position_[from];
  }
  /// One loop for each block that an edge goes back to. Entries into the middle of a loop do not
  /// matter: the block that the edge goes back to counts as its header.
  [[nodiscard]] const std::vector<LoopOfBlocks>& loops() const { return loops_; }

 private:
  void find_order(std::size_t blocks);
  void find_loops(std::size_t blocks);

  std::vector<std::vector<std::uint32_t>> successors_;
  std::vector<std::vector<std::uint32_t>> predecessors_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> position_;  ///< in order_; kNoBlock: not reached
  std::vector<std::uint32_t> dominator_;
  std::vector<std::uint32_t> post_dominator_;
  std::vector<LoopOfBlocks> loops_;
};

/// The blocks that the last instruction of `block` may go to, in the order of its ways.
std::vector<std::uint32_t> successors_of(const Function& function, const Block& block);

}  // namespace ringcheck::source
