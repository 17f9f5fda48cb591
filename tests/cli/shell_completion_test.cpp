// Completions and the manual page know everything in the command line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using tests::Ended;

TEST(Completion, OffersCommandsOptionsAndNames) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    SCOPED_TRACE(shell);
    const Ended ended = tests::ringcheck({"completion", shell});
    EXPECT_EQ(ended.status, 0);
    EXPECT_EQ(ended.err, "");
    for (const char* word : {"verify", "barriers", "compare", "unroll", "no-times", "x86-tso",
                             "powerpc", "perf-ring-overrun", "findings"})
      EXPECT_THAT(ended.out, HasSubstr(word));
  }
  EXPECT_THAT(tests::ringcheck({"completion", "zsh"}).out, StartsWith("#compdef ringcheck\n"));
  EXPECT_THAT(tests::ringcheck({"completion", "bash"}).out, HasSubstr("/litmus/run"));
  EXPECT_THAT(tests::ringcheck({"completion", "fish"}).out,
              HasSubstr("'__fish_seen_subcommand_from litmus; and __fish_seen_subcommand_from "
                        "run' -l model"));
  EXPECT_EQ(tests::ringcheck({"completion", "csh"}).err,
            "completion: saw 'csh', expected bash, zsh or fish\n");
}

TEST(ManPage, HasEachCommand) {
  const Ended ended = tests::ringcheck({"man"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out, StartsWith(".TH RINGCHECK 1 "));
  for (const char* text :
       {".SH NAME\n", ".SS verify\n", ".SS litmus run\n", ".B \\-\\-model M[,M]\n",
        ".SH EXAMPLES\n.TP\n.B ringcheck verify perf\\-ring", ".SH EXIT STATUS\n"})
    EXPECT_THAT(ended.out, HasSubstr(text));
}

}  // namespace
}  // namespace ringcheck
