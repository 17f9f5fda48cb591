#pragma once
// The outcomes of a program's executions, for tests.

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "ringcheck/explore.hpp"

namespace ringcheck::tests {

/// The final values of these objects, over all complete executions.
inline std::set<std::vector<std::int64_t>> outcomes(const program& its, const model& under,
                                                    const std::vector<std::string>& objects) {
  std::set<std::vector<std::int64_t>> found;
  explore(its, under, [&](const execution& one) {
    if (!one.complete()) return true;
    std::vector<std::int64_t> values;
    for (const std::string& object : objects) values.push_back(one.final_value(object));
    found.insert(std::move(values));
    return true;
  });
  return found;
}

/// The number of complete executions.
inline std::uint64_t executions(const program& its, const model& under) {
  return explore(its, under, [](const execution&) { return true; }).executions;
}

}  // namespace ringcheck::tests
