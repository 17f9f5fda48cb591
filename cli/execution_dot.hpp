#pragma once
// Executions as Graphviz pictures. All drawing in the dot language is here.

#include <string>

#include "cli/execution_picture.hpp"

namespace ringcheck {

/// `picture` as a digraph called `title`, for `dot`: one column per thread, time downward,
/// interrupts indented. Each relation has its own colour and line style; the cycle's arrows are
/// bold, and its boxes filled. `caption` is below. Positions are fixed; Graphviz routes the arrows.
std::string execution_dot(const ExecutionPicture& picture, const std::string& title,
                          const std::string& caption);

}  // namespace ringcheck
