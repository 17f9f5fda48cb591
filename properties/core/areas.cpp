// What all areas have together.
#include "properties/core/area.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "graph/diagnostic.hpp"
#include "models/names.hpp"
#include "properties/core/conform_set.hpp"

namespace ringcheck {

namespace {

/// The entries of `list` of all areas.
template <class Thing>
std::vector<const Thing*> gather(std::span<const Thing* const> Area::*list) {
  std::vector<const Thing*> all;
  for (const Area* area : all_areas())
    all.insert(all.end(), (area->*list).begin(), (area->*list).end());
  return all;
}

/// The sites of all areas, as checks know them.
struct CheckSites {
  std::vector<std::vector<std::string_view>> strengths;
  std::vector<Site> sites;
};

CheckSites make_sites() {
  CheckSites made;
  for (const Area* area : all_areas())
    for (const PerfSite& site : area->sites) {
      std::vector<std::string_view> words;
      std::size_t standard = 0;
      for (std::size_t s = 0; s < kStrengthCount; ++s) {
        const auto strength = static_cast<Strength>(s);
        if (!site.allowed.has(strength)) continue;
        if (strength == site.kernel) standard = words.size();
        words.push_back(strength_name(strength));
      }
      made.strengths.push_back(std::move(words));
      made.sites.push_back({site.name, site.between, made.strengths.back(), standard,
                            site.compiler_only, site.in_user_space});
    }
  return made;
}

const std::vector<Site>& all_sites() {
  static const CheckSites made = make_sites();
  return made.sites;
}

Catalogue make_catalogue() {
  Catalogue all;
  const auto take = [](auto& list, const auto& things) {
    list.assign(things.begin(), things.end());
  };
  take(all.scenarios, all_scenarios());
  take(all.properties, all_properties());
  for (const Site& site : all_sites()) all.sites.push_back(&site);
  for (const Area* area : all_areas())
    for (const Defect& defect : area->defects) all.defects.push_back(defect.name);
  return all;
}

}  // namespace

std::span<const Scenario* const> all_scenarios() {
  static const auto all = gather(&Area::scenarios);
  return all;
}

std::span<const Property* const> all_properties() {
  static const auto all = [] {
    std::vector<const Property*> found;
    for (const Scenario* scenario : all_scenarios())
      for (const Property* property : scenario->properties)
        if (std::ranges::find(found, property) == found.end()) found.push_back(property);
    return found;
  }();
  return all;
}

std::span<const Monitor* const> all_monitors() {
  static const auto all = gather(&Area::monitors);
  return all;
}

std::span<const Mutant* const> all_mutants() {
  static const auto all = [] {
    std::vector<const Mutant*> found;
    for (const MutantRows* rows : gather(&Area::mutants))
      for (const Mutant& mutant : *rows) found.push_back(&mutant);
    return found;
  }();
  return all;
}

std::span<const AuxSequence* const> all_aux_sequences() {
  static const auto all = gather(&Area::sequences);
  return all;
}

std::span<const ConformSet* const> all_conform_sets() {
  static const auto all = gather(&Area::conform_sets);
  return all;
}

const Catalogue& perf_catalogue() {
  static const Catalogue catalogue = make_catalogue();
  return catalogue;
}

const Scenario& find_scenario(std::string_view name) {
  return perf_catalogue().scenario(name);
}

const Property& find_property(std::string_view id) {
  return perf_catalogue().property(id);
}

const Mutant& find_mutant(std::string_view id) {
  std::vector<std::string_view> known;
  for (const Mutant* mutant : all_mutants()) {
    if (same_name(mutant->id, id)) return *mutant;
    known.push_back(mutant->id);
  }
  throw InputError(
      {"", 0, 0,
       fmt::format("no mutant \"{}\"{}", id, instead_of(id, known, "ringcheck list mutants"))});
}

const ConformSet* find_conform_set(std::string_view name) {
  for (const ConformSet* set : all_conform_sets())
    if (set->name == name) return set;
  return nullptr;
}

const Site& site_of(const PerfSite& site) {
  return *std::ranges::find(all_sites(), site.name, &Site::name);
}

BarrierPlan typed(const Plan& plan) {
  BarrierPlan result;
  for (const Area* area : all_areas())
    for (const PerfSite& site : area->sites) {
      if (!plan.has(site.name)) continue;
      for (std::size_t s = 0; s < kStrengthCount; ++s)
        if (strength_name(static_cast<Strength>(s)) == plan[site.name])
          result.set(site, static_cast<Strength>(s));
    }
  return result;
}

DefectSet typed(const Defects& defects) {
  DefectSet result;
  for (const Area* area : all_areas())
    for (const Defect& defect : area->defects)
      if (defects.has(defect.name)) result.insert(defect);
  return result;
}

}  // namespace ringcheck
