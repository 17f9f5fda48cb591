// herd7's answers on the tests that ship, and on what they are compiled to: a reference that
// ringcheck did not write itself.
//
// A row of recorded/own.txt has the test, and what herd7 7.58 answers for it under the kernel's
// model of Linux 6.1, and for its compilation to arm64, x86-64, riscv and powerpc under
// aarch64.cat, x86tso-mixed.cat, riscv.cat and ppc.cat. An answer is positive+negative/hash of the
// sorted states, with ! if a flag is raised; - if herd7 gives none.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "litmus/compilation/compilation.hpp"
#include "litmus/generate/catalogue.hpp"
#include "litmus/golden.hpp"
#include "litmus/litmus.hpp"
#include "models/model.hpp"

namespace ringcheck {
namespace {

namespace fs = std::filesystem;

struct Column {
  const char* architecture;  ///< empty: as it is, in Linux-kernel C
  const char* model;
};
constexpr Column kColumns[] = {{"", "lkmm"},
                               {"arm64", "armv8"},
                               {"x86-64", "x86-tso"},
                               {"riscv", "riscv"},
                               {"powerpc", "power"}};

/// The parts of a state, sorted, to compare states of two tools.
std::string sorted_state(const std::string& state) {
  std::istringstream parts(state);
  std::vector<std::string> sorted;
  for (std::string part; parts >> part;) sorted.push_back(part);
  std::ranges::sort(sorted);
  std::string text;
  for (const std::string& part : sorted) text += (text.empty() ? "" : " ") + part;
  return text;
}

/// FNV-1a of the sorted states, one per line: the first 8 hexadecimal digits.
std::string hash_of(const std::vector<LitmusState>& states) {
  std::vector<std::string> lines;
  for (const LitmusState& state : states) lines.push_back(sorted_state(state.text) + "\n");
  std::ranges::sort(lines);
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const std::string& line : lines)
    for (const char c : line) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return fmt::format("{:016x}", hash).substr(0, 8);
}

std::string answer(const LitmusTest& test, const Column& column) {
  LitmusTest asked = test;
  if (*column.architecture != '\0')
    asked = compile_to_assembly(test, find_target(column.architecture));
  const LitmusResult result = run_litmus(asked, find_model(column.model));
  return fmt::format("{}+{}/{}{}", result.positive, result.negative, hash_of(result.states),
                     result.flags.empty() ? "" : "!");
}

TEST(Recorded, HerdsAnswersOnTheTestsThatShip) {
  const fs::path source(RINGCHECK_SOURCE_DIR);
  std::ifstream rows(source / "tests/litmus/recorded/own.txt");
  ASSERT_TRUE(rows.good());
  std::map<std::string, litmus::StraightTest> catalogue;
  for (const litmus::ShapeTest& made : litmus::catalogue_tests())
    catalogue.emplace(made.test.name, made.test);
  int compared = 0;
  int absent = 0;
  for (std::string row; std::getline(rows, row);) {
    std::istringstream words(row);
    std::string name;
    words >> name;
    const auto shape = catalogue.find(name);
    const fs::path path = source / "litmus/tests" / (name + ".litmus");
    if (shape == catalogue.end() && !fs::exists(path)) {
      ++absent;
      continue;
    }
    const LitmusTest test = shape != catalogue.end() ? litmus::kernel_c_test(shape->second)
                                                     : parse_litmus(read_text(path), path.string());
    for (const Column& column : kColumns) {
      std::string recorded;
      words >> recorded;
      if (recorded == "-") continue;
      ++compared;
      EXPECT_EQ(answer(test, column), recorded) << name << " " << column.architecture;
    }
  }
  EXPECT_EQ(absent, 0);
  EXPECT_GT(compared, 1800);
}

}  // namespace
}  // namespace ringcheck
