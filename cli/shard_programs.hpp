#pragma once
// Checks of programs as shards.

#include <map>
#include <string>
#include <vector>

#include "cli/check_command.hpp"
#include "shards/exploration.hpp"

namespace ringcheck {

/// The checks of a command line; what it has of output, limits and samples is not looked at. `ir`
/// takes what LLVM has read of each program, by its digest. Errors: InputError.
std::vector<shards::Exploration> program_explorations(const CheckProgramOptions& asked,
                                                      std::map<std::string, std::string>& ir);

/// Prints what `check` would have of these checks, with rows and the first witness in files of
/// these names ("-": rows on standard output). Status: as of `check`.
ExitStatus print_program_results(const std::vector<shards::Exploration>& done,
                                 const std::string& json, const std::string& witness);

/// Writes programs, by their digests, to `folder`, where whoever works on its shards finds them.
/// Errors: InputError.
void write_programs(const std::string& folder, const std::map<std::string, std::string>& ir);

/// Reads them there, each when it is asked for, and once.
source::CodeOf programs_in(const std::string& folder);

}  // namespace ringcheck
