#pragma once
// The kernel's text as a program for the engine.

#include <memory>
#include <string>
#include <vector>

#include "kernel/tree/kernel_tree.hpp"
#include "source/code.hpp"

namespace ringcheck {

/// Compiles what the perf core's unit has of `tree`, with kernel/glue/ring_program.c around it and
/// `arguments` for clang. Errors: InputError.
std::shared_ptr<const source::Code> kernel_program(const KernelTree& tree,
                                                   const std::vector<std::string>& arguments);

/// What the claim of ring_program.c at `where` (file:line:column) says; `otherwise` if there is
/// none.
std::string claim_at(const std::string& where, const std::string& otherwise);

}  // namespace ringcheck
