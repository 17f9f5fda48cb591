// Tested by tests/source/verdict_test.cpp.
#include "source/ways_of_loops.hpp"

#include <algorithm>

namespace ringcheck::source {

bool may_have_effect(const Instruction& i) {
  switch (i.opcode) {
    case Opcode::store:
    case Opcode::rmw:
    case Opcode::cmpxchg:
    case Opcode::allocate:
    case Opcode::call:
    case Opcode::call_external:
    case Opcode::call_indirect:
    case Opcode::give_back:
    case Opcode::unreachable:
    case Opcode::refuse:
      return true;
    default:
      return false;
  }
}

std::vector<bool> blocks_that_repeat(const Function& function, const GraphOfBlocks& graph,
                                     const LoopOfBlocks& loop) {
  std::vector<bool> repeats = loop.contains;
  repeats[loop.header] = false;
  for (std::uint32_t b = 0; b < function.blocks.size(); ++b)
    if (repeats[b] && std::ranges::any_of(function.blocks[b].instructions, may_have_effect))
      repeats[b] = false;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t b = 0; b < function.blocks.size(); ++b) {
      if (!repeats[b]) continue;
      const bool leaves = std::ranges::any_of(graph.successors(b), [&](std::uint32_t s) {
        return s != loop.header && (!repeats[s] || graph.goes_back(b, s));
      });
      if (!leaves) continue;
      repeats[b] = false;
      changed = true;
    }
  }
  return repeats;
}

}  // namespace ringcheck::source
