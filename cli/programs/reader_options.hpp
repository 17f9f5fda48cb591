#pragma once
// `check --reader`: somebody else's reader in place of a scenario's.

#include "cli/programs/check_command.hpp"
#include "source/compile.hpp"

namespace CLI {
class Option;
}

namespace ringcheck {

/// Adds --reader alone.
CLI::Option* add_reader(CLI::App& command, CheckProgramOptions& options);
/// Adds --reader, --scenario and --param.
void add_reader_options(CLI::App& command, CheckProgramOptions& options);

/// How the files of `options` are compiled, with the reader and the parameters of its scenario.
/// Errors: InputError for an unknown function, scenario, parameter or value.
source::CompileOptions compile_options(const CheckProgramOptions& options);

/// The models that are checked when none is named: with a reader, those of the machines.
std::vector<std::string> default_models(const CheckProgramOptions& options);

}  // namespace ringcheck
