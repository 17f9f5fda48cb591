// Smaller programs with the same violation.
#include "cli/smaller_witness.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "check/run_check.hpp"
#include "cli/exit_status.hpp"
#include "properties/core/area.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;

int events_of(const Witness& witness) {
  return witness.graph->size() - witness.graph->locations();
}

TEST(SmallerWitness, HasFewerEventsOfTheSameViolation) {
  const Check large =
      Check(find_scenario("perf-ring"), find_model("armv8")).with("records=3 polls=2 B=none");
  const Witness witness = run_check(large).witness.value();
  const Witness smaller = smaller_witness(witness);
  EXPECT_EQ(smaller.property, witness.property);
  EXPECT_LT(events_of(smaller), events_of(witness));
  // One record that is published before it is there.
  EXPECT_EQ(smaller.check.parameters.value(0), 1U) << smaller.check.changes();
  const Replay again = replay_witness(to_json(smaller), perf_catalogue());
  EXPECT_TRUE(again.consistent && again.violated);
}

/// What is already least stays as it is.
TEST(SmallerWitness, OfALeastOneIsItself) {
  const Check large =
      Check(find_scenario("perf-ring"), find_model("armv8")).with("records=3 polls=2 B=none");
  const Witness smaller = smaller_witness(run_check(large).witness.value());
  EXPECT_EQ(to_json(smaller_witness(smaller)), to_json(smaller));
}

TEST(SmallerWitness, IsWhatVerifyShowsWhenAsked) {
  const tests::Arguments arguments = {"verify",  "perf-ring", "--model",   "armv8",
                                      "--site",  "B=none",    "--param",   "records=2",
                                      "--param", "polls=1",   "--no-times"};
  const tests::Ended large = tests::ringcheck(arguments);
  const tests::Ended smaller = tests::ringcheck(tests::with(arguments, {"--smallest"}));
  EXPECT_EQ(smaller.status, tests::status(ExitStatus::violated)) << smaller.err;
  EXPECT_THAT(smaller.out, HasSubstr("--param records=1"));
  EXPECT_LT(tests::lines_of(smaller.out).size(), tests::lines_of(large.out).size());
}

}  // namespace
}  // namespace ringcheck
