#pragma once
// What rows of findings are made of.

#include <string_view>
#include <vector>

#include "check/known_violation.hpp"

namespace ringcheck {

/// What is said about a known violation wherever it shows. See KnownViolation.
struct Finding {
  std::string_view id;
  std::string_view title;
  std::string_view explanation;
  std::string_view concerns;
};

/// The row of `finding` in a scenario with `settings`, as Check::with takes them: the models under
/// which it shows, the ids of properties that it may violate, and what removes it.
KnownViolation shown(const Finding& finding, std::string_view scenario,
                     std::vector<std::string_view> models, std::vector<std::string_view> properties,
                     std::string_view remedy, std::string_view settings = "");

/// The same for a finding that shows under every model.
KnownViolation shown_everywhere(const Finding& finding, std::string_view scenario,
                                std::vector<std::string_view> properties, std::string_view remedy);

}  // namespace ringcheck
