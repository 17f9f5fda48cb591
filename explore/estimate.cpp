// Estimating the number of executions by random probes.
// Tested by tests/explore/estimate_test.cpp.
#include "explore/estimate.hpp"

#include <cmath>
#include <random>
#include <variant>

#include "explore/search.hpp"
#include "models/any_checker.hpp"

namespace ringcheck {

namespace {

template <ConsistencyChecker Checker>
SizeEstimate estimate_with(Checker& checker, const Program& program, Dependence dependence,
                           int probes, std::uint64_t seed) {
  Search<Checker> search(program, checker, dependence);
  std::mt19937_64 random(seed);
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < probes; ++i) {
    // Not a distribution of the library: those differ between libraries, and the bias is nothing.
    const double size = search.probe(
        [&](int count) { return static_cast<int>(random() % static_cast<std::uint64_t>(count)); });
    sum += size;
    squares += size * size;
  }
  const double n = probes;
  const double mean = sum / n;
  const double variance = probes > 1 ? std::max(0.0, (squares - n * mean * mean) / (n - 1)) : 0;
  return {mean, std::sqrt(variance / n), probes};
}

}  // namespace

SizeEstimate estimate_size(const Program& program, const Model& model, int probes,
                           std::uint64_t seed) {
  require_capacity(program);
  AnyChecker checker = make_checker(model, program.threads.size());
  return std::visit(
      [&](auto& its) { return estimate_with(its, program, model.dependence(), probes, seed); },
      checker);
}

}  // namespace ringcheck
