#pragma once
// A witness for people to read.

#include <string>

#include "check/witness.hpp"
#include "cli/execution_text.hpp"

namespace ringcheck {

/// How `witness` is shown in `width` columns (0: any number). If interrupts nest, each level has a
/// column. `all_events`: every event, with what the code says.
ExecutionStyle witness_style(const Witness& witness, bool all_events = false,
                             std::size_t width = 0);

/// What is wrong, with events named as in the columns.
std::string message_text(const Witness& witness, const ExecutionStyle& style);
/// ... in its usual style.
std::string message_text(const Witness& witness);

/// What was run, and the execution in columns.
std::string executed_text(const Witness& witness, const ExecutionStyle& style);

/// ... in its usual style.
std::string executed_text(const Witness& witness);

/// The violated property, what was run, the execution in columns, and why the model allows it.
/// `replay_line`: how to run it again; left out when empty.
std::string witness_text(const Witness& witness, const std::string& replay_line,
                         const ExecutionStyle& style);
/// ... in its usual style.
std::string witness_text(const Witness& witness, const std::string& replay_line);

/// What was run, as arguments of the command: "--scenario S --model M --param … --site …", with
/// only what differs from the scenario as it is written.
std::string check_arguments(const Check& check);

}  // namespace ringcheck
