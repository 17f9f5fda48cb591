// Estimating the number of executions by random probes.
// Tested by tests/explore/estimate_test.cpp.
#include "explore/estimate.hpp"

#include <cmath>
#include <map>
#include <random>
#include <utility>
#include <variant>
#include <vector>

#include "explore/search.hpp"
#include "models/any_checker.hpp"

namespace ringcheck {

namespace {

/// How to choose among the options of a state, learnt from the probes before. States are told apart
/// by how many choices were made on the way and by the number of options, no further: what is
/// learnt decides how good an estimate is, not whether it is right.
///
/// An option is taken with a probability p that is larger the larger the subtrees were that probes
/// found after it, and the probe's size is the product of all 1/p: unbiased for any p above 0 that
/// depends on earlier probes only. Where subtrees differ much, as those of an interrupt that comes
/// now and one that is still to come, equal probabilities would see the large ones once in a
/// million probes.
class Odds {
 public:
  /// Chooses one of `count` options.
  template <class Random>
  int choose(int count, Random& random) {
    const std::vector<Behind>& behind = at(path_.size(), count);
    double all = 0;
    for (const Behind& option : behind) all += option.size();
    // Not a distribution of the library: those differ between libraries.
    double rest = static_cast<double>(random() >> 11U) * 0x1p-53;
    const auto probability = [&](const Behind& option) {
      return kEqual / count + (1 - kEqual) * option.size() / all;
    };
    int taken = 0;
    while (taken + 1 < count && rest >= probability(behind[static_cast<std::size_t>(taken)]))
      rest -= probability(behind[static_cast<std::size_t>(taken++)]);
    path_.push_back({count, taken, probability(behind[static_cast<std::size_t>(taken)])});
    return taken;
  }

  /// Ends a probe, at an execution or at none; returns its size.
  double end(bool execution) {
    double size = execution ? 1 : 0;
    for (; !path_.empty(); size /= path_.back().probability, path_.pop_back()) {
      Behind& behind =
          at(path_.size() - 1, path_.back().count)[static_cast<std::size_t>(path_.back().taken)];
      behind.sum += size;
      ++behind.probes;
    }
    return size;
  }

 private:
  static constexpr double kEqual = 0.3;  ///< of the probability is the same for all options

  /// What probes found after an option.
  struct Behind {
    double sum = 0;
    int probes = 0;
    [[nodiscard]] double size() const { return (sum + 1) / (probes + 1); }
  };
  struct Choice {
    int count, taken;
    double probability;
  };

  std::vector<Behind>& at(std::size_t depth, int count) {
    std::vector<Behind>& behind = learnt_[{depth, count}];
    behind.resize(static_cast<std::size_t>(count));
    return behind;
  }

  std::map<std::pair<std::size_t, int>, std::vector<Behind>> learnt_;
  std::vector<Choice> path_;
};

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
    const bool execution = search.probe([&](int count) { return odds.choose(count, random); }) > 0;
    const double size = odds.end(execution);
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
