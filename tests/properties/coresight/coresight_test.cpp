// CoreSight's components, explored: claims, and a tracer that sees its registers late.
#include <gtest/gtest.h>

#include "properties/core/area.hpp"
#include "tests/properties/core/checks.hpp"

namespace ringcheck {
namespace {

TEST(CoreSightClaim, HoldsUnderEveryModel) {
  for (const char* model : {"sc", "x86-tso", "armv8", "riscv", "power", "rc11", "lkmm"})
    EXPECT_EQ(verdict_name(check({"coresight-claim", {"rounds=2"}}, model).verdict), "holds")
        << model;
}

TEST(CoreSightEtm, HoldsByEitherAccess) {
  for (const char* model : {"sc", "x86-tso", "armv8", "riscv", "power", "rc11", "lkmm"})
    for (const char* access : {"access=system", "access=memory-mapped"})
      EXPECT_EQ(verdict_name(check({"coresight-etm", {access}}, model).verdict), "holds")
          << model << ' ' << access;
}

/// Accesses to one component reach it in order, so no point is needed for that.
TEST(CoreSightEtm, NeedsSynchronisationForSystemRegistersAlone) {
  for (const char* plan : {"etm_programmed=none", "etm_stable=none"})
    for (const char* model : {"armv8", "rc11"})
      EXPECT_EQ(verdict_name(check({"coresight-etm", {}, plan}, model).verdict), "violated")
          << plan << ' ' << model;
  EXPECT_EQ(
      verdict_name(check({"coresight-etm", {"access=memory-mapped"}, "etm_programmed=none"}, "rc11")
                       .verdict),
      "holds");
}

}  // namespace
}  // namespace ringcheck
