// `ringcheck litmus gen`: what it writes is read and judged by `litmus run`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "cli/exit_status.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;
using tests::Arguments;
using tests::Ended;
using tests::status;
using tests::TemporaryFolder;

Ended generate(const Arguments& arguments) {
  return tests::ringcheck(tests::with({"litmus", "gen"}, arguments));
}

TEST(LitmusGen, WritesTheTestOfACycle) {
  const Ended ended = generate({"--cycle", "LwSyncdWW Rfe DpAddrdR Fre", "--arch", "PPC"});
  EXPECT_EQ(ended.status, status(ExitStatus::holds));
  EXPECT_EQ(ended.err, "");
  EXPECT_THAT(ended.out, HasSubstr("PPC MP+lwsync+addr\n\"LwSyncdWW Rfe DpAddrdR Fre\"\n"));
  EXPECT_THAT(ended.out, HasSubstr(" * Expected: sc=Never power=Never\n"));
}

TEST(LitmusGen, TakesTheCycleAsAnArgumentToo) {
  const char* cycle = "[PodWW,Rfe] PodRR Fre";
  EXPECT_EQ(generate({cycle}).out, generate({"--cycle", cycle}).out);
  EXPECT_THAT(generate({cycle}).out, HasSubstr("Cycle=PodWW Rfe PodRR Fre\n"));
}

TEST(LitmusGen, WritesWhatLitmusRunAgreesWith) {
  for (const char* arch : {"LKMM", "AArch64", "X86_64", "RISCV", "PPC"}) {
    const TemporaryFolder folder;
    const std::string output = folder.path("tests");
    const Ended ended = generate({"--relax", "Pod**,FencedWR,DpCtrldW,Rfe,Fre,Coe", "--size", "4",
                                  "--arch", arch, "--output", output});
    EXPECT_EQ(ended.status, status(ExitStatus::holds)) << ended.err;
    const Ended run = tests::ringcheck({"litmus", "run", output + "/@all"});
    EXPECT_EQ(run.status, status(ExitStatus::holds)) << run.err;
    EXPECT_THAT(run.out, HasSubstr("Observation SB+"));
  }
}

TEST(LitmusGen, WritesTheSameWithAnyNumberOfWorkers) {
  const TemporaryFolder folder;
  for (const char* jobs : {"1", "4"})
    generate({"--relax", "Pod**,Rfe,Fre,Coe", "--jobs", jobs, "--output", folder.path(jobs)});
  const auto text = [&](const char* jobs, const std::filesystem::path& name) {
    return tests::text_of(std::filesystem::path(folder.path(jobs)) / name);
  };
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path("1"))) {
    ++files;
    EXPECT_EQ(text("1", entry.path().filename()), text("4", entry.path().filename()));
  }
  EXPECT_EQ(files, 27);
}

TEST(LitmusGen, MakesATestOfAWitnessThatNeedsWeakMemory) {
  const TemporaryFolder folder;
  const std::string weak = folder.path("weak.json");
  tests::ringcheck({"verify", "perf-ring", "--model", "armv8", "--param", "records=1", "--param",
                    "polls=1", "--site", "B=none", "--witness", weak});
  EXPECT_EQ(generate({"--witness", weak}).status, 0);
  const Ended machine = generate({"--witness", weak, "--arch", "arm64"});
  EXPECT_EQ(machine.status, status(ExitStatus::bad_input));
  EXPECT_EQ(machine.out, "");
  // A nested writer: interrupts on one CPU, and no reordering.
  const std::string strong = folder.path("strong.json");
  tests::ringcheck({"verify", "perf-ring-overrun", "--model", "sc", "--witness", strong});
  const Ended interleaving = generate({"--witness", strong, "--output", folder.path("tests")});
  EXPECT_EQ(interleaving.status, status(ExitStatus::bad_input));
  EXPECT_THAT(interleaving.err, HasSubstr("saw an execution that an interleaving shows"));
}

TEST(LitmusGen, RefusesInOneLine) {
  const TemporaryFolder folder;
  const std::pair<Arguments, const char*> refused[] = {
      {{}, "saw 0 of a cycle, --relax, --catalogue, --scenario and --witness, expected one"},
      {{"--cycle", "PodWW", "--relax", "PodWW"},
       "saw 2 of a cycle, --relax, --catalogue, --scenario and --witness, expected one"},
      {{"--cycle", "PodWW Rfe PodWW Coe"}, "--cycle:1:11: saw 'PodWW', which begins with a write"},
      {{"--cycle", "PodWW Rfe PodRR Fre", "--arch", "ARM"}, "--arch: saw 'ARM', expected one of"},
      {{"--cycle", "PodWW Rfe PodRR Fre", "--name", "../a"}, "--name: saw '../a', expected"},
      {{"--relax", "PodWW"}, "--relax: saw no --output"},
      {{"--catalogue"}, "--catalogue: saw no --output"},
      {{"--relax", "PodWW", "--page", "x"}, "--page: saw a page for other tests"},
      {{"--relax", "PodWW,Coe", "--size", "99", "--output", "x"}, "--size: saw 99, expected"},
      {{"--relax", "PodWW,Coe", "--name", "a", "--output", "x"}, "--name: saw a name for many"},
      {{"--cycle", "PodWW Rfe PodRR Fre", "--output", "/dev/null"}, "/dev/null: is no folder"},
  };
  for (const auto& [arguments, message] : refused) {
    const Ended ended = generate(arguments);
    EXPECT_EQ(ended.status, status(ExitStatus::bad_input));
    EXPECT_EQ(ended.out, "");
    EXPECT_THAT(ended.err, HasSubstr(message));
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1);
  }
}

}  // namespace
}  // namespace ringcheck
