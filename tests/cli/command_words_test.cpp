// Words of command lines: which word belongs to which option, and other names for things.
#include "cli/command_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;
using tests::Arguments;
using tests::Ended;
using Json = nlohmann::json;

TEST(CommandWords, GiveJsonAPathAndNothingElse) {
  struct Row {
    Arguments given, taken;
  };
  for (const Row& row :
       std::vector<Row>{{{"verify", "--json"}, {"verify", "--json=-"}},
                        {{"verify", "--json", "-"}, {"verify", "--json=-"}},
                        {{"verify", "--json", "a.json", "x"}, {"verify", "--json=a.json", "x"}},
                        {{"verify", "--json", "/dev/null"}, {"verify", "--json=/dev/null"}},
                        {{"verify", "--json", "perf-ring"}, {"verify", "--json=-", "perf-ring"}},
                        {{"check", "--json", "x.c"}, {"check", "--json=-", "x.c"}},
                        {{"verify", "--json=rows"}, {"verify", "--json=rows"}},
                        {{"litmus", "run", "--json", "-"}, {"litmus", "run", "--json", "-"}}}) {
    std::vector<const char*> argv{"ringcheck"};
    for (const std::string& word : row.given) argv.push_back(word.c_str());
    EXPECT_EQ(command_words(static_cast<int>(argv.size()), argv.data()), row.taken);
  }
}

/// What `verify` checks, as "SCENARIO MODEL PLAN" of each row.
std::vector<std::string> checked(const Arguments& arguments) {
  const Ended ended = tests::ringcheck(tests::with({"verify", "--json"}, arguments));
  EXPECT_EQ(ended.err, "") << ::testing::PrintToString(arguments);
  std::vector<std::string> rows;
  if (!Json::accept(ended.out)) return rows;
  for (const Json& row : Json::parse(ended.out))
    rows.push_back(row.at("scenario").get<std::string>() + " " +
                   row.at("model").get<std::string>() + " " + row.at("plan").get<std::string>());
  return rows;
}

/// A ring of one slot, whose plan has two sites: the smallest scenario.
TEST(Options, TakeTheOneWordAfterThem) {
  const std::string scenario = "spsc-ring";
  const std::string last = "records=1";
  const std::vector<std::string> both =
      checked({"--param", last, "--scenario", scenario, "--model", "sc", "--model", "x86-tso"});
  ASSERT_EQ(both.size(), 2U);
  for (const Arguments& arguments :
       std::vector<Arguments>{{"--model", "sc", "--model", "x86-tso", "--param", last, scenario},
                              {scenario, "--param", last, "--model", "sc,x86-tso"},
                              {"--param", last, "--model", "sc", "--model", "x86-tso", scenario},
                              {"--model", "SC", "--model", "X86_64", "--param", last, "SPSC-ring"},
                              {"--param", last, "--model", "seq,TSO", scenario}})
    EXPECT_EQ(checked(arguments), both) << ::testing::PrintToString(arguments);
}

TEST(Sites, MayBeCalledAsTheKernelCallsThem) {
  const auto plan = [](const char* site) {
    return checked({"perf-ring", "--param", "records=1", "--param", "polls=1", "--model", "sc",
                    "--site", site});
  };
  for (const auto& [spoken, own] :
       std::vector<std::pair<const char*, const char*>>{{"B=smp_store_release", "B=release"},
                                                        {"B=store-release", "B=release"},
                                                        {"b=Release", "B=release"},
                                                        {"B=WMB", "B=wmb"},
                                                        {"B=smp_wmb", "B=wmb"},
                                                        {"B=smp_mb", "B=mb"},
                                                        {"C=smp_load_acquire", "C=acquire"},
                                                        {"C=smp_rmb", "C=rmb"}}) {
    ASSERT_EQ(plan(own).size(), 1U);
    EXPECT_EQ(plan(spoken), plan(own)) << spoken;
  }
}

TEST(Models, HaveTheSameNamesInAllCommands) {
  const std::string test = tests::source("litmus/tests/MP+wmb+rmb.litmus");
  const std::string assembly = tests::source("litmus/tests/2+2W.litmus");
  for (const char* name : {"aarch64", "ARM64", "armv8", "AArch64"}) {
    SCOPED_TRACE(name);
    EXPECT_EQ(checked({"spsc-ring", "--param", "records=1", "--model", name}).size(), 1U);
    EXPECT_EQ(checked({"spsc-ring", "--param", "records=1", "--arch", name}).size(), 1U);
    EXPECT_EQ(tests::ringcheck({"litmus", "compile", "--arch", name, test}).status, 0);
    EXPECT_EQ(tests::ringcheck({"litmus", "gen", "--arch", name, "--cycle", "PodWW Rfe PodRR Fre"})
                  .status,
              0);
    EXPECT_EQ(tests::ringcheck({"litmus", "run", "--model", name, assembly}).err, "");
  }
}

TEST(Slips, AreAnsweredByWhatIsNear) {
  struct Row {
    Arguments arguments;
    const char* says;
  };
  for (const Row& row :
       std::vector<Row>{{{"verfy"}, "did you mean verify?"},
                        {{"verify", "--modle", "sc"}, "did you mean --model?"},
                        {{"verify", "perf-rign"}, "did you mean perf-ring?"},
                        {{"verify", "perf-ring", "--model", "armv9a"}, "did you mean armv8?"},
                        {{"verify", "perf-ring", "--arch", "powrpc"}, "did you mean powerpc?"},
                        {{"verify", "perf-ring", "--param", "record=1"}, "did you mean records?"},
                        {{"mutants", "--mutant", "M-1"}, "did you mean M-0"},
                        {{"list", "scenario", "perf-rign"}, "did you mean perf-ring?"},
                        {{"list", "modles"}, "did you mean models?"}}) {
    const Ended ended = tests::ringcheck(row.arguments);
    EXPECT_EQ(ended.status, 2) << ::testing::PrintToString(row.arguments);
    EXPECT_EQ(ended.out, "");
    EXPECT_THAT(ended.err, HasSubstr(row.says));
    EXPECT_EQ(tests::lines_of(ended.err).size(), 1U) << ended.err;
    EXPECT_LT(ended.err.size(), 260U) << "no walls of names";
  }
}

}  // namespace
}  // namespace ringcheck
