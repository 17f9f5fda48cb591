// From the tables of scenarios to what checks know.
#include "properties/core/perf_scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "graph/diagnostic.hpp"
#include "properties/core/area.hpp"
#include "protocol/perf_tool/sites.hpp"
#include "protocol/ring/sites.hpp"

namespace ringcheck {

namespace {

Subject subject_of(const PerfScenario& scenario, const Check& check) {
  if (check.model && check.model->name() == "lkmm" &&
      std::ranges::find(scenario.parameters, "compiler", &Parameter::name) !=
          scenario.parameters.end() &&
      check.parameters["compiler"] != 0)
    throw InputError({"", 0, 0,
                      fmt::format("{}: lkmm is about source code, expected the model of a machine "
                                  "where a compiler is a party",
                                  scenario.name)});
  PerfProgram built = scenario.build(check.parameters, typed(check.plan), typed(check.defects));
  if (built.ring)
    for (const std::uint64_t position : {built.ring->at.data_head, built.ring->at.data_tail})
      built.start = std::max(built.start, built.program.locations[location_of(position)].initial);
  built.locations = std::make_shared<const std::vector<Location>>(built.program.locations);
  Subject subject{std::move(built.program), {}, all_monitors()};
  if (built.spsc)
    subject.views.emplace_back(SlotView(built));
  else
    subject.views.emplace_back(PerfView(built));
  return subject;
}

}  // namespace

Scenario perf_scenario(const PerfScenario& scenario) {
  std::vector<const Site*> sites;
  for (const PerfSite& site : scenario.sites) sites.push_back(&site_of(site));
  Plan plan(sites);
  for (const PerfSite& site : scenario.sites)
    plan.set(site_of(site).name, strength_name(scenario.plan.at(site)));
  std::vector<const Property*> incidental;
  for (const Property* property : scenario.properties)
    if (std::ranges::find(scenario.must_see, property) == scenario.must_see.end())
      incidental.push_back(property);
  return {std::string(scenario.name),
          std::string(scenario.description),
          {scenario.parameters.begin(), scenario.parameters.end()},
          plan,
          {scenario.properties.begin(), scenario.properties.end()},
          [scenario](const Check& check) { return subject_of(scenario, check); },
          {scenario.models.begin(), scenario.models.end()},
          incidental};
}

}  // namespace ringcheck
