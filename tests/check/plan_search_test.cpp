// Which plans of a study are checked, and what follows for the others.
#include "check/plan_search.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>

#include "check/barrier_study.hpp"

namespace ringcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

constexpr std::string_view kAtA[] = {"none", "control", "acquire", "mb"};
constexpr std::string_view kAtD[] = {"none", "wmb", "rmb", "release", "mb"};
constexpr Site kFirst{.name = "first", .between = "", .strengths = kAtA, .standard = 1};
constexpr Site kSecond{.name = "second", .between = "", .strengths = kAtD, .standard = 3};
constexpr const Site* kSites[] = {&kFirst, &kSecond};

const Plan& base() {
  static const Plan kBase(kSites);
  return kBase;
}

const std::vector<SiteChoice>& choices() {
  static const std::vector<SiteChoice> kChoices = all_site_choices(kSites);
  return kChoices;
}

using Truth = std::function<bool(const Plan&)>;

/// Asks `truth` about the plans that `search` chooses, until all is known. Returns these plans.
std::vector<std::string> run(PlanSearch& search, const std::vector<Plan>& plans,
                             const Truth& truth) {
  std::vector<std::string> asked;
  for (std::vector<std::size_t> next = search.next(); !next.empty(); next = search.next())
    for (const std::size_t i : next) {
      asked.push_back(plans[i].text());
      search.take(i, truth(plans[i]) ? PlanKnowledge::holds : PlanKnowledge::violated);
    }
  return asked;
}

TEST(NoMoreOrder, ComparesWhatEveryModelOrdersAlike) {
  const std::set<std::pair<std::string_view, std::string_view>> less = {
      {"control", "acquire"}, {"control", "mb"}, {"wmb", "mb"}, {"rmb", "mb"}};
  std::set<std::string_view> all(std::begin(kAtA), std::end(kAtA));
  all.insert(std::begin(kAtD), std::end(kAtD));
  for (const std::string_view a : all)
    for (const std::string_view b : all)
      EXPECT_EQ(no_more_order(kFirst, a, b), a == "none" || a == b || less.contains({a, b}))
          << a << ' ' << b;
}

TEST(PlanSearch, AsksAboutThePlanOfTheStudyFirst) {
  const std::vector<Plan> plans = plans_to_try(base(), choices());
  PlanSearch search(plans, base(), choices(), no_more_order);
  ASSERT_THAT(search.next(), SizeIs(1));
  EXPECT_EQ(plans[search.next().front()], base());
}

TEST(PlanSearch, ChecksTheWeakestPlanAloneWhereNothingIsNeeded) {
  const std::vector<Plan> plans = plans_to_try(base(), choices());
  PlanSearch search(plans, base(), choices(), no_more_order);
  EXPECT_THAT(run(search, plans, [](const Plan&) { return true; }),
              ElementsAre("first=control,second=release", "first=none,second=release",
                          "first=control,second=none", "first=none,second=none"));
  EXPECT_EQ(search.known(), plans.size());
}

TEST(PlanSearch, ChecksTheStrongestPlansWhereNothingIsEnough) {
  const std::vector<Plan> plans = plans_to_try(base(), choices());
  PlanSearch search(plans, base(), choices(), no_more_order);
  EXPECT_THAT(
      run(search, plans, [](const Plan&) { return false; }),
      ElementsAre("first=control,second=release", "first=acquire,second=release",
                  "first=acquire,second=mb", "first=mb,second=release", "first=mb,second=mb"));
}

/// What is true of the plans is drawn by number: some plans are enough, and so is what orders more.
TEST(PlanSearch, ComesToTheTruthWhateverIsEnough) {
  const std::vector<Plan> plans = plans_to_try(base(), choices());
  const auto no_more = [](const Plan& a, const Plan& b) {
    return std::ranges::all_of(choices(), [&](const SiteChoice& choice) {
      const std::string_view site = choice.site->name;
      return no_more_order(*choice.site, a[site], b[site]);
    });
  };
  std::size_t asked = 0;
  constexpr unsigned kDraws = 300;
  for (unsigned seed = 0; seed < kDraws; ++seed) {
    std::mt19937 draw(seed);
    std::vector<Plan> enough;
    for (unsigned i = 0; i < seed % 4; ++i) enough.push_back(plans[draw() % plans.size()]);
    const Truth truth = [&](const Plan& plan) {
      return std::ranges::any_of(enough, [&](const Plan& least) { return no_more(least, plan); });
    };
    PlanSearch search(plans, base(), choices(), no_more_order);
    asked += run(search, plans, truth).size();
    for (std::size_t i = 0; i < plans.size(); ++i) {
      EXPECT_EQ(search.of(i) == PlanKnowledge::holds, truth(plans[i]))
          << "seed " << seed << ": " << plans[i].text();
      EXPECT_EQ(truth(plans[search.decided_by(i)]), truth(plans[i]));
    }
  }
  EXPECT_LT(asked, plans.size() * kDraws * 2 / 3);
}

/// A check that a bound ended tells nothing of other plans.
TEST(PlanSearch, InfersNothingFromWhatIsNotDecided) {
  const std::vector<Plan> plans = plans_to_try(base(), choices());
  PlanSearch search(plans, base(), choices(), no_more_order);
  std::set<std::size_t> asked;
  for (std::vector<std::size_t> next = search.next(); !next.empty(); next = search.next())
    for (const std::size_t i : next) {
      EXPECT_TRUE(asked.insert(i).second);
      search.take(i, PlanKnowledge::neither);
    }
  EXPECT_THAT(asked, SizeIs(plans.size()));
}

}  // namespace
}  // namespace ringcheck
