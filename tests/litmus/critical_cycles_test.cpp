// All critical cycles up to a size: the known families, as by a plain enumeration, none twice.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "litmus/generate/critical_cycles.hpp"
#include "litmus/generate/expected_line.hpp"
#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

using namespace litmus;  // NOLINT(google-build-using-namespace): the parts of a test

const CycleLanguage& kernel() {
  return find_cycle_language("LKMM");
}

CycleTests tests_of(const std::string& relaxations, std::size_t size) {
  return critical_cycle_tests(parse_composites(relaxations, kernel(), "--relax"), size, kernel());
}

std::vector<std::string> names_of(const CycleTests& tests) {
  std::vector<std::string> names;
  for (const CycleTest& made : tests.tests) names.push_back(made.test.name);
  return names;
}

// The manual of herdtools7 lists the 23 of at most three threads; three more have four.
TEST(CriticalCycles, AreTheKnownFamilies) {
  const std::vector<std::string> known = {
      "LB",   "SB",     "MP",     "S",    "R",    "2+2W",   "RWC",   "WRR+2W", "WRC",
      "WWC",  "WRW+WR", "WRW+2W", "3.LB", "IRIW", "IRRWIW", "IRWIW", "3.SB",   "W+RWC",
      "ISA2", "Z6.2",   "Z6.0",   "Z6.4", "Z6.3", "Z6.1",   "Z6.5",  "3.2W"};
  EXPECT_EQ(names_of(tests_of("Pod**,Rfe,Fre,Coe", 6)), known);
}

TEST(CriticalCycles, DoNotDependOnTheOrderOfTheList) {
  const auto names = names_of(tests_of("PodWW,FenceRmbdRR,DpCtrldW,Rfe,Fre,Coe", 6));
  EXPECT_EQ(names_of(tests_of("Coe,DpCtrldW,Fre,Rfe,FenceRmbdRR,PodWW,Wse,RmbdRR", 6)), names);
}

/// Every sequence of `size` edges that is a critical cycle, by the definition alone, up to
/// rotation.
std::set<std::string> enumerate(const std::vector<Relaxation>& edges, std::size_t size) {
  std::set<std::string> found;
  std::vector<std::size_t> digits(size, 0);
  const std::size_t n = edges.size();
  for (bool more = true; more;) {
    const auto at = [&](std::size_t i) -> const Relaxation& { return edges[digits[i % size]]; };
    bool good = true;
    std::size_t external = 0, away = 0;
    for (std::size_t i = 0; i < size; ++i) {
      external += at(i).external ? 1 : 0;
      away += at(i).same_location ? 0 : 1;
      good = good && at(i).to == at(i + 1).from && (at(i).external || at(i + 1).external);
      if (!communicates(at(i)) || !communicates(at(i + 1))) continue;
      const bool before_read = at(i + 1).kind == RelaxationKind::reads_from;
      good = good && before_read && at(i).kind != RelaxationKind::reads_from;
      good = good && !communicates(at(i + 2));
    }
    if (good && external > 1 && away > 1) {
      std::vector<std::string> rotations;
      for (std::size_t r = 0; r < size; ++r) {
        std::string text;
        for (std::size_t i = 0; i < size; ++i) text += text_of(at(r + i), kernel()) + " ";
        rotations.push_back(text);
      }
      found.insert(*std::ranges::min_element(rotations));
    }
    std::size_t i = 0;
    while (i < size && ++digits[i] == n) digits[i++] = 0;
    more = i < size;
  }
  return found;
}

TEST(CriticalCycles, AreThoseOfAPlainEnumeration) {
  for (const char* list : {"PodWW,PodRR,FenceMbdRW,Rfe,Fre,Coe", "PosRR,PodWR,Rfe,Fre,Coe,Rfi"}) {
    std::size_t expected = 0;
    for (std::size_t size = 3; size <= 6; ++size)
      expected += enumerate(parse_relaxations(list, kernel(), ""), size).size();
    const CycleTests found = tests_of(list, 6);
    EXPECT_EQ(found.tests.size() + found.untold.size(), expected) << list;
    EXPECT_GT(expected, 0U);
  }
}

/// A cycle has all edges of a composite or none, and the edges inside need not be critical.
TEST(CriticalCycles, TakeCompositesAsAWhole) {
  EXPECT_EQ(names_of(tests_of("[Rfe,PodRR],[Fre,Rfe],PodWW,PodRR,Fre,Rfe", 5)),
            names_of(tests_of("PodWW,PodRR,Fre,Rfe", 5)));
  EXPECT_EQ(names_of(tests_of("[Rfe,PodRW],PodWW,[PodRR,Fre],Rfe", 5)),
            (std::vector<std::string>{"LB", "MP", "WRC"}));
  EXPECT_THAT(names_of(tests_of("PodWW,Rfe,[PodRR,PodRR],Fre", 5)),
              ::testing::ElementsAre("W+RR+po-po", "MP+po+po-po"));
  EXPECT_EQ(names_of(tests_of("PodWW,Rfe,PodRR,PodRW,Fre", 5)),
            names_of(tests_of("[PodWW],[Rfe],PodR*,[Fre]", 5)));
}

TEST(CriticalCycles, HaveObserversWhereTheyAreAskedFor) {
  const std::vector<Composite> list = parse_composites("PodWW,Coe,[Coe,Coe]", kernel(), "--relax");
  const CycleTests without = critical_cycle_tests(list, 5, kernel());
  EXPECT_FALSE(without.untold.empty());
  const CycleTests with = critical_cycle_tests(list, 5, kernel(), Observers::accept);
  EXPECT_TRUE(with.untold.empty());
  EXPECT_EQ(with.tests.size(), without.tests.size() + without.untold.size());
}

TEST(CriticalCycles, MakeNoTestTwice) {
  const CycleTests found = tests_of("PodWW,PodRR,PosWW,FencesWW,Coe,Fre,Rfe,PodWR,DpAddrdR", 6);
  std::set<std::string> forms, names;
  for (const CycleTest& made : found.tests) {
    EXPECT_TRUE(forms.insert(canonical_form(made.test)).second) << made.test.name;
    EXPECT_TRUE(names.insert(made.test.name).second) << made.test.name;
  }
  EXPECT_GT(found.tests.size(), 30U);
}

TEST(ExpectedLine, HasTheModelsThatHaveAMeaning) {
  const CycleTests found = tests_of("PodWR,Fre", 4);
  ASSERT_EQ(found.tests.size(), 1U);
  const StraightTest& test = found.tests[0].test;
  EXPECT_EQ(expected_line(kernel_c_test(test)),
            "Expected: sc=Never x86-tso=Sometimes armv8=Sometimes riscv=Sometimes power=Sometimes "
            "rc11=Sometimes lkmm=Sometimes");
  EXPECT_EQ(expected_line(assembly_test(test, Architecture::ppc)),
            "Expected: sc=Never power=Sometimes");
}

}  // namespace
}  // namespace ringcheck
