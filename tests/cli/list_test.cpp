// Things with names: `ringcheck list`, and `ringcheck explain` of a name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/named_things.hpp"
#include "cli/text_layout.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_studies.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using tests::Arguments;
using tests::Ended;
using tests::lines_of;
using Json = nlohmann::json;

TEST(List, NamesEverythingThatTheCommandLineTakes) {
  const Ended ended = tests::ringcheck({"list"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, "");
  std::vector<std::string> names;
  for (const std::string_view name : model_names()) names.emplace_back(name);
  for (const Scenario* scenario : all_scenarios()) names.emplace_back(scenario->name);
  for (const Property* property : all_properties()) names.emplace_back(property->id);
  for (const Site* site : perf_catalogue().sites) names.emplace_back(site->name);
  for (const Mutant* mutant : all_mutants()) names.emplace_back(mutant->id);
  for (const KnownViolation& finding : recorded_findings()) names.emplace_back(finding.id);
  for (const std::string& name : names) EXPECT_THAT(ended.out, HasSubstr("\n  " + name));
  for (const std::string& line : lines_of(ended.out)) EXPECT_LE(columns_of(line), 80U) << line;
}

TEST(List, HasTheKindThatIsAskedFor) {
  struct Row {
    Arguments arguments;
    const char *begins, *has;
  };
  for (const Row& row : std::vector<Row>{
           {{"models"}, "models\n  sc ", "\n  lkmm "},
           {{"model", "ARM64"}, "model armv8: ", "also called: "},
           {{"scenarios"}, "scenarios\n  ", "\n  perf-ring "},
           {{"scenarios", "perf-ring"}, "scenario perf-ring: ", "\n    records=4 "},
           {{"properties", "i06"}, "property I-06: ", "violated by:  F-01"},
           {{"findings"}, "findings\n  F-01 ", "\n  F-02 "},
           {{"findings", "F-08"}, "finding F-08: ", "\n  concerns:     Processes that both map"},
           {{"sites", "b"}, "ordering point B: ", "Linux 6.1: "},
           {{"mutants", "N-03a"}, "mutant N-03a: ", "ringcheck mutants --mutant N-03a"},
           {{"machines"}, "machines\n  ", "aux"}}) {
    const Ended ended = tests::ringcheck(tests::with({"list"}, row.arguments));
    SCOPED_TRACE(::testing::PrintToString(row.arguments));
    EXPECT_EQ(ended.status, 0);
    EXPECT_THAT(ended.out, StartsWith(row.begins));
    EXPECT_THAT(ended.out, HasSubstr(row.has));
  }
}

TEST(List, IsJsonWhenAsked) {
  const Json scenarios = Json::parse(tests::ringcheck({"list", "scenarios", "--json"}).out);
  ASSERT_EQ(scenarios.size(), all_scenarios().size());
  for (std::size_t i = 0; i < scenarios.size(); ++i) {
    EXPECT_EQ(scenarios[i].at("kind"), "scenario");
    EXPECT_EQ(scenarios[i].at("name"), all_scenarios()[i]->name);
    EXPECT_EQ(scenarios[i].at("parameters").size(), all_scenarios()[i]->parameters.size());
  }
  const Json finding = Json::parse(tests::ringcheck({"list", "findings", "F-02", "--json"}).out);
  ASSERT_EQ(finding.size(), 1U);
  EXPECT_EQ(finding[0].at("where")[0].at("scenario"), "perf-ring-overrun");
  EXPECT_THAT(finding[0].at("concerns"), HasSubstr("Linux 6.12 loads the head first"));
}

/// The commands that each thing suggests are understood: names and values are the command line's.
TEST(ExplainName, KnowsEverythingThatIsListed) {
  for (const ThingKind& kind : thing_kinds()) {
    for (const NamedThing& thing : kind.all()) {
      const std::string text = named_text(thing.name);
      EXPECT_THAT(text, HasSubstr(std::string(kind.singular) + " " + thing.name + ":"));
      EXPECT_THAT(text, HasSubstr(":"));
      for (const std::string& line : lines_of(text))
        EXPECT_TRUE(columns_of(line) <= 80 || line.find(' ', 16) == std::string::npos) << line;
    }
  }
}

TEST(ExplainName, SaysWhatANameMeans) {
  struct Row {
    const char *name, *has;
  };
  for (const Row& row :
       {Row{"I-06", "judged in:"}, Row{"i-06", "property I-06: "}, Row{"F-01", "data=marked"},
        Row{"A", "ordering point A: "}, Row{"perf-ring", "parameters (--param NAME=VALUE)"},
        Row{"ppc", "model power: "}}) {
    const Ended ended = tests::ringcheck({"explain", row.name});
    EXPECT_EQ(ended.status, 0) << row.name;
    EXPECT_EQ(ended.err, "") << row.name;
    EXPECT_THAT(ended.out, HasSubstr(row.has));
  }
}

TEST(ExplainName, SaysWhatIsNearWhenNothingHasTheName) {
  const Ended ended = tests::ringcheck({"explain", "perf-rign"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(ended.err, "perf-rign: saw neither a witness nor a name; did you mean perf-ring?\n");
  const Ended picture = tests::ringcheck({"explain", "I-06", "--dot", "-"});
  EXPECT_EQ(picture.status, 2);
  EXPECT_THAT(picture.err, HasSubstr("expected a witness to draw"));
}

}  // namespace
}  // namespace ringcheck
