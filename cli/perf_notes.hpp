#pragma once
// What perf's code says it did, in words.

#include <string>

#include "explore/thread_run.hpp"

namespace ringcheck {

/// `told` as a clause about its thread, such as "publishes the data up to 24"; empty for what the
/// events say themselves. Positions and sizes are bytes of the stream.
std::string perf_note(const Observation& told);

}  // namespace ringcheck
