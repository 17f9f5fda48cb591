#pragma once
// Functions in the form that is run: one line of instructions over few registers.

#include <cstdint>
#include <string>
#include <vector>

#include "source/ir.hpp"

namespace ringcheck::source {

/// A loop of a routine.
struct Loop {
  std::uint32_t depth = 0;  ///< loops of the routine around it
  std::uint32_t place = 0;
  bool is_left = false;  ///< some way leads out of it
};

/// A function as it is run: like Function, but jumps go to numbers of instructions. Where the ways
/// of control join, copies on the ways replace the phis. Marks say where loops are entered and
/// repeated, and where the ways of branches meet.
/// - enter_loop: of loop a.
/// - repeat_loop: of loop a; c pairs of (register, new value) from argument b: an iteration without
///   effect, after which the two of each pair are equal, would only be run again. Detail 1: never
///   more than once; 2: the same where loads of all orders are alike, whatever the pairs are.
/// - wait_in_loop: from here loop a is sure to be repeated: if the iteration has had no effect yet,
///   it would only be run again.
/// - take_back: the same, with the next instruction as the iteration's only effect from here on.
///   The loop would only be run again if all that the iteration has done before is to add the
///   opposite of what operation `other_width` adds with c to [b]. With detail 1, that addition came
///   before the loop.
/// - meet: ends what the branches whose `meet` is a control.
/// - branch, choose_case: b and c, or cases and target, are numbers of instructions.
/// - copy with detail 1: its value depends on the way that control took.
struct Routine {
  std::string name;
  std::uint32_t registers = 0;
  std::uint32_t parameters = 0;
  std::uint32_t results = 0;
  std::vector<std::uint64_t> constants;
  std::vector<Operand> arguments;
  std::vector<Case> cases;
  std::vector<Instruction> code;
  std::vector<Loop> loops;
};

/// Makes the form that is run. A declaration gives an empty one.
Routine make_routine(const Function& function);

}  // namespace ringcheck::source
