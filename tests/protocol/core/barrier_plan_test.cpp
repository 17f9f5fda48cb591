// The kernel's plan.

#include <gtest/gtest.h>

#include <array>
#include <set>

#include "protocol/aux/sites.hpp"
#include "protocol/perf_tool/sites.hpp"
#include "protocol/pt/sites.hpp"
#include "protocol/ring/sites.hpp"
#include "protocol/tmc/sites.hpp"

namespace ringcheck {
namespace {

TEST(BarrierPlan, StartsAsTheKernelHasIt) {
  constexpr std::array kRing = {site::kA, site::kB, site::kC, site::kD, site::kNestBeforeHead};
  EXPECT_EQ(to_text(BarrierPlan(), kRing),
            "A=control,B=wmb,C=acquire,D=release,nest_before_head=barrier");
  constexpr std::array kAux = {site::kAuxA, site::kEtrB, site::kPtB, site::kAuxC, site::kAuxD};
  EXPECT_EQ(to_text(BarrierPlan(), kAux), "aux_A=control,etr_B=wmb,pt_B=wmb,aux_C=rmb,aux_D=mb");
}

TEST(BarrierPlan, HoldsWhatWasSetLast) {
  BarrierPlan plan = BarrierPlan().with(site::kB, Strength::none).with(site::kC, Strength::mb);
  EXPECT_EQ(plan.at(site::kB), Strength::none);
  EXPECT_EQ(plan.at(site::kC), Strength::mb);
  EXPECT_EQ(plan.at(site::kD), Strength::release);
  plan.set(site::kB, Strength::wmb);
  EXPECT_EQ(plan.at(site::kB), Strength::wmb);
  EXPECT_EQ(plan.at(site::kC), Strength::mb);
  plan.set(site::kC, Strength::rmb);
  EXPECT_EQ(plan.at(site::kC), Strength::rmb);
}

TEST(BarrierPlan, AccessesHavePlacesOfTheirOwn) {
  std::set<unsigned> places;
  for (const PerfSite& site : site::kRingSites) places.insert(site.place);
  EXPECT_EQ(places.size(), site::kRingSites.size());
  EXPECT_EQ(*places.rbegin() + 1, site::kRingSites.size());
}

}  // namespace
}  // namespace ringcheck
