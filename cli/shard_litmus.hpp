#pragma once
// Litmus tests as shards.

#include <string>
#include <vector>

#include "cli/exit_status.hpp"
#include "cli/litmus_command.hpp"
#include "shards/exploration.hpp"

namespace ringcheck {

/// The tests of a command line, each under each model that it asks for; what it has of output is
/// not looked at. Errors: InputError; for a model that is a file too: shards carry names of models.
std::vector<shards::Exploration> litmus_explorations(const LitmusRunOptions& asked);

/// Prints what `litmus run` would have of these tests, one model at a time: herd7's log or, with
/// `json`, an object a line, to the file of that name. Status: as of `litmus run`.
ExitStatus print_litmus_results(const std::vector<shards::Exploration>& done,
                                const std::string& json);

}  // namespace ringcheck
