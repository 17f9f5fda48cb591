#pragma once
// Removes blocks in which nothing happens.

#include "source/ir.hpp"

namespace ringcheck::source {

/// Removes blocks that hold nothing but phis and a jump, and lets control go straight to where they
/// lead, if values that depend on the way still do so then. Loops then look as they were written:
/// the value that a loop asks for goes through no phi but the one at its head.
void fold_empty_blocks(Function& function);

}  // namespace ringcheck::source
