// A barrier study on one page.
#include "cli/barrier_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/model.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_studies.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::ElementsAre;

/// Three sites, and results for the plans that are named.
class FactoredPlans : public ::testing::Test {
 protected:
  std::vector<std::string> factored(const std::vector<std::string>& plans) {
    BarrierStudy study{Check(find_scenario("perf-ring")), {}, {}};
    for (const char* site : {"B=none,wmb,release,mb", "C=none,rmb,acquire,mb", "D=none,release"})
      study.sites.push_back(parse_site_choice(site, perf_catalogue().sites));
    std::vector<PlanResult> results;
    for (const std::string& plan : plans) {
      PlanResult result{study.base.plan, Holds{}, std::nullopt};
      result.plan.set(plan);
      results.push_back(std::move(result));
    }
    std::vector<const PlanResult*> pointers;
    for (const PlanResult& result : results) pointers.push_back(&result);
    return factored_plans(study, pointers);
  }
};

TEST_F(FactoredPlans, AreProductsOfChoices) {
  EXPECT_TRUE(factored({}).empty());
  EXPECT_THAT(factored({"B=wmb,C=rmb,D=none"}), ElementsAre("B=wmb C=rmb D=none"));
  EXPECT_THAT(factored({"B=wmb,C=rmb,D=none", "B=wmb,C=acquire,D=none", "B=release,C=rmb,D=none",
                        "B=release,C=acquire,D=none"}),
              ElementsAre("B=wmb|release C=rmb|acquire D=none"));
}

TEST_F(FactoredPlans, StayApartWhenTheyAreNoProduct) {
  EXPECT_THAT(factored({"B=wmb,C=rmb,D=none", "B=release,C=acquire,D=none"}),
              ElementsAre("B=wmb C=rmb D=none", "B=release C=acquire D=none"));
  EXPECT_THAT(factored({"B=wmb,C=rmb,D=none", "B=release,C=rmb,D=none", "B=mb,C=mb,D=release"}),
              ElementsAre("B=wmb|release C=rmb D=none", "B=mb C=mb D=release"));
}

/// Without a terminal, progress is shown to those who ask for it, apart from the page.
TEST(Barriers, ShowTheirProgressWhenAsked) {
  const tests::Arguments arguments = {"barriers", "--model", "sc", "--site", "B=none,wmb"};
  const tests::Ended quiet = tests::ringcheck(arguments);
  const tests::Ended shown = tests::ringcheck(tests::with(arguments, {"--progress"}));
  EXPECT_EQ(quiet.err, "");
  EXPECT_THAT(shown.err, ::testing::HasSubstr("2 of 2 plans\n"));
  EXPECT_EQ(shown.out, quiet.out);
}

}  // namespace
}  // namespace ringcheck
