// From the tables of scenarios to what checks know.
#include "properties/core/perf_scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "graph/diagnostic.hpp"
#include "properties/core/area.hpp"
#include "protocol/perf_tool/sites.hpp"
#include "protocol/ring/sites.hpp"

namespace ringcheck {

namespace {

Subject subject_of(const std::string& scenario, const PerfBuild& build, const Check& check) {
  PerfProgram built = build(check, {scenario, typed(check.plan), typed(check.defects)});
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

void refuse_departures_under_lkmm(const Check& check, std::uint64_t departures) {
  if (departures == 0 || !check.model || check.model->name() != "lkmm") return;
  throw InputError({"", 0, 0,
                    fmt::format("{}: lkmm is about source code, expected the model of a machine "
                                "where a compiler is a party",
                                check.scenario->name)});
}

Scenario perf_scenario(const PerfOutline& outline, std::vector<Parameter> parameters,
                       PerfBuild build) {
  std::vector<const Site*> sites;
  for (const PerfSite& site : outline.sites) sites.push_back(&site_of(site));
  Plan plan(sites);
  for (const PerfSite& site : outline.sites)
    plan.set(site_of(site).name, strength_name(outline.plan.at(site)));
  std::vector<const Property*> incidental;
  for (const Property* property : outline.properties)
    if (std::ranges::find(outline.must_see, property) == outline.must_see.end())
      incidental.push_back(property);
  return {std::string(outline.name),
          std::string(outline.description),
          std::move(parameters),
          plan,
          {outline.properties.begin(), outline.properties.end()},
          [name = std::string(outline.name), build = std::move(build)](const Check& check) {
            return subject_of(name, build, check);
          },
          {outline.models.begin(), outline.models.end()},
          incidental};
}

}  // namespace ringcheck
