// Estimating the number of executions: walks a small tree, surveys a large one.
// Tested by tests/explore/estimate_test.cpp.
#include "explore/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <variant>

#include "explore/search.hpp"
#include "models/any_checker.hpp"

namespace ringcheck {

namespace {

/// Surveys of a tree that is too large to walk; their differences tell the error.
constexpr std::uint64_t kSurveys = 8;
/// States and executions of a walk for each probe. About as many states as all surveys together
/// look at.
constexpr std::uint64_t kStates = 50;
constexpr std::uint64_t kExecutions = 16;

/// Walks the tree, unless it is too large for `probes`. Returns true if it has seen all, and `size`
/// is exact.
template <ConsistencyChecker Checker>
bool walk(Search<Checker>& search, std::uint64_t probes, SizeEstimate& size) {
  std::uint64_t executions = 0;
  search.start();
  search.run([&](const Execution&) { return ++executions <= kExecutions * probes; },
             [&] { return search.counts().nodes < kStates * probes; });
  size.executions = static_cast<double>(executions);
  return search.done();
}

template <ConsistencyChecker Checker>
SizeEstimate estimate_with(Checker& checker, const Program& program, Dependence dependence,
                           int probes, std::uint64_t seed) {
  Search<Checker> search(program, checker, dependence);
  SizeEstimate size{0, 0, probes};
  const auto all = static_cast<std::uint64_t>(std::max(1, probes));
  if (walk(search, all, size)) return size;
  std::mt19937_64 random(seed);
  double sum = 0;
  double squares = 0;
  for (std::uint64_t i = 0; i < kSurveys; ++i) {
    const double found = search.survey(std::max<std::uint64_t>(1, all / kSurveys), random);
    sum += found;
    squares += found * found;
  }
  const auto n = static_cast<double>(kSurveys);
  const double mean = sum / n;
  const double variance = std::max(0.0, (squares - n * mean * mean) / (n - 1));
  return {mean, std::sqrt(variance / n), probes};
}

}  // namespace

SizeEstimate estimate_size(const Program& program, const Model& model, int probes,
                           std::uint64_t seed) {
  require_capacity(program);
  Program all = program;
  all.symmetric.clear();  // each execution counts by itself
  AnyChecker checker = make_checker(model, program.threads.size(), program.seq_cst);
  return std::visit(
      [&](auto& its) { return estimate_with(its, all, model.dependence(), probes, seed); },
      checker);
}

}  // namespace ringcheck
