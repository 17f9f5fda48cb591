#pragma once
// Litmus tests as shards.

#include <string>
#include <vector>

#include "cli/exit_status.hpp"
#include "cli/litmus_command.hpp"
#include "shards/exploration.hpp"

namespace ringcheck {

/// The tests of a command line, each under each model that it asks for; its options for output are
/// ignored. Errors: InputError, also for a model that is a file: shards carry names of models.
std::vector<shards::Exploration> litmus_explorations(const LitmusRunOptions& asked);

/// Prints what `litmus run` would print about these tests, one model at a time: herd7's log or,
/// with `json`, one object per line, to the file of that name. Status: as for `litmus run`.
ExitStatus print_litmus_results(const std::vector<shards::Exploration>& done,
                                const std::string& json);

}  // namespace ringcheck
