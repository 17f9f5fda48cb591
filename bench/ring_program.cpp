// The scenario spsc-ring of the registry.
#include "bench/ring_program.hpp"

#include <fmt/format.h>

#include "check/check.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_scenario.hpp"

namespace ringcheck::bench {

Program ring_program(std::uint64_t slots, std::uint64_t records) {
  return Check(find_scenario("spsc-ring"))
      .with(fmt::format("slots={} records={} polls={}", slots, records, records))
      .build()
      .program;
}

}  // namespace ringcheck::bench
