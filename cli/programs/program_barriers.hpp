#pragma once
// `ringcheck barriers` for programs in C, C++ and LLVM IR.

#include "cli/programs/check_command.hpp"

namespace ringcheck {

/// What `barriers` takes for programs in addition to what it takes for scenarios.
struct ProgramBarriersOptions {
  CheckProgramOptions check;  ///< files, models and JSON come from what scenarios have too
  std::string patch;          ///< path of the patch; empty: none
};

/// Studies each order of each file under each model (when none is named: rc11 and the machines for
/// which C has mappings). The patch is the cheapest plan that is enough under all of them. Status:
/// holds, violated for a program that is not right as it is, bound_reached when a limit ended a
/// check. Errors: InputError as for check_programs, for a program without orders, and for lkmm,
/// which gives C's orders no meaning.
ExitStatus program_barriers(const CheckArguments& arguments, const ProgramBarriersOptions& options);

}  // namespace ringcheck
