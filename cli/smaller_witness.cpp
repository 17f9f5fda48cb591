// Greedy: one parameter at a time gets the least value that works, until none can get smaller.
// Tested by tests/cli/smaller_witness_test.cpp.
#include "cli/smaller_witness.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "check/run_check.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

constexpr std::uint64_t kMostExecutions = 200000;  ///< of one attempt
constexpr std::uint64_t kMostValues = 8;           ///< of one parameter

/// The values below `value` that are tried for `parameter`, least first: all of them, or the least
/// if there are many.
std::vector<std::uint64_t> smaller_values(const Parameter& parameter, std::uint64_t value) {
  std::vector<std::uint64_t> values;
  if (!parameter.words.empty()) return values;
  for (std::uint64_t v = parameter.least; v < value && values.size() < kMostValues; ++v)
    if (!parameter.power_of_two || (v & (v - 1)) == 0) values.push_back(v);
  return values;
}

/// A witness that `check` violates `property`; nothing if it does not, or if that is not known.
std::optional<Witness> violated(const Check& check, const std::string& property, Workers* workers) {
  CheckOptions options;
  options.limits.executions = kMostExecutions;
  options.workers = workers;
  try {
    for (PropertyOutcome& outcome : run_check(check, options).properties)
      if (outcome.property->id == property) return std::move(outcome.witness);
  } catch (const InputError&) {
    // The settings do not fit each other.
  }
  return std::nullopt;
}

/// How many events happen in a witness.
int events_of(const Witness& witness) {
  return witness.graph->size() - witness.graph->locations();
}

/// Makes one parameter of `best` smaller. Returns whether that was possible.
bool shrink(Witness& best, Workers* workers) {
  for (std::size_t i = 0; i < best.check.parameters.declared().size(); ++i) {
    const Parameter& parameter = best.check.parameters.declared()[i];
    for (const std::uint64_t value : smaller_values(parameter, best.check.parameters.value(i))) {
      Check smaller = best.check;
      smaller.parameters.set(parameter.name, std::to_string(value));
      std::optional<Witness> found = violated(smaller, best.property, workers);
      if (!found || events_of(*found) > events_of(best)) continue;
      best = std::move(*found);
      return true;
    }
  }
  return false;
}

}  // namespace

Witness smaller_witness(const Witness& witness, Workers* workers) {
  Witness best = witness;
  while (shrink(best, workers)) {
  }
  return best;
}

}  // namespace ringcheck
