// Which loads an access depends on, and how: by address, data and control.
#include <gtest/gtest.h>

#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

/// The dependencies of the last event of P0, in an execution in which every load of x and y yields
/// 1 and z holds the address of y: "a" address, "d" data, "c" control, each with the slots of the
/// loads.
std::string dependencies_of_last(const std::string& body) {
  const std::string text =
      "C t\n{ x=1; y=1; z=y; int w; }\nP0(int *x, int *y, int **z, int *w) { " + body + " }\n";
  std::string found;
  for (const ExecutionGraph& graph : tests::executions_of(text)) {
    EventNumber last = kNoEvent;
    for (int slot = 0; slot < graph.slots(0); ++slot)
      if (graph.at(0, slot) != kNoEvent && graph[graph.at(0, slot)].kind != EventKind::choice)
        last = graph.at(0, slot);
    const Dependencies& dependencies = graph.dependencies(last);
    const auto list = [&](const char* name, const EventSet& loads) {
      std::string slots;
      for_each(loads, [&](int e) {
        slots += std::to_string(graph[static_cast<EventNumber>(e)].id.index);
      });
      return slots.empty() ? "" : name + slots;
    };
    found += list("a", dependencies.address) + list("d", dependencies.data) +
             list("c", dependencies.control) + ";";
  }
  return found;
}

struct DependencyCase {
  const char* body;
  const char* last;
};

std::ostream& operator<<(std::ostream& out, const DependencyCase& c) {
  return out << c.body;
}

class Depends : public ::testing::TestWithParam<DependencyCase> {};

TEST_P(Depends, OnNoMoreAndNoLess) {
  EXPECT_EQ(dependencies_of_last(GetParam().body), GetParam().last);
}

INSTANTIATE_TEST_SUITE_P(
    Direct, Depends,
    ::testing::Values(
        DependencyCase{"r0 = READ_ONCE(*x); WRITE_ONCE(*w, 1);", ";"},
        DependencyCase{"r0 = READ_ONCE(*x); WRITE_ONCE(*w, r0);", "d0;"},
        DependencyCase{"r0 = READ_ONCE(*x); r1 = READ_ONCE(*y); WRITE_ONCE(*w, r0 + r1 * 2);",
                       "d01;"},
        // A dependency is syntactic: a value that cancels out still carries it, an overwritten
        // local does not.
        DependencyCase{"r0 = READ_ONCE(*x); WRITE_ONCE(*w, r0 ^ r0);", "d0;"},
        DependencyCase{"r0 = READ_ONCE(*x); r0 = 3; WRITE_ONCE(*w, r0);", ";"},
        DependencyCase{"r0 = READ_ONCE(*z); WRITE_ONCE(*r0, 1);", "a0;"},
        DependencyCase{"r0 = READ_ONCE(*x); WRITE_ONCE(*(w + (r0 & 0)), r0);", "a0d0;"},
        DependencyCase{"r0 = READ_ONCE(*z); r1 = READ_ONCE(*r0); WRITE_ONCE(*w, r1);", "d1;"},
        DependencyCase{"r0 = READ_ONCE(*x); r1 = !r0 && 1; WRITE_ONCE(*w, r1);", "d0;"}));

INSTANTIATE_TEST_SUITE_P(
    Control, Depends,
    ::testing::Values(
        DependencyCase{"r0 = READ_ONCE(*x); if (r0) WRITE_ONCE(*w, 1);", "c0;"},
        DependencyCase{"r0 = READ_ONCE(*x); if (r0) r1 = READ_ONCE(*y);", "c0;"},
        // The scope ends at the join.
        DependencyCase{"r0 = READ_ONCE(*x); if (r0) { r1 = 2; } WRITE_ONCE(*w, 1);", ";"},
        DependencyCase{"r0 = READ_ONCE(*x); if (r0) { if (READ_ONCE(*y)) { } WRITE_ONCE(*w, 1); }",
                       "c0;"},
        DependencyCase{
            "r0 = READ_ONCE(*x); r1 = READ_ONCE(*y); if (r0) if (r1) WRITE_ONCE(*w, r1);",
            "d1c01;"},
        // Conditions with && and || depend on both sides, unless C keeps the right load from
        // happening.
        DependencyCase{"r0 = READ_ONCE(*x); r1 = READ_ONCE(*y); if (r0 || r1) WRITE_ONCE(*w, 1);",
                       "c01;"},
        DependencyCase{"if (READ_ONCE(*x) || READ_ONCE(*y)) WRITE_ONCE(*w, 1);", "c0;"},
        DependencyCase{"if (READ_ONCE(*x) && READ_ONCE(*y)) WRITE_ONCE(*w, 1);", "c01;"}));

INSTANTIATE_TEST_SUITE_P(
    ThroughLocals, Depends,
    ::testing::Values(
        // A local that a branch may assign carries the condition, whichever way was taken.
        DependencyCase{"r0 = READ_ONCE(*x); r1 = 0; if (r0) r1 = 1; WRITE_ONCE(*w, r1);", "c0;"},
        DependencyCase{"r0 = READ_ONCE(*x); r1 = 0; if (!r0) r1 = 1; WRITE_ONCE(*w, r1);", "c0;"},
        DependencyCase{"r0 = READ_ONCE(*x); r1 = 0; if (r0) r1 = 1; if (r1) WRITE_ONCE(*w, 1);",
                       "c0;"},
        DependencyCase{
            "r0 = READ_ONCE(*x); r1 = 0; if (r0) r1 = 1; r2 = r1 + 1; if (r2) WRITE_ONCE(*w, 1);",
            "c0;"},
        DependencyCase{
            "r0 = READ_ONCE(*x); r1 = READ_ONCE(*y); r2 = 0; if (r0) { if (!r1) r2 = 1; } "
            "WRITE_ONCE(*w, r2);",
            "c01;"},
        DependencyCase{"r0 = READ_ONCE(*x); r1 = r0 ? 1 : 2; WRITE_ONCE(*w, r1);", "c0;"},
        DependencyCase{
            "r0 = READ_ONCE(*x); r1 = READ_ONCE(*y); r2 = r0 ? r1 : 2; WRITE_ONCE(*w, r2);",
            "d1c0;"},
        // Never by address: a machine may predict the branch.
        DependencyCase{"r0 = READ_ONCE(*x); r1 = x; if (r0) r1 = y; r2 = READ_ONCE(*r1);", "c0;"},
        DependencyCase{"r0 = READ_ONCE(*x); r1 = x; if (r0) r1 = w; WRITE_ONCE(*r1, 1);", "c0;"},
        // None invented: a local that no branch assigns, or that is assigned again after the join.
        DependencyCase{"r0 = READ_ONCE(*x); r1 = 5; if (r0) r2 = 1; WRITE_ONCE(*w, r1);", ";"},
        DependencyCase{"r0 = READ_ONCE(*x); r1 = 0; if (r0) r1 = 1; r1 = 7; WRITE_ONCE(*w, r1);",
                       ";"},
        DependencyCase{"r0 = READ_ONCE(*x); if (r0) { r1 = 1; WRITE_ONCE(*w, r1); }", "c0;"}));

INSTANTIATE_TEST_SUITE_P(
    Operations, Depends,
    ::testing::Values(
        DependencyCase{"r0 = READ_ONCE(*x); xchg_relaxed(w, r0);", "d0;"},
        DependencyCase{"r0 = atomic_add_return_relaxed(1, x); WRITE_ONCE(*w, r0);", "d0;"},
        DependencyCase{"r0 = cmpxchg_relaxed(x, 7, 2); WRITE_ONCE(*w, r0);", "d0;"},
        DependencyCase{"r0 = READ_ONCE(*x); r1 = cmpxchg_relaxed(w, r0, 2); WRITE_ONCE(*y, 1);",
                       ";"}));

}  // namespace
}  // namespace ringcheck
