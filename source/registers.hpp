#pragma once
// Which registers of a function can share a place: the state of a thread is copied often.

#include <cstdint>
#include <vector>

#include "source/graph_of_blocks.hpp"
#include "source/ir.hpp"

namespace ringcheck::source {

/// A place for each register.
struct RegisterPlaces {
  std::vector<Operand> place;  ///< by register
  std::uint32_t count = 0;     ///< places used
};

/// Calls `visit(operand)` for each register that `i`, of a function or routine, reads.
template <class Code, class Visit>
void for_each_read(const Code& function, const Instruction& i, Visit&& visit) {
  const auto look = [&](Operand x) {
    if (x >= 0) visit(x);
  };
  const auto arguments = [&] {
    for (Operand n = 0; n < i.c; ++n) look(function.arguments[static_cast<std::uint32_t>(i.b + n)]);
  };
  switch (i.opcode) {
    case Opcode::jump:
    case Opcode::unreachable:
    case Opcode::refuse:
    case Opcode::thread_local_address:
    case Opcode::fence:
    case Opcode::enter_loop:
    case Opcode::repeat_loop:
    case Opcode::wait_in_loop:
    case Opcode::take_back:
    case Opcode::meet:
      return;
    case Opcode::branch:
    case Opcode::choose_case:
      return look(i.a);
    case Opcode::call:
    case Opcode::call_external:
    case Opcode::give_back:
      return arguments();
    case Opcode::call_indirect:
      look(i.a);
      return arguments();
    case Opcode::allocate:
      return look(i.a);
    default:
      look(i.a);
      look(i.b);
      if (i.opcode != Opcode::floating) look(i.c);
  }
}

/// Gives each register of `function` a place such that registers that are needed at the same time
/// have different ones. Parameters keep theirs. `kept` are phis, as (block, index), whose values
/// are still needed where control goes back to their block.
RegisterPlaces place_registers(const Function& function, const GraphOfBlocks& graph,
                               const std::vector<std::vector<std::size_t>>& kept);

}  // namespace ringcheck::source
