#pragma once
// Scenario: protocol code run by CPUs and interrupts, with what must hold in each of its
// executions.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "explore/program.hpp"
#include "properties/parameter.hpp"
#include "properties/property.hpp"
#include "protocol/aux/aux_buffer.hpp"
#include "protocol/lifetime/perf_lifetime.hpp"
#include "protocol/ring/perf_buffer.hpp"
#include "protocol/ring/spsc_ring.hpp"

namespace ringcheck {

/// A scenario with its parameters filled in: a program, and where its rings lie. Addresses in the
/// rings are those of the program's locations. No property tells the program's symmetric threads
/// apart.
struct ScenarioProgram {
  Program program;
  std::optional<PerfBuffer> ring;        ///< the data ring, if it has one
  std::optional<SpscRing> spsc;          ///< the ring of one word a record, if it has one
  std::optional<PerfLifetime> lifetime;  ///< what is attached and mapped, if it is about that
  std::optional<AuxBuffer> aux;          ///< the AUX area, if it has one; without its events
  std::uint64_t bounce_units = 0;   ///< units of the bounce buffer before the AUX area; 0 for none
  std::uint64_t wakeup_events = 0;  ///< samples that owe a wakeup; 0: the watermark alone decides
  ThreadId writer = 0;
  ThreadId reader = 1;
};

/// A scenario: a family of programs, and the properties that are judged in each of their
/// executions.
struct Scenario {
  std::string_view name;
  std::string_view description;  ///< one line
  std::span<const Parameter> parameters;
  std::span<const Site> sites;  ///< ordering points that it has
  BarrierPlan plan;             ///< the plan it is written for
  std::span<const Property* const> properties;
  /// Properties whose `sometimes` must be seen, with the default parameters and the plan above.
  std::span<const Property* const> must_see;
  /// Whether any of the properties looks at what the code says, or all are judged by the graph
  /// alone.
  bool needs_transcript = true;
  /// Errors: InputError for parameters that do not fit each other.
  ScenarioProgram (*build)(const Parameters&, const BarrierPlan&, Defects);
  /// Names of the models that it is checked under when none is asked for; empty: all.
  std::span<const std::string_view> models{};
};

/// Every scenario, simplest first.
std::span<const Scenario* const> all_scenarios();

/// The scenario of this name. Errors: InputError that lists the names.
const Scenario& find_scenario(std::string_view name);

/// True iff CPU models can tell strengths at `site` apart; false for points that order the compiler
/// only, where a report says "compiler only: not varied by CPU models".
constexpr bool varied_by_cpu_models(Site site) {
  return !site_info(site).compiler_only;
}

}  // namespace ringcheck
