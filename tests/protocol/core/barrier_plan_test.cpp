// The kernel's plan.
#include "protocol/core/barrier_plan.hpp"

#include <gtest/gtest.h>

#include <array>

namespace ringcheck {
namespace {

TEST(BarrierPlan, StartsAsTheKernelHasIt) {
  constexpr std::array kRing = {PerfSite::a, PerfSite::b, PerfSite::c, PerfSite::d, PerfSite::nest_before_head};
  EXPECT_EQ(to_text(BarrierPlan(), kRing),
            "A=control,B=wmb,C=acquire,D=release,nest_before_head=barrier");
  constexpr std::array kAux = {PerfSite::aux_a, PerfSite::etr_b, PerfSite::pt_b, PerfSite::aux_c, PerfSite::aux_d};
  EXPECT_EQ(to_text(BarrierPlan(), kAux), "aux_A=control,etr_B=wmb,pt_B=wmb,aux_C=rmb,aux_D=mb");
}

TEST(BarrierPlan, EverySiteAllowsWhatTheKernelHas) {
  for (const PerfSiteInfo& info : kPerfSites) {
    EXPECT_TRUE(info.allowed.has(info.kernel)) << info.name;
    EXPECT_TRUE(info.allowed.has(Strength::none)) << info.name;
    EXPECT_EQ(&site_info(info.site), &info);
  }
}

}  // namespace
}  // namespace ringcheck
