// Every machine of AUX sequences holds for the specification as it is, whatever the seed, and every
// defect of the AUX area is one of a mutant. That each is found is tested with the command,
// tests/cli/mutants_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "check/mutant_hunt.hpp"
#include "properties/aux/aux_invariants.hpp"
#include "properties/aux/aux_sequence.hpp"
#include "properties/core/area.hpp"
#include "properties/core/mutants.hpp"

namespace ringcheck {
namespace {

std::string identifier(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '-', '_');
  return text;
}

class AuxSequences : public ::testing::TestWithParam<const AuxSequence*> {};

TEST_P(AuxSequences, HoldWithoutADefect) {
  const AuxSequence& sequence = *GetParam();
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const AuxSearchResult result = search_cases(sequence, {}, {"", seed, 2000});
    ASSERT_FALSE(result.finding) << result.finding->property << " " << result.finding->what << ": "
                                 << case_text(sequence, result.example);
    EXPECT_GE(result.cases, sequence.exhaustive ? 4U : 2000U);
  }
}

INSTANTIATE_TEST_SUITE_P(All, AuxSequences,
                         ::testing::ValuesIn(all_aux_sequences().begin(),
                                             all_aux_sequences().end()),
                         [](const auto& row) { return identifier(row.param->name); });

/// The mutants of the AUX area that a function looks for.
std::vector<const Mutant*> aux_mutants() {
  std::vector<const Mutant*> mutants;
  for (const Mutant* mutant : all_mutants()) {
    const auto* function = std::get_if<FunctionHunt>(&mutant->hunt);
    if (function == nullptr) continue;
    for (const Area* area : all_areas())
      for (const Defect& defect : area->defects)
        if (!area->sequences.empty() && function->defects.has(defect.name))
          mutants.push_back(mutant);
  }
  return mutants;
}

class AuxMutants : public ::testing::TestWithParam<const Mutant*> {};

TEST_P(AuxMutants, AreFoundByTheirInvariant) {
  HuntResult result{hunts_of(*GetParam(), {}).front(), {}};
  result.outcome = run_hunt(result.hunt, {perf_catalogue()});
  result.control = run_control(result.hunt, {perf_catalogue()});
  EXPECT_TRUE(result.found());
  EXPECT_TRUE(result.control_clean());
  EXPECT_EQ(run_hunt(result.hunt, {perf_catalogue()}).shown, result.outcome.shown);
  bool known = false;
  for (const AuxInvariant& invariant : all_aux_invariants())
    known = known || invariant.id == GetParam()->property;
  EXPECT_TRUE(known) << GetParam()->property;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, AuxMutants, ::testing::ValuesIn(aux_mutants()),
                         [](const auto& row) { return identifier(row.param->id); });

TEST(AuxInvariants, AreThoseThatMachinesJudge) {
  std::set<std::string_view> ids;
  for (const AuxInvariant& invariant : all_aux_invariants()) ids.insert(invariant.id);
  std::set<std::string_view> judged;
  for (const AuxSequence* sequence : all_aux_sequences())
    judged.insert(sequence->properties.begin(), sequence->properties.end());
  EXPECT_EQ(ids, judged);
}

}  // namespace
}  // namespace ringcheck
