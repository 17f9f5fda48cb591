#pragma once
// All critical cycles that can be made from some relaxations.

#include <string>
#include <string_view>
#include <vector>

#include "litmus/generate/cycle.hpp"

namespace ringcheck::litmus {

/// A test made from a cycle.
struct CycleTest {
  Cycle cycle;
  StraightTest test;  ///< with its name
};

/// What critical_cycle_tests found.
struct CycleTests {
  std::vector<CycleTest> tests;
  std::vector<std::string> untold;  ///< texts of cycles whose coherence order no final state tells
};

/// A test for each critical cycle of at most `size` edges out of `composites`. No test comes twice,
/// however cycles are rotated and whatever edges they are written with. Shorter cycles come first,
/// then the order is by family and text; cycles with the same name in diy have 001, 002, … after it
/// from the second on. Critical: at most two accesses of one thread (no two edges within threads in
/// a row); communication is one edge, or Coe Rfe, or Fre Rfe; more than one location. Within a
/// composite, anything that fits is allowed. Source: herdtools7, manual, "Usage of diy", mode
/// critical; Shasha and Snir, "Efficient and correct execution of parallel programs that share
/// memory", TOPLAS 1988.
CycleTests critical_cycle_tests(const std::vector<Composite>& composites, std::size_t size,
                                const CycleLanguage& language,
                                Observers observers = Observers::avoid);

}  // namespace ringcheck::litmus
