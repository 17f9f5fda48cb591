#pragma once
// A witness as a person reads it.

#include <string>

#include "check/witness.hpp"

namespace ringcheck {

/// What is wrong, with events named as in the columns.
std::string message_text(const Witness& witness);

/// What was run, and the execution in columns.
std::string executed_text(const Witness& witness);

/// The violated property, what was run, the execution in columns, and why the model allows it.
/// `replay_line`: how to run it again; left out when empty.
std::string witness_text(const Witness& witness, const std::string& replay_line);

/// What was run, as arguments of the command: "--scenario S --model M --param … --site …", with
/// only what differs from the scenario as it is written.
std::string check_arguments(const Check& check);

}  // namespace ringcheck
