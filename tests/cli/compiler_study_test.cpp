// What each barrier() and each ONCE is for: the study, its text, and the command.
#include "cli/compiler_study.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "cli/compiler_text.hpp"
#include "explore/explore.hpp"
#include "protocol/core/compiled_access.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;

std::string needed(const CompilerCheck* check) {
  return check == nullptr ? "" : std::get<Violated>(check->verdict).property;
}

const CompilerRow& row_of(const CompilerStudy& study, Site site) {
  return *std::find_if(study.rows.begin(), study.rows.end(),
                       [&](const CompilerRow& row) { return row.site == site; });
}

TEST(CompilerStudySlow, SaysOfEachProtectionWhetherItIsNeeded) {
  const CompilerStudy study = study_compiler(compiler_sites());
  EXPECT_TRUE(study.sound());
  struct Expected {
    Site site;
    bool alone, without_others;
  };
  const std::vector<Expected> expected = {
      {Site::nest_before_head, false, true},
      {Site::publish_before_unnest, false, true},
      {Site::unnest_before_recheck, false, true},
      {Site::b, false, true},
      {Site::c, true, true},
      {Site::d, true, true},
      {Site::lost_look, false, false},
      {Site::nest_raise, false, false},
      {Site::stamp_sample, true, true},
      {Site::tail_load, true, false},
      {Site::head_look, true, true},
      {Site::stamp_compare, false, false},
      {Site::nest_look, false, false},
      {Site::nest_lower, false, false},
      {Site::head_load, true, true},
      {Site::head_store, true, true},
      {Site::nest_clear, false, true},
      {Site::head_recheck, false, true},
      {Site::nest_again, false, true},
      {Site::stamp_check, false, false},
      {Site::poll_flag, false, false},
      {Site::reader_head, true, true},
      {Site::reader_tail, false, true},
  };
  ASSERT_EQ(study.rows.size(), expected.size());
  for (const Expected& one : expected) {
    const CompilerRow& row = row_of(study, one.site);
    EXPECT_EQ(row.needed_alone() != nullptr, one.alone)
        << site_info(one.site).name << ' ' << needed(row.needed_alone());
    EXPECT_EQ(row.needed_without_others() != nullptr, one.without_others)
        << site_info(one.site).name << ' ' << needed(row.needed_without_others());
  }
}

// A mark that no code of any ground makes would be redundant whatever it is for.
TEST(CompilerStudy, MakesEachMarkedAccessOnSomeGround) {
  std::set<std::string> made;
  for (const CompilerGround& ground : compiler_grounds()) {
    const ScenarioProgram built = ground.run.build();
    const Model model = find_model(ground.model);
    explore(built.program, model, {}, [&](const Execution& execution) {
      for (const SiteName& site :
           transcribe(built.program, execution.graph, model.dependence()).sites)
        made.insert(site.name);
      return true;
    });
  }
  for (const Site site : compiler_sites())
    if (site_info(site).kernel == Strength::once) {
      EXPECT_EQ(made.count(std::string(site_info(site).name)), 1U) << site_info(site).name;
    }
}

TEST(CompilerStudy, SaysWhatTheCompilerDoesInAWitness) {
  const CompilerStudy study = study_compiler({Site::head_look});
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
  const std::vector<Site> sites = {Site::head_store, Site::unnest_before_recheck};
  EXPECT_EQ(compiler_text(study_compiler(sites, compiler_grounds(), 1)),
            compiler_text(study_compiler(sites, compiler_grounds(), 3)));
}

TEST(CompilerCommand, StudiesTheChosenSites) {
  for (const char* command : {"verify", "barriers"}) {
    const testing::Ended ended =
        testing::ringcheck({command, "--compiler", "--site", "nest_clear=none"});
    EXPECT_EQ(ended.status, 0) << command;
    EXPECT_THAT(ended.out, HasSubstr("nest_clear"));
    EXPECT_THAT(ended.out, HasSubstr("redundant"));
  }
}

TEST(CompilerCommand, StudiesAMachine) {
  const testing::Ended ended = testing::ringcheck(
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
  // User space of Linux 6.1 on riscv has barriers for the compiler alone.
  EXPECT_EQ(testing::ringcheck({"verify", "--compiler", "--arch", "riscv", "--user-table",
                                "generic", "--site", "nest_look=none"})
                .status,
            testing::status(ExitStatus::violated));
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
    const testing::Ended ended = testing::ringcheck(row.arguments);
    EXPECT_EQ(ended.status, 2) << row.message;
    EXPECT_THAT(ended.err, HasSubstr(row.message));
  }
}

}  // namespace
}  // namespace ringcheck
