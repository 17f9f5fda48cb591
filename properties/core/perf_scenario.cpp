// From the tables of scenarios to what checks know.
#include "properties/core/perf_scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "graph/diagnostic.hpp"
#include "properties/core/perf_monitor.hpp"

namespace ringcheck {

namespace {

/// The strengths that a site allows, by name.
struct StrengthNames {
  std::array<std::string_view, kStrengthCount> names{};
  std::size_t count = 0;
  std::size_t standard = 0;
};

constexpr auto kStrengthNames = [] {
  std::array<StrengthNames, kSiteCount> all{};
  for (const PerfSiteInfo& info : kPerfSites) {
    StrengthNames& names = all[static_cast<std::size_t>(info.site)];
    for (std::size_t s = 0; s < kStrengthCount; ++s) {
      const auto strength = static_cast<Strength>(s);
      if (!info.allowed.has(strength)) continue;
      if (strength == info.kernel) names.standard = names.count;
      names.names[names.count++] = strength_name(strength);
    }
  }
  return all;
}();

constexpr bool in_user_space(PerfSite site) {
  return site == PerfSite::c || site == PerfSite::d || site == PerfSite::aux_c ||
         site == PerfSite::aux_d || site == PerfSite::compat_first ||
         site == PerfSite::compat_second;
}

constexpr auto kSitesOfChecks = [] {
  std::array<Site, kSiteCount> sites{};
  for (const PerfSiteInfo& info : kPerfSites) {
    const StrengthNames& names = kStrengthNames[static_cast<std::size_t>(info.site)];
    sites[static_cast<std::size_t>(info.site)] = {
        info.name,      info.between,       {names.names.data(), names.count},
        names.standard, info.compiler_only, in_user_space(info.site)};
  }
  return sites;
}();

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

const Site& site_of(PerfSite site) {
  return kSitesOfChecks[static_cast<std::size_t>(site)];
}

BarrierPlan typed(const Plan& plan) {
  BarrierPlan result;
  for (const PerfSiteInfo& info : kPerfSites) {
    if (!plan.has(info.name)) continue;
    for (std::size_t s = 0; s < kStrengthCount; ++s)
      if (strength_name(static_cast<Strength>(s)) == plan[info.name])
        result.set(info.site, static_cast<Strength>(s));
  }
  return result;
}

DefectSet typed(const Defects& defects) {
  DefectSet result;
  for (const std::string_view name : defects.names())
    if (const auto defect = find_defect(name)) result.insert(*defect);
  return result;
}

Defects named(DefectSet defects) {
  Defects result;
  for (const DefectInfo& info : kDefects)
    if (defects.has(info.defect)) result.insert(info.name);
  return result;
}

Scenario perf_scenario(const PerfScenario& scenario) {
  std::vector<const Site*> sites;
  for (const PerfSite site : scenario.sites) sites.push_back(&site_of(site));
  Plan plan(sites);
  for (const PerfSite site : scenario.sites)
    plan.set(site_of(site).name, strength_name(scenario.plan.at(site)));
  return {std::string(scenario.name),
          std::string(scenario.description),
          {scenario.parameters.begin(), scenario.parameters.end()},
          plan,
          {scenario.properties.begin(), scenario.properties.end()},
          {scenario.must_see.begin(), scenario.must_see.end()},
          [scenario](const Check& check) { return subject_of(scenario, check); },
          {scenario.models.begin(), scenario.models.end()}};
}

const Catalogue& perf_catalogue() {
  static const Catalogue catalogue = [] {
    Catalogue all;
    for (const Scenario* scenario : all_scenarios()) all.scenarios.push_back(scenario);
    for (const Property* property : all_properties()) all.properties.push_back(property);
    for (const Site& site : kSitesOfChecks) all.sites.push_back(&site);
    for (const DefectInfo& info : kDefects) all.defects.push_back(info.name);
    return all;
  }();
  return catalogue;
}

const Scenario& find_scenario(std::string_view name) {
  return perf_catalogue().scenario(name);
}

const Property& find_property(std::string_view id) {
  return perf_catalogue().property(id);
}

}  // namespace ringcheck
