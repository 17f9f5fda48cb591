// The scenario spsc-ring of the registry.
#include "bench/ring_program.hpp"

#include <string>

#include "properties/scenario.hpp"

namespace ringcheck::bench {

Program ring_program(std::uint64_t slots, std::uint64_t records) {
  const Scenario& scenario = find_scenario("spsc-ring");
  Parameters parameters(scenario.parameters);
  parameters.set("slots", std::to_string(slots));
  parameters.set("records", std::to_string(records));
  parameters.set("polls", std::to_string(records));
  return scenario.build(parameters, scenario.plan, Defects{}).program;
}

}  // namespace ringcheck::bench
