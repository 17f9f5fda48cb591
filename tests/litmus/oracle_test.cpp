// The kernel's own litmus tests against recorded answers of herd7, where they are beside the
// checkout.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "litmus/golden.hpp"
#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

std::filesystem::path oracle_folder() {
  return std::filesystem::path(RINGCHECK_SOURCE_DIR).parent_path() / "shared/oracle";
}

TEST(Oracle, KernelTestsHaveTheRecordedAnswers) {
  std::ifstream rows(oracle_folder() / "kernel.jsonl");
  if (!rows) GTEST_SKIP() << "no recorded answers in " << oracle_folder();
  const Model lkmm = find_model("lkmm");
  int tests = 0;
  for (std::string line; std::getline(rows, line); ++tests) {
    const auto recorded = nlohmann::json::parse(line);
    const auto file = oracle_folder() / recorded.at("file").get<std::string>();
    SCOPED_TRACE(file.string());
    const LitmusTest test = parse_litmus(read_text(file), file.string());
    EXPECT_EQ(tests::parse(print_litmus(test)), test);
    const auto answer = nlohmann::json::parse(to_json(run_litmus(test, lkmm)));
    for (const char* key : {"name", "observation", "positive", "negative", "flags"})
      EXPECT_EQ(answer.at(key), recorded.at(key)) << key;
    auto states = answer.at("states").get<std::vector<std::string>>();
    std::ranges::sort(states);
    EXPECT_EQ(states, recorded.at("states").get<std::vector<std::string>>());
  }
  EXPECT_EQ(tests, 34);
}

}  // namespace
}  // namespace ringcheck
