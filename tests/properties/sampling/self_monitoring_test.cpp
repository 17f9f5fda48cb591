// What a task reads of its own counter, by the user page.
#include <gtest/gtest.h>

#include "tests/properties/core/outcome_rows.hpp"

namespace ringcheck {
namespace {

// See docs/findings.md, F-31.
TEST(SelfMonitoring, AResetOnAnotherCpuShowsHalfOfItself) {
  expect({{kAll, {"self-monitoring", {}}, "I-120"},
          {"sc", {"self-monitoring", {"event=leaves"}}, "I-120"}});
}

TEST(SelfMonitoring, AResetOnTheCpuOfTheEventShowsAllOrNothing) {
  expect({{kAll, {"self-monitoring", {"reset=on-its-cpu"}}, "holds"},
          {kAll, {"self-monitoring", {"reset=on-its-cpu", "event=leaves"}}, "holds"}});
}

TEST(SelfMonitoring, AnEventThatLeavesItsCounterIsReadWithoutIt) {
  expect({{kAll, {"self-monitoring", {"reset=none", "event=leaves"}}, "holds"}});
}

}  // namespace
}  // namespace ringcheck
