#pragma once
// Executions as Graphviz pictures. All drawing in the dot language is here.

#include <string>

#include "cli/execution_picture.hpp"

namespace ringcheck {

/// `picture` as a digraph called `title`, for `dot`: a column a thread, time downward, interrupts
/// indented; each relation in a colour and a line of its own, those of the cycle bold and with its
/// boxes filled. `caption` stands below. Positions are fixed; Graphviz routes the arrows.
std::string execution_dot(const ExecutionPicture& picture, const std::string& title,
                          const std::string& caption);

}  // namespace ringcheck
