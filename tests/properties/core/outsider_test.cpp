// Hunting changes, on this file's own check; and processes that crash or do not end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <set>
#include <stdexcept>

#include "check/mutant_hunt.hpp"
#include "properties/aux/aux_sequence.hpp"
#include "properties/core/child_process.hpp"
#include "properties/core/outsider_check.hpp"
#include "properties/core/outsider_hunt.hpp"

namespace ringcheck {
namespace {

enum Step : unsigned { kills, hangs, crashes, throws, empties, cuts, hides, unreached, kSteps };

/// A check whose result differs for each step that is changed.
OutsiderAnswer step_by_step(bool) {
  OutsiderAnswer answer;
  if (outsider::on(kills)) answer.violated = {"known", "I-01"};
  while (outsider::on(hangs)) continue;
  if (outsider::on(crashes)) std::abort();
  if (outsider::on(throws)) throw std::runtime_error("beyond");
  if (outsider::on(empties)) answer.unseen = {"I-02"};
  if (outsider::on(cuts)) answer.complete = false;
  outsider::on(hides);
  return answer;
}

/// An expensive check that sees what the other one does not.
OutsiderAnswer look_again(bool) {
  for (int i = 0; i < 100; ++i)
    if (outsider::on(hides) || outsider::on(cuts)) return {{"I-03"}, {}, true, 0};
  return {};
}

std::vector<OutsiderCheck> checks() {
  const std::string plain(kSequential);
  return {{"again", plain, look_again},
          {"steps", plain, step_by_step},
          {"repeated", plain, step_by_step},
          {"bounded", plain,
           [](bool) {
             return OutsiderAnswer{{}, {}, false, 0};
           }},
          {"violated", plain, [](bool) {
             return OutsiderAnswer{{"I-09"}, {}, true, 0};
           }}};
}

const std::vector<outsider::Place> kPlaces(kSteps, {"ring/x.hpp", 1, "f", "changed"});

TEST(Outsiders, AreHeldAgainstChecksThatHoldAndAreNotRepeated) {
  const auto baselines = run_baselines(kPlaces, checks(), {.workers = 2});
  std::vector<std::string> usable;
  for (const OutsiderBaseline& baseline : baselines)
    if (baseline.usable) usable.push_back(baseline.check.name);
  EXPECT_THAT(usable, ::testing::ElementsAre("again", "steps"));
  EXPECT_THAT(reached_places(kSteps, baselines),
              ::testing::ElementsAre(kills, hangs, crashes, throws, empties, cuts, hides));
}

TEST(Outsiders, AreToldApartByWhatNoticesThemWhateverTheWorkers) {
  const std::vector<unsigned> chosen = {kills, hangs, crashes, throws, empties, cuts, hides};
  const auto baselines = run_baselines(kPlaces, checks(), {});
  for (const unsigned workers : {1U, 3U}) {
    std::vector<std::string> told;
    hunt_outsiders(chosen, baselines, {.workers = workers}, [&](const TriedOutsider& tried) {
      told.push_back(std::string(fate_name(tried.fate)) + " " + tried.property + " " + tried.check);
    });
    // The quickest check comes first, and a later check's property counts for more than its bound.
    EXPECT_THAT(told,
                ::testing::ElementsAre("killed known steps", "killed I-107 steps",
                                       "killed I-107 steps", "crashes  steps", "vacuous I-02 steps",
                                       "killed I-03 again", "killed I-03 again"));
  }
}

/// The ring of one-word records has a release at B, where perf's has a fence.
TEST(OutsiderChecks, TryEachStrengthBesideTheScenariosOwn) {
  std::set<std::string> tried;
  for (const OutsiderCheck& check : outsider_checks(1))
    if (check.model == "armv8") tried.insert(check.name);
  for (const char* name : {"perf-ring B=release", "perf-ring B=mb", "spsc-ring B=wmb",
                           "spsc-ring A=control", "spsc-ring C=rmb", "spsc-ring"})
    EXPECT_TRUE(tried.contains(name)) << name;
  EXPECT_FALSE(tried.contains("spsc-ring B=release"));
}

TEST(OutsiderChecks, TryOtherWordsOfTwoChoices) {
  std::set<std::string> tried;
  for (const OutsiderCheck& check : outsider_checks(1))
    if (check.model == "sc") tried.insert(check.name);
  for (const char* name :
       {"aux-map-faults beside=unmaps", "aux-map-faults beside=unmaps mapper=maps",
        "callchain-buffers other=none first=stays"})
    EXPECT_TRUE(tried.contains(name)) << name;
}

/// Ids of properties that the machine which finds `mutant` sees violated in some case.
std::set<std::string> violated_in_some_case(std::string_view mutant) {
  std::set<std::string> violated;
  for (const OutsiderCheck& check : outsider_machines(1, 1000))
    if (check.name == "what finds " + std::string(mutant) + ", case by case")
      for (const std::string& row : check.run(false).cases)
        violated.insert(row.substr(0, row.find(' ')));
  return violated;
}

TEST(OutsiderChecks, JudgeMistakesOfLinuxCaseByCase) {
  // Both mistakes of the machine show; it judges nothing else.
  EXPECT_THAT(violated_in_some_case("E-14a"), ::testing::ElementsAre("I-09", "I-118"));
  EXPECT_THAT(violated_in_some_case("E-14b"), ::testing::IsEmpty()) << "judged twice";
  // It judges I-24, too, which holds.
  EXPECT_THAT(violated_in_some_case("S-09"), ::testing::ElementsAre("I-25", "I-31"));
}

TEST(OutsiderChecks, SayInWhichWaysCasesOfAMachineAre) {
  unsigned found = 0;
  for (const OutsiderCheck& check : outsider_machines(1, 1000)) {
    if (check.name != "what finds K-13, case by case") continue;
    ++found;
    EXPECT_THAT(check.run(false).cases,
                ::testing::Contains("I-119 who waits for an event is not woken when it writes "
                                    "nothing more"));
  }
  EXPECT_EQ(found, 1U);
}

TEST(OutsiderChecks, SayInWhichWaysAnExplorationIsViolated) {
  const std::string way =
      "I-120 a task reads 6 of its counter: 12 were counted before the reset, 0 after";
  unsigned found = 0;
  for (const OutsiderCheck& check : outsider_checks(1)) {
    if (check.name != "self-monitoring" || check.model != "sc") continue;
    ++found;
    EXPECT_THAT(check.run(false).cases, ::testing::Contains(way));
    EXPECT_THAT(check.run(true).cases, ::testing::IsEmpty()) << "the first violation is enough";
  }
  EXPECT_EQ(found, 1U);
}

TEST(Outsiders, AreKilledByACaseThatDoesNotViolateWithoutThem) {
  std::vector<OutsiderCheck> one = {{"case by case", std::string(kSequential), [](bool) {
                                       OutsiderAnswer answer;
                                       answer.cases = {"I-05 2", "I-05 7"};
                                       if (outsider::on(kills)) answer.cases.emplace_back("I-05 8");
                                       if (outsider::on(hides)) answer.cases.pop_back();
                                       return answer;
                                     }}};
  const auto baselines = run_baselines(kPlaces, std::move(one), {});
  std::vector<std::string> told;
  hunt_outsiders({kills, hides}, baselines, {}, [&](const TriedOutsider& tried) {
    told.push_back(std::string(fate_name(tried.fate)) + " " + tried.property);
  });
  EXPECT_THAT(told, ::testing::ElementsAre("killed I-05", "alive "));
}

TEST(Outsiders, AreNotNoticedByWhatIsViolatedWithoutThem) {
  std::vector<OutsiderCheck> known = checks();
  known.resize(2);
  known[1].model = "sc";
  known[1].run = [](bool) {
    OutsiderAnswer answer{{"known"}, {}, true, 1};
    if (outsider::on(kills)) answer.violated.emplace_back("I-01");
    outsider::on(hides);
    return answer;
  };
  const auto baselines = run_baselines(kPlaces, std::move(known), {});
  std::vector<std::string> told;
  hunt_outsiders({kills, hides}, baselines, {},
                 [&](const TriedOutsider& tried) { told.push_back(tried.property); });
  EXPECT_THAT(told, ::testing::ElementsAre("I-01", "I-03"));
}

TEST(Outsiders, AreNoticedWhenAKnownViolationIsGone) {
  const auto violated_unless = [](Step step) {
    return [step](bool) {
      OutsiderAnswer answer;
      if (!outsider::on(step)) answer.violated = {"I-05"};
      return answer;
    };
  };
  std::vector<OutsiderCheck> known = {
      {"explored", "sc", violated_unless(kills), ""},
      {"what finds V-01", std::string(kSequential), violated_unless(hides), "I-05"},
      {"not found", std::string(kSequential), violated_unless(crashes), ""}};
  const auto baselines = run_baselines(kPlaces, std::move(known), {});
  EXPECT_FALSE(baselines[2].usable);
  std::vector<std::string> told;
  hunt_outsiders({kills, hides}, baselines, {}, [&](const TriedOutsider& tried) {
    told.push_back(std::string(fate_name(tried.fate)) + " " + tried.property + " " + tried.check);
  });
  EXPECT_THAT(told, ::testing::ElementsAre("gone I-05 explored", "gone I-05 what finds V-01"));
}

TEST(Outsiders, AreDrawnByTheirSeedAlone) {
  constexpr std::array<std::string_view, 5> kChanges = {"a", "b", "c", "d", "e"};
  std::vector<outsider::Place> places;
  std::vector<unsigned> all;
  for (unsigned i = 0; i < 50; ++i) {
    all.push_back(i);
    places.push_back({"ring/x.hpp", i, i % 2 == 0 ? "f" : "g", kChanges.at(i % kChanges.size())});
  }
  EXPECT_EQ(drawn(places, all, 60, 1), all);
  const std::vector<unsigned> some = drawn(places, all, 8, 1);
  EXPECT_EQ(some.size(), 8U);
  EXPECT_TRUE(std::ranges::is_sorted(some));
  EXPECT_EQ(drawn(places, all, 8, 1), some);
  EXPECT_NE(drawn(places, all, 8, 2), some);
}

TEST(Outsiders, AreDrawnTheSameWhereAnotherComesBeforeThem) {
  std::vector<outsider::Place> places;
  for (const std::string_view change : {"a", "b", "c", "d", "e", "f", "g", "h"})
    places.push_back({"ring/x.hpp", 1, "f", change});
  const auto changes = [&](const std::vector<unsigned>& numbers) {
    std::vector<std::string_view> texts;
    for (const unsigned number : numbers) texts.push_back(places.at(number).change);
    return texts;
  };
  const auto before = changes(drawn(places, {0, 1, 2, 3, 4, 5, 6, 7}, 7, 1));
  places.insert(places.begin(), {"ring/w.hpp", 1, "f", "new"});
  const auto after = changes(drawn(places, {0, 1, 2, 3, 4, 5, 6, 7, 8}, 8, 1));
  EXPECT_THAT(after, ::testing::IsSupersetOf(before));
}

TEST(Outsiders, AreHeldAgainstEveryScenarioAndMachine) {
  std::vector<std::string> names;
  for (const OutsiderCheck& check : outsider_checks(1)) names.push_back(check.name);
  for (const char* name : {"perf-ring", "aux-transactions", "what looks for "})
    EXPECT_THAT(names, ::testing::Contains(::testing::StartsWith(name)));
}

TEST(Outsiders, AreHeldAgainstMachinesAlone) {
  const std::vector<OutsiderCheck> machines = outsider_machines(1, 3);
  ASSERT_FALSE(machines.empty());
  EXPECT_LT(machines.size(), outsider_checks(1).size());
  for (const OutsiderCheck& machine : machines) EXPECT_EQ(machine.model, kSequential);
}

TEST(AuxSearch, FindsErrors) {
  AuxSequence sequence;
  sequence.run = [](const AuxCase&, DefectSet, AuxJudge&) { throw std::runtime_error("bound"); };
  const AuxSearchResult result = search_cases(sequence, {}, {});
  ASSERT_TRUE(result.finding);
  EXPECT_EQ(result.finding->property, kProgress);
}

TEST(ChildProcesses, TellWhatTheyCameToInOrder) {
  std::vector<std::string> told;
  run_children(
      4, 3, 1,
      [](std::size_t i) -> std::string {
        if (i == 1) throw std::runtime_error("wrong");
        if (i == 2) std::abort();
        if (i == 3) end_child("early");
        return std::string(100'000, 'x');
      },
      [&](std::size_t i, const ChildResult& result) {
        EXPECT_EQ(i, told.size());
        EXPECT_EQ(result.end == ChildEnd::done, i == 0 || i == 3);
        EXPECT_EQ(result.end == ChildEnd::threw, i == 1);
        EXPECT_EQ(result.end == ChildEnd::crashed, i == 2);
        told.push_back(result.text.size() > 9 ? "long" : result.text);
      });
  EXPECT_THAT(told, ::testing::ElementsAre("long", "wrong", "", "early"));
}

}  // namespace
}  // namespace ringcheck
