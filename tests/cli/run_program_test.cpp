// Other programs: what they read and print.
#include "cli/run_program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/diagnostic.hpp"

namespace ringcheck {
namespace {

TEST(RunProgram, GivesWhatWasPrintedAndHowItEnded) {
  struct Row {
    const char* name;
    const char* script;
    ProgramEnd end;
  };
  const Row rows[] = {{"both outputs", "echo out; echo err >&2", {0, "out\n", "err\n"}},
                      {"a status", "exit 3", {3, "", ""}},
                      {"a signal", "kill -9 $$", {128 + 9, "", ""}}};
  for (const Row& row : rows) {
    const ProgramEnd end = run_program({"sh", "-c", row.script}, "a shell");
    EXPECT_EQ(end.status, row.end.status) << row.name;
    EXPECT_EQ(end.out, row.end.out) << row.name;
    EXPECT_EQ(end.err, row.end.err) << row.name;
  }
}

// Far more than a pipe holds, both ways: neither end may wait for the other.
TEST(RunProgram, PassesInputOfAnySize) {
  const std::string input(std::size_t{8} << 20, 'x');
  EXPECT_TRUE(run_program({"cat"}, "", input).out == input);
  EXPECT_EQ(run_program({"cat"}, "", "").out, "");
  EXPECT_EQ(run_program({"sh", "-c", "exec <&-; echo done"}, "", input).out, "done\n")
      << "a program that reads nothing";
}

TEST(RunProgram, SaysWhereAMissingProgramComesFrom) {
  try {
    run_program({"no-such-program"}, "one of Debian's package nowhere", "text");
    FAIL() << "an error is expected";
  } catch (const InputError& error) {
    EXPECT_THAT(error.diagnostic().text(),
                ::testing::AllOf(::testing::HasSubstr("no-such-program"),
                                 ::testing::HasSubstr("Debian's package nowhere")));
  }
}

}  // namespace
}  // namespace ringcheck
