// The command that is built where there is no LLVM.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/process.hpp"

namespace ringcheck::tests {
namespace {

using ::testing::HasSubstr;

Ended without_programs(const Arguments& arguments, const std::string& input = "") {
  return ringcheck(arguments, input, "ringcheck-without-programs");
}

TEST(WithoutPrograms, SaysSoWhereOneIsAskedFor) {
  const Arguments rows[] = {{"check", "examples/message.c", "--model", "rc11"},
                            {"kernel", "--tree", "linux"},
                            {"barriers", "examples/message.c"},
                            {"shard", "verify", "--scenario", "spsc-ring", "folder"},
                            {"work", "shard.json"},
                            {"gather", "folder"},
                            {"slurm", "status", "folder"}};
  for (const Arguments& row : rows) {
    const Ended ended = without_programs(row);
    EXPECT_EQ(ended.status, status(ExitStatus::bad_input)) << row.front();
    EXPECT_THAT(ended.err, HasSubstr("built without LLVM 19")) << row.front();
    EXPECT_EQ(ended.out, "") << row.front();
  }
}

TEST(WithoutPrograms, RefusesTheirWitnesses) {
  const std::string witness = "{\"format\": \"ringcheck-program-witness-1\"}\n";
  for (const char* command : {"replay", "explain"}) {
    const Ended ended = without_programs({command, "-"}, witness);
    EXPECT_EQ(ended.status, status(ExitStatus::bad_input)) << command;
    EXPECT_THAT(ended.err, HasSubstr("-: saw a command that was built without LLVM 19")) << command;
  }
}

TEST(WithoutPrograms, DoesAllElseAsTheWholeCommandDoes) {
  const Arguments rows[] = {
      {"verify", "--scenario", "perf-ring", "--model", "sc,armv8", "--no-times"},
      {"barriers", "one-slot-ring", "--model", "armv8"},
      {"litmus", "run", "litmus/tests/MP+wmb+rmb.litmus", "--no-times"},
      {"list", "scenarios"},
      {"explain", "I-06"}};
  for (const Arguments& row : rows) {
    const Ended whole = ringcheck(row);
    const Ended ended = without_programs(row);
    EXPECT_EQ(ended.status, whole.status) << row.front();
    EXPECT_EQ(ended.out, whole.out) << row.front();
    EXPECT_EQ(ended.err, whole.err) << row.front();
  }
}

}  // namespace
}  // namespace ringcheck::tests
