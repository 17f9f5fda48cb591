// The rows of coverage are true: what they name exists, and each mutant violates what judges its
// row. tests/cli/mutants_test.cpp tests that mutants are found.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include "properties/aux/aux_invariants.hpp"
#include "properties/aux/aux_sequence.hpp"
#include "properties/core/area.hpp"
#include "properties/core/conform_set.hpp"
#include "properties/core/coverage.hpp"
#include "properties/core/mutants.hpp"

namespace ringcheck {
namespace {

bool is_file(std::string_view name) {
  return name.find('/') != std::string_view::npos &&
         std::filesystem::is_regular_file(std::string(RINGCHECK_SOURCE_DIR) + "/" +
                                          std::string(name));
}

/// Ids of properties, of executions and of machines.
std::set<std::string_view> property_ids() {
  std::set<std::string_view> ids;
  for (const Property* property : all_properties()) ids.insert(property->id);
  for (const AuxInvariant& invariant : all_aux_invariants()) ids.insert(invariant.id);
  // Those by which hunts judge without a scenario.
  for (const Mutant* mutant : all_mutants()) ids.insert(mutant->property);
  return ids;
}

bool is_judge(std::string_view name) {
  const auto named = [name](const auto* thing) { return thing->name == name; };
  return property_ids().contains(name) || std::ranges::any_of(all_scenarios(), named) ||
         std::ranges::any_of(all_aux_sequences(), named) || find_conform_set(name) != nullptr ||
         is_file(name);
}

TEST(Coverage, NamesWhatExists) {
  for (const Coverage* row : all_coverage()) {
    SCOPED_TRACE(row->place);
    EXPECT_FALSE(row->mechanism.empty());
    for (const std::string_view file : coverage_list(row->specified)) {
      EXPECT_TRUE(is_file(file)) << file;
      EXPECT_TRUE(file.starts_with("protocol/")) << file;
    }
    for (const std::string_view judge : coverage_list(row->judged))
      EXPECT_TRUE(is_judge(judge)) << judge;
    for (const std::string_view mutant : coverage_list(row->mutants))
      EXPECT_NO_THROW(find_mutant(mutant)) << mutant;
  }
}

TEST(Coverage, HasAMutantThatWhatJudgesTheRowFinds) {
  for (const Coverage* row : all_coverage()) {
    SCOPED_TRACE(row->place);
    const auto state = row->state();
    if (state != CoverageState::real && state != CoverageState::partial) {
      EXPECT_TRUE(row->specified.empty() && row->judged.empty() && row->mutants.empty());
      continue;
    }
    EXPECT_TRUE(!row->mutants.empty() || row->lacks.find("mutant") != std::string_view::npos);
    const auto judges = coverage_list(row->judged);
    for (const std::string_view id : coverage_list(row->mutants)) {
      const std::string_view property = find_mutant(id).property;
      EXPECT_NE(std::ranges::find(judges, property), judges.end()) << id << ' ' << property;
    }
  }
}

TEST(Coverage, SaysWhyARowIsOutOfScope) {
  for (const Coverage* row : all_coverage()) {
    if (row->state() != CoverageState::outside) continue;
    EXPECT_GT(row->outside.size(), 20U) << row->place;
  }
}

TEST(Coverage, TakesListsApart) {
  using List = std::vector<std::string_view>;
  EXPECT_EQ(coverage_list(""), List{});
  EXPECT_EQ(coverage_list("a"), List{"a"});
  EXPECT_EQ(coverage_list("a b, c"), (List{"a b", "c"}));
}

}  // namespace
}  // namespace ringcheck
