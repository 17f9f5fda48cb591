// What each barrier() and each ONCE is for: the study, its text, and the command.
#include "check/compiler_study.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "cli/compiler_text.hpp"
#include "explore/explore.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/core/perf_studies.hpp"
#include "protocol/ring/compiled_access.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;

/// The protections of these names.
std::vector<Protection> those(const std::vector<std::string_view>& names) {
  std::vector<Protection> found;
  for (const Protection& one : protections())
    if (std::ranges::find(names, one.site->name) != names.end()) found.push_back(one);
  return found;
}

std::string needed(const CompilerCheck* check) {
  return check == nullptr ? "" : std::get<Violated>(check->verdict).property;
}

const CompilerRow& row_of(const CompilerStudy& study, std::string_view site) {
  return *std::ranges::find_if(
      study.rows, [&](const CompilerRow& row) { return row.protection.site->name == site; });
}

TEST(CompilerStudySlow, SaysOfEachProtectionWhetherItIsNeeded) {
  const CompilerStudy study = study_compiler(protections(), compiler_grounds());
  EXPECT_TRUE(study.sound());
  struct Expected {
    const char* site;
    bool alone, without_others;
  };
  const std::vector<Expected> expected = {
      {"nest_before_head", false, true},
      {"publish_before_unnest", false, true},
      {"unnest_before_recheck", false, true},
      {"B", false, true},
      {"C", true, true},
      {"D", true, true},
      {"lost_look", false, false},
      {"nest_raise", false, false},
      {"stamp_sample", true, true},
      {"tail_load", true, false},
      {"head_look", true, true},
      {"stamp_compare", false, false},
      {"nest_look", false, false},
      {"nest_lower", false, false},
      {"head_load", true, true},
      {"head_store", true, true},
      {"nest_clear", false, true},
      {"head_recheck", false, true},
      {"nest_again", false, true},
      {"stamp_check", false, false},
      {"poll_flag", false, false},
      {"reader_head", true, true},
      {"reader_tail", false, true},
  };
  ASSERT_EQ(study.rows.size(), expected.size());
  for (const Expected& one : expected) {
    const CompilerRow& row = row_of(study, one.site);
    EXPECT_EQ(row.needed_alone() != nullptr, one.alone)
        << one.site << ' ' << needed(row.needed_alone());
    EXPECT_EQ(row.needed_without_others() != nullptr, one.without_others)
        << one.site << ' ' << needed(row.needed_without_others());
  }
}

// A mark that the code of no ground makes would be redundant, whatever it is for.
TEST(CompilerStudy, MakesEachMarkedAccessOnSomeGround) {
  std::set<std::string> made;
  for (const CompilerGround& ground : compiler_grounds()) {
    const Subject built = ground.check.build();
    const Model& model = *ground.check.model;
    explore(built.program, model, {}, [&](const Execution& execution) {
      for (const SiteName& site :
           transcribe(built.program, execution.graph, model.dependence()).sites)
        made.insert(site.name);
      return true;
    });
  }
  for (const Protection& one : protections())
    if (one.mark) {
      EXPECT_EQ(made.count(std::string(one.site->name)), 1U) << one.site->name;
    }
}

TEST(CompilerStudy, SaysWhatTheCompilerDoesInAWitness) {
  const CompilerStudy study = study_compiler(those({"head_look"}), compiler_grounds());
  const std::string text = compiler_text(study);
  EXPECT_THAT(text, HasSubstr("head_look"));
  EXPECT_THAT(text, HasSubstr("compiler: head_look is made again where its value is used"));
  EXPECT_THAT(text, HasSubstr("--site head_look=none"));
  const nlohmann::ordered_json rows = compiler_json(study);
  ASSERT_FALSE(rows.empty());
  EXPECT_EQ(rows[0]["site"], "head_look");
  EXPECT_EQ(rows[0]["needed"], true);
  EXPECT_EQ(rows[0]["witness"]["property"], "I-05");
}

TEST(CompilerStudy, IsTheSameForAnyNumberOfWorkers) {
  const std::vector<Protection> sites = those({"head_store", "unnest_before_recheck"});
  EXPECT_EQ(compiler_text(study_compiler(sites, compiler_grounds(), 1)),
            compiler_text(study_compiler(sites, compiler_grounds(), 3)));
}

TEST(CompilerCommand, StudiesTheChosenSites) {
  for (const char* command : {"verify", "barriers"}) {
    const tests::Ended ended =
        tests::ringcheck({command, "--compiler", "--site", "nest_clear=none"});
    EXPECT_EQ(ended.status, 0) << command;
    EXPECT_THAT(ended.out, HasSubstr("nest_clear"));
    EXPECT_THAT(ended.out, HasSubstr("redundant"));
  }
}

TEST(CompilerCommand, StudiesAMachine) {
  const tests::Ended ended = tests::ringcheck(
      {"verify", "--compiler", "--arch", "arm64", "--site", "B=none", "--json", "-"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  const nlohmann::json rows = nlohmann::json::parse(ended.out);
  std::set<std::string> grounds;
  for (const nlohmann::json& row : rows) {
    EXPECT_EQ(row["model"], "armv8");
    grounds.insert(row["ground"]);
    if (row["ground"] == "reader") {
      EXPECT_EQ(row["violated"][0], "I-01") << row["without"];
    }
  }
  EXPECT_EQ(grounds, (std::set<std::string>{"nested writers", "nested, full", "reader"}));
  // On riscv, user space of Linux 6.1 has only compiler barriers.
  EXPECT_EQ(tests::ringcheck({"verify", "--compiler", "--arch", "riscv", "--user-table", "generic",
                              "--site", "nest_look=none"})
                .status,
            tests::status(ExitStatus::violated));
}

TEST(CompilerCommand, RefusesWhatIsNotStudied) {
  struct Refused {
    std::vector<std::string> arguments;
    const char* message;
  };
  const std::vector<Refused> rows = {
      {{"verify", "--compiler", "--site", "aux_A=none"}, "saw another site"},
      {{"verify", "--compiler", "--site", "B=mb"}, "saw another strength"},
      {{"barriers", "--compiler", "--model", "sc"}, "--model"},
      {{"verify", "--compiler", "--report", "x.md"}, "--report"},
  };
  for (const Refused& row : rows) {
    const tests::Ended ended = tests::ringcheck(row.arguments);
    EXPECT_EQ(ended.status, 2) << row.message;
    EXPECT_THAT(ended.err, HasSubstr(row.message));
  }
}

}  // namespace
}  // namespace ringcheck
