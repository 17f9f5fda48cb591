// Every machine of AUX sequences holds for the specification as it is, whatever the seed, and every
// defect of the AUX area belongs to a mutant. tests/cli/mutants_test.cpp tests, with the command,
// that each is found.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "check/mutant_hunt.hpp"
#include "properties/aux/aux_invariants.hpp"
#include "properties/aux/aux_sequence.hpp"
#include "properties/bts/sequences.hpp"
#include "properties/core/area.hpp"
#include "properties/core/mutants.hpp"
#include "properties/pt/sequences.hpp"
#include "properties/trbe/sequences.hpp"
#include "protocol/core/sequential_cpu.hpp"
#include "tests/names/identifier.hpp"

namespace ringcheck {
namespace {

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
                         [](const auto& row) { return identifier(std::string(row.param->name)); });

/// The machines whose cases are random. Each classifies its cases.
std::vector<const AuxSequence*> classifying_sequences() {
  std::vector<const AuxSequence*> sequences;
  for (const AuxSequence* sequence : all_aux_sequences())
    if (!sequence->exhaustive) sequences.push_back(sequence);
  return sequences;
}

class ClassifiedCases : public ::testing::TestWithParam<const AuxSequence*> {};

TEST_P(ClassifiedCases, ComeToWhatMatters) {
  const AuxSequence& sequence = *GetParam();
  constexpr std::uint64_t kCases = 1000;
  EXPECT_FALSE(sequence.shares.empty()) << "nothing is said of its cases";
  const auto counts = count_classes(sequence, 1, kCases);
  EXPECT_EQ(counts.size(), sequence.shares.size()) << "a class is said that has no share";
  for (const Share& share : sequence.shares)
    EXPECT_GE(counts.at(share.name) * 100, share.percent * kCases) << share.name;
}

INSTANTIATE_TEST_SUITE_P(All, ClassifiedCases, ::testing::ValuesIn(classifying_sequences()),
                         [](const auto& row) { return identifier(std::string(row.param->name)); });

constexpr std::array<std::string_view, 1> kAnyProperty = {"I-24"};
constexpr std::array kAnySteps = {Dial{"step", 0, 9}};
constexpr std::array kAnyShares = {Share{"has a 7", 0}, Share{"is all", 0}};

/// A machine that does what a case says, at its first step.
AuxSequence machine(void (*run)(const AuxCase&, DefectSet, AuxJudge&)) {
  return {"any", "", kAnyProperty, {}, kAnySteps, false, run, 100, kAnyShares};
}

std::string found_by(void (*run)(const AuxCase&, DefectSet, AuxJudge&)) {
  const auto finding = run_case(machine(run), {{}, {{0, 1}}}, {}, "");
  return finding ? std::string(finding->property) : "";
}

TEST(AuxCase, EndsOrViolates) {
  EXPECT_EQ(found_by([](const AuxCase&, DefectSet, AuxJudge&) {}), "");
  EXPECT_EQ(found_by([](const AuxCase&, DefectSet, AuxJudge&) {
              std::vector<std::uint64_t> memory(1);
              SequentialCpu<> cpu(memory);
              while (cpu.load(0) == 0) {
              }
            }),
            kProgress);
  EXPECT_EQ(found_by([](const AuxCase&, DefectSet, AuxJudge&) {
              throw std::length_error("not of this case");
            }),
            kProgress);
  EXPECT_EQ(found_by([](const AuxCase&, DefectSet, AuxJudge&) {
              std::vector<std::uint64_t> memory(1);
              SequentialCpu<>(memory).store(1, 0);
            }),
            "I-39");
  // What was found before counts.
  EXPECT_EQ(found_by([](const AuxCase&, DefectSet, AuxJudge& judge) {
              judge.require(false, "I-24", "found");
              throw std::length_error("after that");
            }),
            "I-24");
}

TEST(AuxCase, IsCountedOnceForEachClass) {
  const auto counts = count_classes(machine([](const AuxCase& example, DefectSet, AuxJudge& judge) {
                                      judge.comes_to("is all");
                                      for (const AuxStep& step : example.steps)
                                        judge.comes_to("has a 7", step.amount == 7);
                                    }),
                                    1, 200);
  EXPECT_EQ(counts.at("is all"), 200U);
  EXPECT_GT(counts.at("has a 7"), 100U);
  EXPECT_LT(counts.at("has a 7"), 200U);
}

/// Cases in which a machine once judged wrongly.
struct Corner {
  const AuxSequence* sequence;
  AuxCase example;
};

std::vector<Corner> corners() {
  enum Pt : std::size_t { pt_start, pt_stop, pt_interrupt, pt_pages, pt_bytes };
  enum Trbe : std::size_t { start, stop, interrupt, device, read };
  enum Bts : std::size_t { bts_start, bts_interrupt = 2, bts_branches, bts_read = 7 };
  return {
      // STOP is a lap behind (V-20), and the unit writes more than there was room for: no room is
      // left with which a truncated record could be compared.
      {&kPtTransactions,
       {{0, 0, 1, 0, 1, 1},
        {{pt_start, 0},
         {pt_pages, 6},
         {pt_interrupt, 0},
         {pt_bytes, 1000},
         {pt_stop, 0},
         {pt_start, 0},
         {pt_pages, 8},
         {pt_stop, 0}}}},
      // The area is full, and the driver keeps the handle of the transaction before.
      {&kTrbeTransactions,
       {{0, 0, 1, 0, 0, 193, 0, 0, 0, 0},
        {{start, 0},
         {stop, 0},
         {read, 189},
         {start, 0},
         {device, 113},
         {stop, 0},
         {read, 185},
         {start, 0},
         {stop, 0},
         {start, 0},
         {device, 112},
         {stop, 0},
         {start, 0}}}},
      // The area is full: nothing is skipped, though something was by the transaction before.
      {&kBtsBranches,
       {{0, 3, 11, 0, 0, 0, 0, 0, 0, 0},
        {{bts_start, 0},
         {bts_branches, 84},
         {bts_interrupt, 0},
         {bts_branches, 87},
         {bts_read, 2016},
         {bts_interrupt, 0},
         {bts_read, 49},
         {bts_branches, 255},
         {bts_interrupt, 0},
         {bts_branches, 86},
         {bts_interrupt, 0}}}},
  };
}

TEST(AuxSequence, JudgesNoCornerWrongly) {
  for (const Corner& corner : corners()) {
    const auto finding = run_case(*corner.sequence, corner.example, {}, "");
    EXPECT_FALSE(finding) << corner.sequence->name << ": " << finding->what;
  }
}

/// The mutants of the AUX area for which a function looks.
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
  result.control = run_control(result.hunt, {&result.hunt.mutant->property, 1}, {perf_catalogue()});
  EXPECT_TRUE(result.found());
  EXPECT_TRUE(result.control_clean());
  EXPECT_EQ(run_hunt(result.hunt, {perf_catalogue()}).shown, result.outcome.shown);
  bool known = false;
  for (const AuxInvariant& invariant : all_aux_invariants())
    known = known || invariant.id == GetParam()->property;
  for (const Property* property : all_properties())
    known = known || property->id == GetParam()->property;
  EXPECT_TRUE(known) << GetParam()->property;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, AuxMutants, ::testing::ValuesIn(aux_mutants()),
                         [](const auto& row) { return identifier(std::string(row.param->id)); });

TEST(AuxInvariants, AreThoseThatMachinesJudge) {
  std::set<std::string_view> ids;
  for (const AuxInvariant& invariant : all_aux_invariants()) ids.insert(invariant.id);
  std::set<std::string_view> judged;
  for (const AuxSequence* sequence : all_aux_sequences())
    judged.insert(sequence->properties.begin(), sequence->properties.end());
  judged.insert(kProgress);
  EXPECT_EQ(ids, judged);
}

}  // namespace
}  // namespace ringcheck
