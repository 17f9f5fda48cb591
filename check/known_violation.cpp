// Violations that are known and explained.
// Tested by tests/cli/findings_test.cpp.
#include "check/known_violation.hpp"

#include <algorithm>

namespace ringcheck {

const KnownViolation* known_violation(std::span<const KnownViolation> known, const Check& check,
                                      const Verdict& verdict) {
  const auto* violated = std::get_if<Violated>(&verdict);
  if (violated == nullptr) return nullptr;
  const auto has = [](const auto& words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
  };
  const auto found = std::ranges::find_if(known, [&](const KnownViolation& one) {
    return one.check.scenario == check.scenario && one.check.parameters == check.parameters &&
           one.check.plan == check.plan && has(one.models, check.model->name()) &&
           has(one.properties, violated->property);
  });
  return found == known.end() ? nullptr : &*found;
}

}  // namespace ringcheck
