// Tested by tests/cli/check_session_test.cpp and tests/cli/program_session_test.cpp.
#include "cli/running_estimate.hpp"

#include <fmt/format.h>

#include <chrono>

namespace ringcheck {

namespace {

constexpr double kLongest = 0.2;  ///< seconds: no estimate follows one that took so long

}  // namespace

const SizeEstimate& RunningEstimate::look() {
  constexpr int kMostProbes = kProbes << 10U;
  if (seconds_ >= kLongest || probes_ > kMostProbes) return size_;
  const auto start = std::chrono::steady_clock::now();
  size_ = estimate_(probes_);
  seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  probes_ *= 4;
  return size_;
}

std::string progress_text(const std::string& name, const ExploreProgress& now,
                          const SizeEstimate& size) {
  std::string text = fmt::format("{}: {} executions", name, now.complete);
  const auto done = static_cast<double>(now.complete);
  const double rate = done / now.seconds;
  if (size.executions > 0)
    text += fmt::format(" of about {:.3g} ± {:.1g}", size.executions, 2 * size.error);
  text += fmt::format(", {:.3g} a second", rate);
  if (done > 0 && done < size.executions)
    text += fmt::format(", about {:.0f} s left", (size.executions - done) / rate);
  else if (done > 0 && size.executions > 0)
    text += ", more than estimated";
  return text;
}

}  // namespace ringcheck
