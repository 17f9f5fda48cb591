#pragma once
// The kernel's text as a program for the engine.

#include <memory>
#include <string>

#include "kernel/explored/kernel_scenario.hpp"
#include "kernel/tree/kernel_tree.hpp"
#include "source/code.hpp"

namespace ringcheck {

/// Compiles the perf core's unit from `tree`, with `program` around it. Errors: InputError.
std::shared_ptr<const source::Code> kernel_program(const KernelTree& tree,
                                                   const KernelProgram& program);

/// What the claim in kernel/glue at `where` (file:line:column) says; `otherwise` if there is none.
std::string claim_at(const std::string& where, const std::string& otherwise);

}  // namespace ringcheck
