#pragma once
// Removes branches that always go the same way.

#include "source/ir.hpp"

namespace ringcheck::source {

/// Lets control go straight on where a branch or a switch asks for a number that constants alone
/// make: such as the order of a std::atomic's access, which its header asks for. What depends on a
/// read, or on the way that control took, stays, so no dependency is lost.
void fold_known_branches(Function& function);

}  // namespace ringcheck::source
