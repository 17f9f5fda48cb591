#pragma once
// Check: everything that can be chosen about what is explored and judged, as one value.

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "check/defects.hpp"
#include "check/parameter.hpp"
#include "check/plan.hpp"
#include "check/scenario.hpp"
#include "models/model.hpp"

namespace ringcheck {

/// What is changed in a check.
struct Change {
  std::string_view settings{};  ///< as Check::with takes them
  Defects defects{};
};

/// A scenario with its settings, and the model under which it is explored.
struct Check {
  const Scenario* scenario;
  std::optional<Model> model;  ///< nothing until one is chosen
  Parameters parameters;
  Plan plan;
  Defects defects{};
  /// Whether executions that differ only in which symmetric thread did what are explored once.
  /// Changes no answer and no count of executions.
  bool symmetry = true;

  /// `which` as written: with default parameters and its own plan. Pre: `which` outlives this.
  explicit Check(const Scenario& which, std::optional<Model> under = std::nullopt)
      : scenario(&which), model(std::move(under)), parameters(which.parameters), plan(which.plan) {}
  /// The same with other settings, and with `mistakes` beside its own. Settings are NAME=VALUE,
  /// separated by spaces; a name is that of a parameter or a site. Errors: InputError for an
  /// unknown name or value, listing the known ones.
  [[nodiscard]] Check with(std::string_view settings, const Defects& mistakes = {}) const;
  /// The same under `other`.
  [[nodiscard]] Check under(Model other) const {
    Check check = *this;
    check.model = std::move(other);
    return check;
  }
  /// The settings of parameters and sites that are not the scenario's own, as with() takes them.
  [[nodiscard]] std::string changes() const;
  /// True iff parameters and plan are the scenario's own.
  [[nodiscard]] bool as_written() const {
    return parameters == Parameters(scenario->parameters) && plan == scenario->plan;
  }
  [[nodiscard]] Subject build() const {
    Subject subject = scenario->build(*this);
    if (!symmetry) subject.program.symmetric.clear();
    return subject;
  }
};

}  // namespace ringcheck
