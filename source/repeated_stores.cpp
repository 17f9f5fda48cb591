// Stores that every iteration of a loop makes again.
// Tested by tests/source/verdict_test.cpp.
#include <algorithm>

#include "source/awaits.hpp"
#include "source/definitions.hpp"

namespace ringcheck::source {

namespace {

/// The innermost loop around `block`, the one with the fewest blocks; SIZE_MAX: none.
std::size_t innermost(const GraphOfBlocks& graph, std::uint32_t block) {
  std::size_t best = SIZE_MAX;
  std::ptrdiff_t size = 0;
  for (std::size_t l = 0; l < graph.loops().size(); ++l) {
    const LoopOfBlocks& loop = graph.loops()[l];
    if (!loop.contains[block]) continue;
    const std::ptrdiff_t blocks = std::ranges::count(loop.contains, true);
    if (best != SIZE_MAX && blocks >= size) continue;
    best = l;
    size = blocks;
  }
  return best;
}

/// True iff each way through an iteration of `loop`, and out of it, goes through `block`.
bool is_on_every_way(const GraphOfBlocks& graph, const LoopOfBlocks& loop, std::uint32_t block) {
  for (const std::uint32_t b : graph.order()) {
    if (!loop.contains[b]) continue;
    for (const std::uint32_t s : graph.successors(b))
      if ((s == loop.header || !loop.contains[s]) && !graph.dominates(block, b)) return false;
  }
  return true;
}

bool defined_outside(const Definitions& definitions, const LoopOfBlocks& loop, Operand operand) {
  const Definition* d = definitions.find(operand);
  if (d == nullptr) return true;
  if (!loop.contains[d->block]) return true;
  // An address that is computed anew from what does not change is the same each time.
  if (d->instruction == nullptr || d->instruction->opcode > Opcode::index) return false;
  for (const Operand x : {d->instruction->a, d->instruction->b, d->instruction->c})
    if (x != kNoOperand && !defined_outside(definitions, loop, x)) return false;
  return true;
}

/// True iff a plain load, or a call of something that may load, is in `loop`.
bool may_read_plain_memory(const Function& function, const LoopOfBlocks& loop) {
  for (std::uint32_t b = 0; b < function.blocks.size(); ++b) {
    if (!loop.contains[b]) continue;
    for (const Instruction& i : function.blocks[b].instructions) {
      if (i.opcode == Opcode::call || i.opcode == Opcode::call_indirect ||
          i.opcode == Opcode::call_external)
        return true;
      if (i.opcode == Opcode::load && i.order == Order::plain) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<RepeatedStore> find_repeated_stores(const Function& function,
                                                const GraphOfBlocks& graph) {
  const Definitions definitions(function);
  std::vector<RepeatedStore> stores;
  for (const std::uint32_t b : graph.order()) {
    const std::size_t l = innermost(graph, b);
    if (l == SIZE_MAX) continue;
    const LoopOfBlocks& loop = graph.loops()[l];
    for (std::size_t i = 0; i < function.blocks[b].instructions.size(); ++i) {
      const Instruction& store = function.blocks[b].instructions[i];
      if (store.opcode != Opcode::store || store.order > Order::relaxed ||
          !defined_outside(definitions, loop, store.a) || !is_on_every_way(graph, loop, b) ||
          may_read_plain_memory(function, loop))
        continue;
      stores.push_back({b, i, l});
    }
  }
  return stores;
}

}  // namespace ringcheck::source
