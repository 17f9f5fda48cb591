#pragma once
// `ringcheck barriers` of programs in C, C++ and LLVM IR.

#include "cli/check_command.hpp"

namespace ringcheck {

/// What `barriers` takes for programs beside what it takes for scenarios.
struct ProgramBarriersOptions {
  CheckProgramOptions check;  ///< files, models and JSON come from what scenarios have too
  std::string patch;          ///< path of the patch; empty: none
};

/// Adds these options.
void add_program_barriers(CLI::App& command, ProgramBarriersOptions& options);

/// True iff `arguments` name files that programs are in, rather than scenarios. Errors: InputError
/// for both at a time, for options that scenarios alone have with programs, and the other way.
bool are_programs(const CheckArguments& arguments, const CLI::App& command);

/// Studies each order of each file under each model (rc11 and the machines that C has mappings for,
/// when none is named). The patch is the cheapest plan that is enough under all of them. Status:
/// holds, violated for a program that is not right as it is, bound_reached when a limit ended a
/// check. Errors: InputError as for check_programs, and for a program without orders, or with lkmm,
/// which gives C's orders no meaning.
ExitStatus program_barriers(const CheckArguments& arguments, const ProgramBarriersOptions& options);

}  // namespace ringcheck
