#pragma once
// The events of an execution, one per line, in columns.

#include <string>

#include "cli/execution_text.hpp"

namespace ringcheck {

/// The lines of the events of `shown`, below the names of their columns.
std::string event_lines(const Program& program, const ExecutionGraph& graph,
                        const ShownEvents& shown, const Transcript& transcript,
                        const ExecutionStyle& style);

}  // namespace ringcheck
