// litmus/hard: tests with few executions, which are hard to find if stores and loads are not kept
// in order. Models that keep program order find them at once; the others must find the same.
#include <gtest/gtest.h>

#include "litmus/expectation.hpp"
#include "litmus/golden.hpp"
#include "models/model.hpp"
#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

struct HardRow {
  const char* name;
  std::uint64_t executions;
};

// Found alike under every model.
constexpr HardRow kRows[] = {
    {"BpfRing+2p1c+bounded", 18}, {"BpfRing+3p1c+bounded", 180}, {"BpfRing+3p1c+unbounded", 114}};

std::filesystem::path folder() {
  return std::filesystem::path(RINGCHECK_SOURCE_DIR) / "litmus/hard";
}

TEST(HardLitmus, HasARowForEachTest) {
  std::vector<std::string> names;
  for (const auto& file : litmus_tests_in(folder())) names.push_back(file.stem().string());
  std::vector<std::string> rows;
  for (const HardRow& row : kRows) rows.emplace_back(row.name);
  EXPECT_EQ(names, rows);
}

TEST(HardLitmusSlow, IsAsExpectedUnderEveryModel) {
  for (const HardRow& row : kRows)
    for (const std::string_view name : model_names()) {
      SCOPED_TRACE(std::string(row.name) + " " + std::string(name));
      const std::string text = read_text(folder() / (std::string(row.name) + ".litmus"));
      const Model model = find_model(name);
      const LitmusResult result = run_litmus(parse_litmus(text, row.name), model);
      EXPECT_EQ(judge(text, result, model).agreement, Agreement::agrees);
      EXPECT_EQ(result.positive, 0U);
      EXPECT_EQ(result.negative, row.executions);
    }
}

}  // namespace
}  // namespace ringcheck
