#pragma once
// Live cases: random programs on a buffer, and the trace that a buffer shows of one.

#include <fmt/format.h>
#include <cstdint>
#include <string>
#include <vector>

#include "properties/ring/live_buffer.hpp"

namespace ringcheck {

/// A random program on a random buffer.
struct LiveCase {
  LiveSetup setup;
  std::vector<LiveStep> steps;
};

/// Case `index` of `seed`: the same for the same numbers, on every machine.
LiveCase random_live_case(std::uint64_t seed, std::uint64_t index);

/// Looks at a buffer after a step.
Json live_step_json(const LiveStep& step, const LiveState& state);
/// A row without steps.
Json live_setup_json(const LiveSetup& setup, const std::string& name);

/// Runs `program` on `buffer` and writes down what it shows, as a row of traces.
template <LiveBuffer B>
Json record_live_case(const LiveCase& program, B& buffer, const std::string& name) {
  Json row = live_setup_json(program.setup, name);
  Json& steps = row["steps"] = Json::array();
  for (const LiveStep& step : program.steps)
    steps.push_back(live_step_json(step, buffer.take(step)));
  return row;
}

}  // namespace ringcheck
