// Steps of a trace as people read them.
#include "kernel/calls/trace.hpp"

#include <gtest/gtest.h>

namespace ringcheck {
namespace {

TEST(TraceStep, AsText) {
  using Kind = TraceStep::Kind;
  const struct {
    TraceStep step;
    const char* text;
  } rows[] = {
      {{Kind::load, RC_ONCE, RC_BARRIER, 0, 16, 16}, "load[once] w = 16"},
      {{Kind::store, RC_RELEASE, RC_BARRIER, 0, 0, 3}, "store[release] w = 3"},
      {{Kind::fetch, RC_FULL, RC_BARRIER, 0, 0, 1}, "rmw[full] w: 0 -> 1"},
      {{Kind::point, RC_PLAIN, RC_SMP_RMB, 0, 0, 0}, "smp_rmb"},
  };
  for (const auto& row : rows) EXPECT_EQ(to_text(row.step, "w"), row.text);
}

}  // namespace
}  // namespace ringcheck
