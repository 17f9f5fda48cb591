// The lists of scenarios and properties are in order.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "check/scenario.hpp"
#include "explore/checked_cpu.hpp"
#include "graph/diagnostic.hpp"
#include "models/model.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_scenario.hpp"
#include "protocol/core/cpu.hpp"
#include "protocol/ring/sites.hpp"

namespace ringcheck {
namespace {

static_assert(Cpu<CheckedCpu>);

TEST(Registry, NamesAreUnique) {
  std::set<std::string_view> names;
  for (const Scenario* scenario : all_scenarios()) {
    EXPECT_TRUE(names.insert(scenario->name).second) << scenario->name;
    EXPECT_EQ(&find_scenario(scenario->name), scenario);
  }
  for (const Property* property : all_properties()) {
    EXPECT_TRUE(names.insert(property->id).second) << property->id;
    EXPECT_EQ(&find_property(property->id), property);
  }
  EXPECT_THROW(find_scenario("no-such"), InputError);
  EXPECT_THROW(find_property("I-99"), InputError);
}

TEST(Areas, HaveSitesThatAllowWhatTheKernelHas) {
  std::set<std::string_view> names;
  for (const Area* area : all_areas())
    for (const PerfSite& site : area->sites) {
      EXPECT_TRUE(names.insert(site.name).second) << site.name;
      EXPECT_TRUE(site.allowed.has(site.kernel)) << site.name;
      EXPECT_TRUE(site.allowed.has(Strength::none)) << site.name;
      EXPECT_EQ(site_of(site).own(), strength_name(site.kernel));
    }
}

TEST(Areas, HaveDefectsWithNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const Area* area : all_areas())
    for (const Defect& defect : area->defects) {
      EXPECT_TRUE(names.insert(defect.name).second) << defect.name;
      EXPECT_TRUE(typed(Defects(defect)).has(defect)) << defect.name;
    }
}

TEST(Areas, HaveObservationsWithNumbersOfTheirOwn) {
  std::set<std::uint32_t> kinds;
  for (const Area* area : all_areas())
    for (const std::uint32_t kind : area->observations)
      EXPECT_TRUE(kinds.insert(kind).second) << area->name << ' ' << kind;
  EXPECT_FALSE(kinds.empty());
}

TEST(Registry, ScenariosAreConsistent) {
  for (const Scenario* scenario : all_scenarios()) {
    SCOPED_TRACE(scenario->name);
    for (const Property* property : scenario->incidental)
      EXPECT_NE(std::ranges::find(scenario->properties, property), scenario->properties.end())
          << property->id;
    Plan again = scenario->plan;
    again.set(scenario->plan.text());
    EXPECT_EQ(again, scenario->plan);
    Parameters parameters(scenario->parameters);
    // Every default is a value that may be given.
    for (std::size_t i = 0; i < scenario->parameters.size(); ++i)
      EXPECT_NO_THROW(parameters.set(scenario->parameters[i].name, parameters.text(i)));
    const Subject built = Check(*scenario).build();
    EXPECT_EQ(built.program.name, scenario->name);
    EXPECT_EQ(built.views.size(), 1U);
    for (const std::string_view model : scenario->models) EXPECT_NO_THROW(find_model(model));
  }
}

TEST(Registry, EverySightingIsDemandedBySomeScenario) {
  std::set<std::string_view> demanded;
  for (const Scenario* scenario : all_scenarios())
    for (const Property* property : scenario->properties)
      if (std::ranges::find(scenario->incidental, property) == scenario->incidental.end())
        demanded.insert(property->id);
  for (const Property* property : all_properties())
    EXPECT_TRUE(demanded.count(property->id)) << property->id << ": " << property->sometimes;
}

TEST(Registry, CompilerSitesAreNotVariedByCpuModels) {
  EXPECT_TRUE(!site_of(site::kA).compiler_only);
  EXPECT_TRUE(site_of(site::kUnnestBeforeRecheck).compiler_only);
}

}  // namespace
}  // namespace ringcheck
