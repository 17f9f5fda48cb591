#pragma once
// Violations that are known and explained.

#include <span>
#include <string_view>
#include <vector>

#include "check/check.hpp"
#include "check/verdict.hpp"

namespace ringcheck {

/// A violation, known and explained, that a program has as it is.
struct KnownViolation {
  std::string_view id;
  Check check;                               ///< in which it shows
  std::vector<std::string_view> models;      ///< under which it shows
  std::vector<std::string_view> properties;  ///< ids that it may violate
  std::string_view title;                    ///< one sentence
  /// A paragraph: why it happens, and which assumption or change removes it.
  std::string_view explanation;
  /// Settings with which all properties hold. If another known violation shows too, they include
  /// its remedy.
  std::string_view remedy;
  /// Whom it concerns: who does what, on which machines. One or two sentences.
  std::string_view concerns{};
};

/// The one of `known` that explains `verdict` on `check`, or null. It explains only checks with its
/// own parameters and plan.
const KnownViolation* known_violation(std::span<const KnownViolation> known, const Check& check,
                                      const Verdict& verdict);

}  // namespace ringcheck
