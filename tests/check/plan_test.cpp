// Ordering points and plans as text.
#include "check/plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/diagnostic.hpp"
#include "tests/check/message.hpp"

namespace ringcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Plan plan(std::string_view changes = "") {
  Plan plan = tests::message().plan;
  plan.set(changes);
  return plan;
}

TEST(Plan, ReadsBackWhatItPrints) {
  EXPECT_EQ(plan().text(), "publish=release,take=acquire");
  for (const char* publish : {"none", "release", "mb"})
    for (const char* take : {"none", "acquire", "mb"}) {
      const Plan made = plan().with("publish", publish).with("take", take);
      EXPECT_EQ(plan(made.text()), made);
      EXPECT_EQ(made["publish"], publish);
      EXPECT_EQ(made["take"], take);
    }
}

TEST(Plan, IsWeakerThanOneWithMoreOrderSomewhereAndLessNowhere) {
  struct Row {
    const char *a, *b;
    bool weaker;
  };
  const std::vector<Row> rows = {{"take=none", "", true},
                                 {"", "take=none", false},
                                 {"", "", false},
                                 {"", "publish=mb", true},
                                 {"take=none", "publish=none", false},
                                 {"take=none", "publish=mb", true}};
  for (const Row& row : rows)
    EXPECT_EQ(plan(row.a).weaker_than(plan(row.b)), row.weaker) << row.a << " : " << row.b;
}

TEST(SiteChoice, KeepsTheOrderGiven) {
  const SiteChoice choice = parse_site_choice("take=mb,none", tests::messages().sites);
  EXPECT_EQ(choice.site->name, "take");
  EXPECT_THAT(choice.strengths, ElementsAre("mb", "none"));
}

TEST(SiteChoice, SaysWhatItExpected) {
  const auto error = [](std::string_view text) -> std::string {
    try {
      parse_site_choice(text, tests::messages().sites);
    } catch (const InputError& refused) {
      return refused.what();
    }
    return "accepted";
  };
  EXPECT_THAT(error("Q=none"), HasSubstr("no site \"Q\"; there are publish, take"));
  EXPECT_THAT(error("publish=rmb"), HasSubstr("it can be none, release, mb"));
  EXPECT_THAT(error("publish"), HasSubstr("SITE=STRENGTH"));
  EXPECT_THAT(error("publish="), HasSubstr("site publish cannot be \"\""));
  EXPECT_THAT(error("take=mb,mb"), HasSubstr("expected each once"));
}

}  // namespace
}  // namespace ringcheck
