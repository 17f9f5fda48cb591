#pragma once
// What is sure to happen on the ways through a loop.

#include <vector>

#include "source/graph_of_blocks.hpp"
#include "source/ir.hpp"

namespace ringcheck::source {

/// True iff running `i` may be an effect, or go on elsewhere.
bool may_have_effect(const Instruction& i);

/// The blocks of `loop` from which an iteration can only end by repeating the loop, without an
/// effect on the way.
std::vector<bool> blocks_that_repeat(const Function& function, const GraphOfBlocks& graph,
                                     const LoopOfBlocks& loop);

}  // namespace ringcheck::source
