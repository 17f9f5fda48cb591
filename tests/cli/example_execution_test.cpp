// Examples: executions that show what properties are about.
#include "cli/example_execution.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "properties/core/area.hpp"

namespace ringcheck {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Check ring(std::string_view settings) {
  return Check(find_scenario("perf-ring"), find_model("armv8")).with(settings);
}

TEST(ExampleOf, ShowsWhatIsWanted) {
  const Check check = ring("records=2 payload=2 words=4");
  const std::vector<const Property*> wanted = {&find_property("I-12"), &find_property("I-14")};
  const Example example = example_of(check, wanted);
  ASSERT_NE(example.graph, nullptr);
  for (const Property* property : wanted) EXPECT_THAT(example.seen, Contains(property));
  const ShownExample shown(example);
  const auto page = explorer_data(shown.explained());
  EXPECT_THAT(page["message"].get<std::string>(), HasSubstr("I-12: a record wraps around"));
  EXPECT_THAT(page["title"].get<std::string>(), HasSubstr("perf-ring"));
}

TEST(ExampleOf, ViolatesNothing) {
  const std::vector<const Property*> wanted = {&find_property("I-01")};
  const Check check = ring("records=1 polls=1 B=none");
  const Example example = example_of(check, wanted);
  ASSERT_NE(example.graph, nullptr);
  EXPECT_EQ(example.seen.front()->id, "I-01") << "the record is read, and right";
}

TEST(ExampleOf, HasNoneWithoutAnExecutionThatHolds) {
  const Check check(find_scenario("perf-wakeup-full"), find_model("sc"));
  const Example example = example_of(check, shown_properties(check));
  EXPECT_EQ(example.graph, nullptr) << "its one execution violates I-17";
  EXPECT_THAT(example.seen, IsEmpty());
}

TEST(ShownProperties, LeaveOutTheIncidentalOnes) {
  const Check check = ring("");
  const auto shown = shown_properties(check);
  EXPECT_EQ(shown.size() + check.scenario->incidental.size(), check.scenario->properties.size());
}

}  // namespace
}  // namespace ringcheck
