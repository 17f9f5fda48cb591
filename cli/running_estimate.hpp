#pragma once
// How far a check has come, in one line.

#include <functional>
#include <string>

#include "explore/estimate.hpp"
#include "explore/parallel.hpp"

namespace ringcheck {

/// An estimate of the size of a check that becomes better each time somebody looks.
class RunningEstimate {
 public:
  /// `estimate` estimates the size of the check by so many probes.
  explicit RunningEstimate(std::function<SizeEstimate(int probes)> estimate)
      : estimate_(std::move(estimate)) {}

  const SizeEstimate& look();

 private:
  static constexpr int kProbes = 128;  ///< of the first one; each later one has four times as many

  std::function<SizeEstimate(int probes)> estimate_;
  SizeEstimate size_;
  int probes_ = kProbes;  ///< of the next one
  double seconds_ = 0;    ///< that the last one took
};

/// What to say about the check `name` that is under way. The time left is given as long as the
/// estimate is not refuted.
std::string progress_text(const std::string& name, const ExploreProgress& now,
                          const SizeEstimate& size);

}  // namespace ringcheck
