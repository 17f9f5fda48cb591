#pragma once
// Scenario: a family of programs with settings, and what must hold in each of their executions.

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "check/parameter.hpp"
#include "check/plan.hpp"
#include "check/property.hpp"
#include "check/view.hpp"
#include "explore/program.hpp"

namespace ringcheck {

struct Check;
struct Monitor;

/// What is explored and judged: a program, and how its executions are shown to properties.
/// Addresses are those of the program's locations. No property tells the program's symmetric
/// threads apart.
struct Subject {
  Program program;
  std::vector<View> views;  ///< one of each type that the scenario's properties judge by
  /// Monitors of the properties for which a search for the verdict alone is possible; may be empty.
  std::span<const Monitor* const> monitors{};

  /// Its view of type V. Pre: it has one.
  template <class V>
  [[nodiscard]] const V& view() const {
    for (const View& view : views)
      if (view.type() == view_type<V>()) return view.as<V>();
    std::abort();
  }
};

/// A scenario. A given program without settings is a scenario without parameters and sites.
struct Scenario {
  std::string name;
  std::string description;  ///< one line
  std::vector<Parameter> parameters;
  Plan plan;  ///< its ordering points, and what stands there as it is written
  /// What is judged. When several are violated in equally small executions, the first is named.
  std::vector<const Property*> properties;
  /// The program with the settings of a check. Errors: InputError for parameters that do not fit
  /// each other.
  std::function<Subject(const Check&)> build;
  /// Names of the models under which it is checked when none is asked for; empty: all.
  std::vector<std::string_view> models{};
  /// Those of its properties that it was not made to show. They are judged too, but a check is not
  /// vacuous because the `sometimes` of one of them is never seen.
  std::vector<const Property*> incidental{};
};

/// What can be asked for by name. What the pointers point to lives for ever.
struct Catalogue {
  std::vector<const Scenario*> scenarios;   ///< simplest first
  std::vector<const Property*> properties;  ///< in the order in which people read them
  std::vector<const Site*> sites;
  std::vector<std::string_view> defects;

  /// The scenario of this name. Errors: InputError that lists the names; the same for the functions
  /// below.
  [[nodiscard]] const Scenario& scenario(std::string_view name) const;
  [[nodiscard]] const Property& property(std::string_view id) const;
  [[nodiscard]] std::string_view defect(std::string_view name) const;
};

}  // namespace ringcheck
