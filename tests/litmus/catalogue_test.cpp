// The catalogue of the ring's tests: it is what the tool writes, has its goldens, repeats nothing,
// and agrees with the protocol's code.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <numeric>
#include <regex>
#include <set>
#include <sstream>

#include "litmus/compilation/compilation.hpp"
#include "litmus/generate/catalogue.hpp"
#include "litmus/generate/perf_shapes.hpp"
#include "litmus/golden.hpp"
#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

using namespace litmus;  // NOLINT(google-build-using-namespace): the parts of a test

std::filesystem::path source(const char* name) {
  return std::filesystem::path(RINGCHECK_SOURCE_DIR) / name;
}

const std::vector<CatalogueEntry>& entries() {
  static const std::vector<CatalogueEntry> kEntries = [] {
    std::vector<CatalogueEntry> all;
    for (ShapeTest& test : catalogue_tests()) all.push_back(judged(std::move(test)));
    return all;
  }();
  return kEntries;
}

/// The answer of a model to the test of this name; empty when there is no such test.
std::string answer(const std::string& name, std::string_view model) {
  const auto models = model_names();
  const auto column = std::ranges::find(models, model) - models.begin();
  for (const CatalogueEntry& entry : entries())
    if (entry.made.test.name == name) return entry.answers[static_cast<std::size_t>(column)];
  return "";
}

// The folder keeps the tests with the plan of Linux 6.1; the page has the answers of all tests.
TEST(Catalogue, IsWhatTheToolWrites) {
  std::set<std::filesystem::path> files;
  for (const CatalogueEntry& entry : entries()) {
    if (!entry.made.is_kernel_plan()) continue;
    const auto file = source("litmus/perf") / (entry.made.test.name + ".litmus");
    files.insert(file);
    ASSERT_TRUE(std::filesystem::exists(file)) << file;
    EXPECT_EQ(read_text(file), text_of(entry));
  }
  for (const auto& file : litmus_tests_in(source("litmus/perf")))
    EXPECT_EQ(files.count(file), 1U) << file;
  EXPECT_EQ(read_text(source("docs/litmus-catalogue.md")), catalogue_page(entries()));
  EXPECT_GE(files.size(), 20U);
  EXPECT_GE(entries().size(), 200U);
}

TEST(Catalogue, HasAGoldenForEachTest) {
  std::set<std::filesystem::path> goldens;
  for (const auto& file : litmus_tests_in(source("litmus/perf"))) {
    const auto golden = golden_path(file);
    goldens.insert(golden);
    ASSERT_TRUE(std::filesystem::exists(golden)) << golden;
    EXPECT_EQ(read_text(golden), litmus_golden(parse_litmus(read_text(file), file.string())));
  }
  for (const auto& entry : std::filesystem::directory_iterator(source("litmus/perf")))
    EXPECT_TRUE(entry.path().extension() == ".litmus" || goldens.count(entry.path()) == 1)
        << entry.path();
}

TEST(Catalogue, IsReadAsItWasMeant) {
  for (const CatalogueEntry& entry : entries()) {
    const LitmusTest meant = kernel_c_test(entry.made.test);
    EXPECT_EQ(tests::parse(text_of(entry)), meant);
    EXPECT_EQ(tests::parse(print_litmus(meant)), meant);
  }
}

/// The test with its threads in this order, without its name, and with locations numbered as they
/// come up in the code. Registers are already numbered by thread.
std::string form_in_order(const LitmusTest& test, const std::vector<std::size_t>& order) {
  LitmusTest turned;
  std::set<std::string> locations;
  for (const std::size_t t : order) {
    for (const Parameter& p : test.threads[t].parameters) locations.insert(p.name);
    turned.threads.push_back(test.threads[t]);
    turned.threads.back().parameters.clear();
  }
  std::map<std::string, std::string> names;
  const auto renamed = [&](const std::string& text) {
    std::string result;
    const std::regex word("[A-Za-z_][A-Za-z_0-9]*");
    auto rest = text.cbegin();
    for (std::sregex_iterator match(text.begin(), text.end(), word), end; match != end; ++match) {
      result.append(rest, (*match)[0].first);
      rest = (*match)[0].second;
      const std::string name = match->str();
      result += locations.count(name) == 0
                    ? name
                    : names.emplace(name, "L" + std::to_string(names.size())).first->second;
    }
    return result.append(rest, text.cend());
  };
  std::string form = renamed(print_litmus(turned));
  std::set<std::string> rest;
  for (const InitialValue& value : test.initial)
    rest.insert(
        renamed(value.of.name + " = " + std::to_string(std::get<std::int64_t>(value.value))));
  const bool several = test.condition.kind == PropositionKind::conjunction;
  for (Proposition p : several ? test.condition.operands : std::vector{test.condition}) {
    if (p.left.thread >= 0)
      p.left.thread = static_cast<int>(
          std::ranges::find(order, static_cast<std::size_t>(p.left.thread)) - order.begin());
    rest.insert(renamed(text_of(p)));
  }
  for (const std::string& line : rest) form += line + "\n";
  return form;
}

// Compares the texts, in another way than the tool does when it leaves tests out.
TEST(Catalogue, HasNoTestTwiceUpToNames) {
  std::map<std::string, std::string> seen;
  for (const CatalogueEntry& entry : entries()) {
    const LitmusTest test = tests::parse(text_of(entry));
    std::vector<std::size_t> order(test.threads.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::string least = form_in_order(test, order);
    while (std::ranges::next_permutation(order).found)
      least = std::min(least, form_in_order(test, order));
    const auto [other, fresh] = seen.emplace(least, test.name);
    EXPECT_TRUE(fresh) << test.name << " is " << other->second;
  }
}

TEST(Catalogue, ForbidsWithTheKernelsPlanAndKillsTheWeakest) {
  // Plain stores are not ordered by a branch in the kernel's model: finding F-01.
  const std::set<std::pair<std::string, std::string>> open = {{"ReusePlain", "lkmm"},
                                                              {"LapPlain", "lkmm"}};
  for (const Shape& shape : perf_shapes()) {
    bool killed = false;
    for (const CatalogueEntry& entry : entries()) {
      if (entry.made.shape != &shape) continue;
      const auto models = model_names();
      for (std::size_t m = 0; m < models.size(); ++m) {
        const bool never = entry.answers[m] == "Never";
        killed = killed || !never;
        if (models[m] == "sc") {
          EXPECT_TRUE(never) << entry.made.test.name;
        }
        if (entry.made.is_kernel_plan()) {
          EXPECT_NE(never, open.count({shape.name, std::string(models[m])}) == 1)
              << entry.made.test.name << " under " << models[m];
        }
        // The kernel's model allows what a machine shows.
        if (!never && models[m] != "rc11") {
          EXPECT_EQ(entry.answers.back(), "Sometimes") << entry.made.test.name;
        }
      }
    }
    const bool coherence = shape.base.locations.size() == 1;
    EXPECT_NE(killed, coherence) << shape.name;
  }
}

TEST(Catalogue, ForbidsNoLessWithAFullFence) {
  int compared = 0;
  for (const CatalogueEntry& entry : entries()) {
    for (std::size_t i = 0; i < entry.made.plan.size(); ++i) {
      auto plan = entry.made.plan;
      plan[i] = PointStrength::mb;
      const auto stronger = std::ranges::find_if(entries(), [&](const CatalogueEntry& other) {
        return other.made.shape == entry.made.shape && other.made.plan == plan;
      });
      if (stronger == entries().end()) continue;
      ++compared;
      for (std::size_t m = 0; m < entry.answers.size(); ++m)
        EXPECT_FALSE(entry.answers[m] == "Never" && stronger->answers[m] != "Never")
            << entry.made.test.name << " and " << stronger->made.test.name;
    }
  }
  EXPECT_GT(compared, 300);
}

// The kernel's tables, compiled, against what each model makes of the kernel's words: the words
// allow what the instructions show.
TEST(Catalogue, HasNoWeakerInstructionsThanWords) {
  const std::pair<const char*, const char*> targets[] = {{"arm64", "armv8"},
                                                         {"arm64-llsc", "armv8"},
                                                         {"x86-64", "x86-tso"},
                                                         {"riscv", "riscv"},
                                                         {"powerpc", "power"}};
  std::map<std::string, int> stronger;
  for (const CatalogueEntry& entry : entries()) {
    const LitmusTest test = kernel_c_test(entry.made.test);
    for (const auto& [target, model] : targets) {
      const LitmusResult result =
          run_litmus(compile_to_assembly(test, find_target(target)), find_model(model));
      const std::string words = answer(entry.made.test.name, model);
      const bool shown = result.observation != LitmusObservation::never;
      EXPECT_FALSE(shown && words == "Never") << entry.made.test.name << " on " << target;
      if (!shown && words != "Never") ++stronger[target];
    }
  }
  for (const auto& [target, count] : stronger) RecordProperty(target, count);
}

/// The tables "What A, B, C and D need" of REPORT.md: for plain and for marked data, by site,
/// strength and model.
using Needs = std::map<std::string, std::map<std::pair<std::string, std::string>, std::string>>;
/// The lines of the part of REPORT.md about plain or marked data, each as its cells.
std::vector<std::vector<std::string>> rows_of_report(bool plain) {
  std::istringstream lines(read_text(source("REPORT.md")));
  std::vector<std::vector<std::string>> rows;
  bool in_part = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("#"))
      in_part =
          line.starts_with(plain ? "### Data copied by plain" : "### Data copied by READ_ONCE");
    if (!in_part || !line.starts_with("| ")) continue;
    std::vector<std::string>& cells = rows.emplace_back();
    const std::regex between("[^|]+");
    for (std::sregex_iterator cell(line.begin(), line.end(), between), end; cell != end; ++cell)
      cells.push_back(std::regex_replace(cell->str(), std::regex("^ +| +$"), ""));
  }
  return rows;
}

Needs needs_of_report(bool plain) {
  Needs needs;
  const auto models = model_names();
  for (const std::vector<std::string>& cells : rows_of_report(plain)) {
    if (cells.size() != models.size() + 2 || cells[0].size() != 1) continue;
    const std::string strength = cells[1].substr(0, cells[1].find(' '));
    for (std::size_t m = 0; m < models.size(); ++m)
      needs[cells[0]][{strength, std::string(models[m])}] = cells[m + 2];
  }
  return needs;
}

TEST(Catalogue, SaysOfEachPointWhatTheProtocolsCodeNeeds) {
  for (const bool plain : {true, false}) {
    const std::string suffix = plain ? "Plain" : "";
    int rows = 0;
    for (const auto& [site, cells] : needs_of_report(plain)) {
      for (const auto& [row, need] : cells) {
        const auto& [strength, model] = row;
        const bool data = site == "B" || site == "C";
        const std::string publish = "Publish" + suffix + "+B." + (site == "B" ? strength : "wmb") +
                                    "+C." + (site == "C" ? strength : "acquire");
        const std::string reuse = "Reuse" + suffix + "+A." + (site == "A" ? strength : "control") +
                                  "+D." + (site == "D" ? strength : "release");
        const bool early = answer(publish, model) != "Never";
        const bool late = answer(reuse, model) != "Never";
        EXPECT_EQ(need, early  ? "I-01"
                        : late ? "I-06"
                               : "enough")
            << (data ? publish : reuse) << " under " << model;
        ++rows;
      }
    }
    EXPECT_EQ(rows, 17 * 7);
  }
}

/// Strengths at A, B, C and D.
using RingPlan = std::array<std::string, 4>;

/// "wmb or release" as a list.
std::vector<std::string> choices_of(const std::string& cell) {
  std::vector<std::string> choices;
  std::istringstream words(cell);
  for (std::string word; words >> word;)
    if (word != "or") choices.push_back(word);
  return choices;
}

/// The minimal sufficient plans of REPORT.md, by model, for plain or for marked data: every choice
/// of one strength from each cell.
std::map<std::string, std::vector<RingPlan>> minimal_plans_of_report(bool plain) {
  std::map<std::string, std::vector<RingPlan>> plans;
  const auto models = model_names();
  for (const std::vector<std::string>& cells : rows_of_report(plain)) {
    if (cells.size() != 6 || std::ranges::find(models, cells[0]) == models.end()) continue;
    for (const std::string& a : choices_of(cells[2]))
      for (const std::string& b : choices_of(cells[3]))
        for (const std::string& c : choices_of(cells[4]))
          for (const std::string& d : choices_of(cells[5])) plans[cells[0]].push_back({a, b, c, d});
  }
  return plans;
}

// An insufficient plan of the ring has a test that kills it, and a sufficient one is forbidden by
// its tests. So tests of two threads and two locations tell what the protocol's code needs.
TEST(Catalogue, KillsThePlansThatAreInsufficientForTheProtocolsCode) {
  for (const bool plain : {true, false}) {
    const auto minimal = minimal_plans_of_report(plain);
    EXPECT_EQ(minimal.size(), model_names().size());
    const std::string suffix = plain ? "Plain" : "";
    std::map<std::string, bool> never;
    for (const CatalogueEntry& entry : entries())
      for (std::size_t m = 0; m < entry.answers.size(); ++m)
        never[entry.made.test.name + " " + std::string(model_names()[m])] =
            entry.answers[m] == "Never";
    for (const auto& [model, plans] : minimal)
      for (const char* a : {"none", "control", "acquire", "mb"})
        for (const char* b : {"none", "wmb", "release", "mb"})
          for (const char* c : {"none", "rmb", "acquire", "mb"})
            for (const char* d : {"none", "wmb", "rmb", "release", "mb"}) {
              const RingPlan plan = {a, b, c, d};
              const bool sufficient = std::ranges::any_of(plans, [&](const RingPlan& least) {
                for (std::size_t i = 0; i < 4; ++i)
                  if (least[i] != "none" && least[i] != plan[i] && plan[i] != "mb") return false;
                return true;
              });
              const std::string end = " " + model;
              const bool forbidden = never.at("Publish" + suffix + "+B." + b + "+C." + c + end) &&
                                     never.at("Reuse" + suffix + "+A." + a + "+D." + d + end);
              EXPECT_EQ(forbidden, sufficient)
                  << model << ": A=" << a << " B=" << b << " C=" << c << " D=" << d;
            }
  }
}

TEST(Catalogue, DrawsItsShapes) {
  const Shape& publish = perf_shapes().front();
  const std::vector<std::string> picture = {
      "  P0 writer          P1 reader",         "  ---------          ---------",
      "  data = 1           data_head sees 1",  "      (B)                (C)",
      "  data_head = 1      data sees 0",       "  fr  reader sees 0 -> data = 1 by writer",
      "  rf  data_head = 1 by writer -> reader"};
  EXPECT_EQ(picture_of(publish), picture);
}

}  // namespace
}  // namespace ringcheck
