// Sites and strengths as text.
#include "protocol/core/barrier_plan_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace ringcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(BarrierPlan, StartsAsTheKernelHasIt) {
  constexpr std::array kRing = {Site::a, Site::b, Site::c, Site::d, Site::nest_before_head};
  EXPECT_EQ(to_text(BarrierPlan(), kRing),
            "A=control,B=wmb,C=acquire,D=release,nest_before_head=barrier");
  constexpr std::array kAux = {Site::aux_a, Site::etr_b, Site::pt_b, Site::aux_c, Site::aux_d};
  EXPECT_EQ(to_text(BarrierPlan(), kAux), "aux_A=control,etr_B=wmb,pt_B=wmb,aux_C=rmb,aux_D=mb");
}

TEST(BarrierPlan, ReadsBackWhatItPrints) {
  std::vector<Site> sites;
  for (const SiteInfo& info : kSites) sites.push_back(info.site);
  for (const SiteInfo& info : kSites) {
    for (std::size_t i = 0; i < kStrengthCount; ++i) {
      const auto strength = static_cast<Strength>(i);
      if (!info.allowed.has(strength)) continue;
      const BarrierPlan plan = BarrierPlan().with(info.site, strength);
      EXPECT_EQ(parse_plan(to_text(plan, sites)).value, plan);
    }
  }
}

TEST(BarrierPlan, EverySiteAllowsWhatTheKernelHas) {
  for (const SiteInfo& info : kSites) {
    EXPECT_TRUE(info.allowed.has(info.kernel)) << info.name;
    EXPECT_TRUE(info.allowed.has(Strength::none)) << info.name;
    EXPECT_EQ(&site_info(info.site), &info);
  }
}

TEST(BarrierPlan, ChoiceKeepsTheOrderGiven) {
  const auto choice = parse_site_choice("B=wmb,none");
  ASSERT_TRUE(choice.value);
  EXPECT_EQ(choice.value->site, Site::b);
  EXPECT_THAT(choice.value->strengths, ElementsAre(Strength::wmb, Strength::none));
}

TEST(BarrierPlan, SaysWhatItExpected) {
  EXPECT_THAT(parse_site_choice("Q=none").error, HasSubstr("sites are A, B, C, D"));
  EXPECT_THAT(parse_site_choice("B=rmb").error, HasSubstr("it can be none, wmb, release, mb"));
  EXPECT_THAT(parse_site_choice("B").error, HasSubstr("SITE=STRENGTH"));
  EXPECT_THAT(parse_plan("A=control,B=").error, HasSubstr("site B cannot be \"\""));
}

}  // namespace
}  // namespace ringcheck
