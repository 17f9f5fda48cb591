#pragma once
// Area: the parts of a piece of perf that can be asked for by name.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "check/monitor.hpp"
#include "check/mutant.hpp"
#include "check/scenario.hpp"
#include "properties/core/coverage.hpp"
#include "protocol/core/barrier_plan.hpp"
#include "protocol/core/defect.hpp"

namespace ringcheck {

struct AuxSequence;
struct ConformSet;
struct DriverPoint;
struct KnownViolation;

/// Mutants of one section of the catalogue.
using MutantRows = std::span<const Mutant>;

/// An area. Its area.cpp, and nothing else, names all that it has. Its properties are those that
/// its scenarios judge by.
struct Area {
  std::string_view name;  ///< that of its folders
  std::span<const Scenario* const> scenarios{};
  std::span<const Monitor* const> monitors{};  ///< for searches for the verdict alone
  std::span<const PerfSite> sites{};
  std::span<const Defect> defects{};
  std::span<const std::uint32_t> observations{};  ///< their kinds
  std::span<const MutantRows* const> mutants{};
  std::span<const AuxSequence* const> sequences{};
  std::span<const ConformSet* const> conform_sets{};
  std::span<const Coverage> coverage{};  ///< mechanisms of the documents that it specifies
  /// Known violations, and ordering points of drivers. Made when they are asked for, since they
  /// name scenarios.
  std::vector<KnownViolation> (*findings)() = nullptr;
  std::vector<DriverPoint> (*driver_points)() = nullptr;
};

/// Every area; one that builds on another comes after it. What follows is in this order.
std::span<const Area* const> all_areas();

std::span<const Scenario* const> all_scenarios();
/// Each property that a scenario judges by, once.
std::span<const Property* const> all_properties();
std::span<const Monitor* const> all_monitors();
std::span<const Mutant* const> all_mutants();
std::span<const AuxSequence* const> all_aux_sequences();
/// Every set of recorded answers that is modelled.
std::span<const ConformSet* const> all_conform_sets();
/// All that checks may ask for by name.
const Catalogue& perf_catalogue();

/// Errors: InputError that lists the names; likewise for the functions below.
const Scenario& find_scenario(std::string_view name);
const Property& find_property(std::string_view id);
const Mutant& find_mutant(std::string_view id);
/// Null if there is no set of this name.
const ConformSet* find_conform_set(std::string_view name);

/// The ordering point as checks know it.
const Site& site_of(const PerfSite& site);
/// The plan of Linux 6.1, except for what `plan` says about its own sites.
BarrierPlan typed(const Plan& plan);
/// Those of `defects` that the specification knows.
DefectSet typed(const Defects& defects);

}  // namespace ringcheck
