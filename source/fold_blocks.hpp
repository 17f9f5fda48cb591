#pragma once
// Removes blocks in which nothing happens.

#include "source/ir.hpp"

namespace ringcheck::source {

/// Lets control go straight to where blocks lead that hold nothing but phis and a jump, where what
/// depends on the way still does. Loops are then seen as they were written: the value that a loop
/// asks for goes through no phis but that at its head.
void fold_empty_blocks(Function& function);

}  // namespace ringcheck::source
