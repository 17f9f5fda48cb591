#pragma once
// Hunts for mutants, run by several workers, and how their results are shown.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "check/mutant_hunt.hpp"

namespace ringcheck {

/// The same, with the results in a list.
std::vector<HuntResult> hunt_mutants(const std::vector<Hunt>& hunts, std::uint64_t seed,
                                     unsigned jobs);

/// How a hunt ended, in a word or two: "found", "clean" if the mutant must not be found, or what
/// differs from what the mutant names.
std::string hunt_verdict(const HuntResult& result);

/// The smallest witness among a mutant's results, or its shrunk sequence, as text; empty when the
/// mutant was not found.
std::string mutant_witness(const std::vector<HuntResult>& results);

/// `results`, grouped by mutant.
std::vector<std::vector<HuntResult>> by_mutant(std::vector<HuntResult> results);

/// The section of the report about mutants.
std::string mutants_markdown(const std::vector<HuntResult>& results);

}  // namespace ringcheck
