#pragma once
// Checks of programs as shards.

#include <map>
#include <string>
#include <vector>

#include "cli/programs/check_command.hpp"
#include "shards/exploration.hpp"

namespace ringcheck {

/// The checks of a command line; its options for output, limits and samples are ignored. `ir`
/// receives what LLVM has read of each program, by its digest. Errors: InputError.
std::vector<shards::Exploration> program_explorations(const CheckProgramOptions& asked,
                                                      std::map<std::string, std::string>& ir);

/// Prints what `check` would print about these checks, with rows and the first witness in files of
/// these names ("-": rows on standard output). Status: as for `check`.
ExitStatus print_program_results(const std::vector<shards::Exploration>& done,
                                 const std::string& json, const std::string& witness);

/// Writes programs, by their digests, to `folder`, where the workers on its shards find them.
/// Errors: InputError.
void write_programs(const std::string& folder, const std::map<std::string, std::string>& ir);

/// Reads them from there, each when it is first asked for, and only once.
source::CodeOf programs_in(const std::string& folder);

}  // namespace ringcheck
