// docs/coverage.md is what the command writes, and `list coverage` has a row for each mechanism.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/coverage_page.hpp"
#include "properties/core/coverage.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;
using tests::source;
using tests::text_of;
using Json = nlohmann::json;

TEST(CoveragePage, IsTheOneInTheRepository) {
  const auto ended = tests::ringcheck({"list", "coverage", "--markdown"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(text_of(source("docs/coverage.md")), ended.out)
      << "ringcheck list coverage --markdown > docs/coverage.md";
}

TEST(CoveragePage, SaysWhatIsMissing) {
  const std::string page = coverage_page();
  for (const Coverage* row : all_coverage()) {
    EXPECT_THAT(page, HasSubstr(std::string(row->mechanism)));
    EXPECT_THAT(page, HasSubstr(std::string(row->lacks)));
    EXPECT_THAT(page, HasSubstr(std::string(row->outside)));
  }
}

TEST(ListCoverage, HasARowForEachMechanism) {
  const Json rows = Json::parse(tests::ringcheck({"list", "coverage", "--json"}).out);
  ASSERT_EQ(rows.size(), all_coverage().size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    EXPECT_EQ(rows[i].at("place"), all_coverage()[i]->place);
  const auto text = tests::ringcheck({"list", "coverage"});
  EXPECT_EQ(text.status, 0);
  for (const Coverage* row : all_coverage())
    EXPECT_THAT(text.out, HasSubstr("\n  " + std::string(row->place) + ' '));
}

TEST(ListCoverage, RefusesWhatIsNoQuestionAboutIt) {
  EXPECT_EQ(tests::ringcheck({"list", "coverage", "1.1.1"}).status, 2);
  EXPECT_EQ(tests::ringcheck({"list", "models", "--markdown"}).status, 2);
}

}  // namespace
}  // namespace ringcheck
