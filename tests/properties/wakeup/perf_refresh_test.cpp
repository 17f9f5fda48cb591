// What becomes of an event that its limit turns off while a task allows further overflows.
#include <gtest/gtest.h>

#include "tests/properties/core/outcome_rows.hpp"

namespace ringcheck {
namespace {

// See docs/findings.md, F-32.
TEST(PerfRefresh, AnEventIsTurnedOffAfterItWasRefreshed) {
  expect({{kAll, {"perf-refresh", {}}, "I-121"}, {kAll, {"perf-refresh", {"tasks=1"}}, "I-121"}});
}

TEST(PerfRefresh, AnEventThatIsOffBeforeItIsToldCountsAgain) {
  expect({{kAll, {"perf-refresh", {"work=disables-first"}}, "holds"},
          {kAll, {"perf-refresh", {"work=disables-first", "tasks=1"}}, "holds"}});
}

}  // namespace
}  // namespace ringcheck
