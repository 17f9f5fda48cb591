// Estimating the number of executions by random probes.
// Tested by tests/explore/estimate_test.cpp.
#include "explore/estimate.hpp"

#include <cmath>
#include <random>
#include <variant>

#include "explore/odds.hpp"
#include "explore/search.hpp"
#include "models/any_checker.hpp"

namespace ringcheck {

namespace {

template <ConsistencyChecker Checker>
SizeEstimate estimate_with(Checker& checker, const Program& program, Dependence dependence,
                           int probes, std::uint64_t seed) {
  Search<Checker> search(program, checker, dependence);
  std::mt19937_64 random(seed);
  Odds odds;
  double sum = 0;
  double squares = 0;
  const int learning = probes / 2;
  for (int i = 0; i < probes; ++i) {
    const double leaf = search.probe(
        [&](int count, std::uint32_t what) { return odds.choose(count, what, random); });
    const double size = odds.end(leaf > 0);
    if (i < learning) continue;
    sum += size;
    squares += size * size;
  }
  const double n = probes - learning;
  const double mean = sum / n;
  const double variance = n > 1 ? std::max(0.0, (squares - n * mean * mean) / (n - 1)) : 0;
  return {mean, std::sqrt(variance / n), probes};
}

}  // namespace

SizeEstimate estimate_size(const Program& program, const Model& model, int probes,
                           std::uint64_t seed) {
  require_capacity(program);
  Program all = program;
  all.symmetric.clear();  // what an execution stands for counts
  AnyChecker checker = make_checker(model, program.threads.size(), program.seq_cst);
  return std::visit(
      [&](auto& its) { return estimate_with(its, all, model.dependence(), probes, seed); },
      checker);
}

}  // namespace ringcheck
