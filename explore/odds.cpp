// Tested by tests/explore/estimate_test.cpp and tests/explore/division_test.cpp.
#include "explore/odds.hpp"

namespace ringcheck {

namespace {

constexpr double kEqual = 0.3;  ///< the part of the probability that all options share alike

}  // namespace

int Odds::choose(int count, std::uint32_t what, std::mt19937_64& random) {
  Options& options = at(what, count);
  double all = 0;
  for (const After& option : options) all += option.size();
  // Not a distribution of the library: those differ between libraries.
  double rest = static_cast<double>(random() >> 11U) * 0x1p-53;
  const auto probability = [&](const After& option) {
    return kEqual / count + (1 - kEqual) * option.size() / all;
  };
  std::size_t taken = 0;
  while (taken + 1 < options.size() && rest >= probability(options[taken]))
    rest -= probability(options[taken++]);
  path_.push_back({&options, taken, probability(options[taken])});
  return static_cast<int>(taken);
}

void Odds::follow(int count, std::uint32_t what, int taken) {
  path_.push_back({&at(what, count), static_cast<std::size_t>(taken), 1});
}

double Odds::end(bool execution) {
  double size = execution ? 1 : 0;
  for (; !path_.empty(); path_.pop_back()) {
    const Choice& last = path_.back();
    After& after = (*last.options)[last.taken];
    after.sum += size;
    ++after.descents;
    size /= last.probability;
  }
  return size;
}

Odds::Options& Odds::at(std::uint32_t what, int count) {
  Options& options = learnt_[{what, count}];
  options.resize(static_cast<std::size_t>(count));
  return options;
}

}  // namespace ringcheck
