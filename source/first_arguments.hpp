#pragma once
// What the first function of a program is called with.

#include "source/code.hpp"
#include "source/machine.hpp"

namespace ringcheck::source {

/// The arguments of routine `entry`: one argument, an empty name, for a main that takes arguments;
/// zeros for any other function.
std::vector<Value> arguments_of_entry(const Code& code, std::uint32_t entry, Machine& machine,
                                      ThreadState& state);

}  // namespace ringcheck::source
