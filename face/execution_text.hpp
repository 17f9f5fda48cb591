#pragma once
// An execution of a user's program as a person reads it.

#include <string>

#include "face/execution_data.hpp"

namespace ringcheck {

/// One line per event, one column per thread: the event's label, the call as in the source, its
/// value, what a load read, and the place in the source. Then the final values.
std::string execution_text(const execution::data& its);

}  // namespace ringcheck
