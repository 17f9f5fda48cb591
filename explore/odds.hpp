#pragma once
// Which options random descents should take to estimate how large an exploration is.

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace ringcheck {

/// How to choose among the options of a state, learnt from earlier descents. States differ here
/// only by what is decided there (Search::probe) and by the number of options: what is learnt
/// decides how good an estimate is, not whether it is right.
///
/// The probability p of an option is the larger, the larger the subtrees were that descents found
/// after it. A descent estimates the size as the product of all 1/p: unbiased for any p above 0
/// that depends on earlier descents only. If subtrees differ much, as between an interrupt that
/// comes now and one that is still to come, equal probabilities would see the large ones once in a
/// million descents.
/// Source: Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29
/// (1975), sections 3 and 5.
class Odds {
 public:
  /// Chooses one of `count` options; `what` is what they decide.
  int choose(int count, std::uint32_t what, std::mt19937_64& random);
  /// Takes note that the descent takes option `taken` of these without a choice of its own.
  void follow(int count, std::uint32_t what, int taken);
  /// Ends a descent, at an execution or at none. Returns the estimated size of the tree below the
  /// options that it had to follow.
  double end(bool execution);

 private:
  /// What descents found after an option.
  struct After {
    double sum = 0;
    int descents = 0;
    [[nodiscard]] double size() const { return (sum + 1) / (descents + 1); }
  };
  using Options = std::vector<After>;
  struct Choice {
    Options* options;  ///< in learnt_, where it stays
    std::size_t taken;
    double probability;
  };

  Options& at(std::uint32_t what, int count);

  std::map<std::pair<std::uint32_t, int>, Options> learnt_;
  std::vector<Choice> path_;
};

}  // namespace ringcheck
