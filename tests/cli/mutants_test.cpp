// `ringcheck mutants` as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "properties/core/area.hpp"
#include "properties/core/mutants.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;
using tests::Ended;
using tests::status;
using Json = nlohmann::ordered_json;

/// The rows of `--json -`, without times.
std::vector<Json> rows_of(const tests::Arguments& more) {
  const Ended ended = tests::ringcheck(tests::with({"mutants", "--json", "-"}, more));
  EXPECT_EQ(ended.status, status(ExitStatus::holds)) << ended.err;
  std::vector<Json> rows = Json::parse(ended.out);
  for (Json& row : rows) {
    EXPECT_TRUE(row.at("seconds").is_number());
    row.erase("seconds");
  }
  return rows;
}

/// Runs everything, so it may take its time.
TEST(MutantsSlow, AreAllFoundWhereTheyAreNamedAndNowhereElse) {
  std::set<std::string> found;
  for (const Json& row : rows_of({})) {
    EXPECT_EQ(row["found"], row["expected"]) << row["id"] << " under " << row["model"];
    EXPECT_TRUE(row["control_clean"].is_null() || row["control_clean"] == true) << row["id"];
    if (row["found"] == true) {
      found.insert(row["id"]);
      EXPECT_NE(row["witness"].is_null(), row["sequence"].is_null()) << row["id"];
    }
  }
  for (const Mutant* mutant : all_mutants())
    EXPECT_TRUE(found.count(std::string(mutant->id))) << mutant->id;
}

TEST(MutantsCommand, GivesARowForEachModelAndAWitness) {
  const std::vector<Json> rows = rows_of({"--mutant", "M-01"});
  ASSERT_EQ(rows.size(), 7U);
  for (const Json& row : rows) {
    const bool strong = row["model"] == "sc" || row["model"] == "x86-tso";
    EXPECT_EQ(row["id"], "M-01");
    EXPECT_EQ(row["property"], "I-01");
    EXPECT_EQ(row["technique"], "exploration");
    EXPECT_EQ(row["found"], !strong) << row["model"];
    EXPECT_GT(row["executions"], 0);
    EXPECT_EQ(row["witness"].is_object(), !strong);
  }
}

TEST(MutantsCommand, IsTheSameForAnyNumberOfWorkers) {
  const tests::Arguments chosen = {"--section", "M", "--section", "L"};
  EXPECT_EQ(rows_of(tests::with(chosen, {"--jobs", "1"})),
            rows_of(tests::with(chosen, {"--jobs", "4"})));
}

TEST(MutantsCommand, ShowsAWitnessForAMutantThatIsNamed) {
  const Ended ended = tests::ringcheck({"mutants", "--mutant", "N-03a", "--model", "sc"});
  EXPECT_EQ(ended.status, status(ExitStatus::holds));
  EXPECT_THAT(ended.out, HasSubstr("\nN-03a the second look"));
  EXPECT_THAT(ended.out, HasSubstr("\n  exploration  sc         I-04     found "));
  EXPECT_THAT(ended.out, HasSubstr("\nviolated: I-04 "));
  EXPECT_THAT(ended.out, HasSubstr("\n1 mutants, 1 hunts: each found where it is named"));
}

TEST(MutantsCommand, SaysWhatItExpectedOfBadInput) {
  struct Row {
    tests::Arguments arguments;
    const char* complaint;
  };
  for (const Row& row : std::vector<Row>{
           {{"--mutant", "Q-99"}, "no mutant \"Q-99\"; "},
           {{"--section", "Q"},
            "no section \"Q\"; there are A, C, E, F, G, K, L, M, N, O, P, R, S, T, W, X, Z\n"},
           {{"--model", "arm"}, "arm"},
           {{"--mutant", "M-01", "--model", "sequential"}, "expected models that"},
           {{"--seed", "x"}, "expected a number from 0 up"},
           {{"--json=/nowhere/x"}, "cannot be written"}}) {
    const Ended ended = tests::ringcheck(tests::with({"mutants"}, row.arguments));
    EXPECT_EQ(ended.status, status(ExitStatus::bad_input)) << row.complaint;
    EXPECT_THAT(ended.err, HasSubstr(row.complaint));
    EXPECT_EQ(ended.out, "");
  }
}

}  // namespace
}  // namespace ringcheck
