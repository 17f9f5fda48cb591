// A graph and the decisions that make it are two forms of the same execution.
#include "explore/decisions.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "explore/explore.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {
namespace {

LocationSet locations(std::initializer_list<int> members) {
  LocationSet set;
  for (const int l : members) set.set(l);
  return set;
}

/// A lock-protected increment beside a choice, a dependency and a branch: every kind of decision.
Program everything() {
  Program program;
  program.name = "everything";
  program.locations = {{"lock", 0}, {"x", 0}, {"y", 0}};
  const auto body = [](ThreadRun& run) {
    run.spin_lock(address_of(0));
    const Word x = run.load(address_of(1), {});
    run.store(address_of(1), x + Word(1), {});
    run.spin_unlock(address_of(0));
    if (run.choose(2) == 1) run.store(address_of(2), x, {Tag::once});
    run.read_modify_write(RmwOperation::compare_exchange, address_of(2), 7, {.full = true}, 1);
  };
  program.threads = {{"P0", body, locations({0, 1, 2})}, {"P1", body, locations({0, 1, 2})}};
  return program;
}

class DecisionsUnder : public testing::TestWithParam<const char*> {};

TEST_P(DecisionsUnder, RebuildTheGraph) {
  const Program program = everything();
  const Model model = find_model(GetParam());
  int executions = 0;
  explore(program, model, {}, [&](const Execution& execution) {
    ++executions;
    const Decisions decisions = decisions_of(execution.graph);
    const ExecutionGraph again = rebuild(program, decisions, model.dependence());
    EXPECT_EQ(again.canonical(), execution.graph.canonical());
    return true;
  });
  EXPECT_GT(executions, 10);
}

INSTANTIATE_TEST_SUITE_P(Models, DecisionsUnder, testing::Values("sc", "lkmm"));

TEST(Decisions, RebuildAStoreBehindABranchThatFeedsIt) {
  Program program;
  program.name = "LB after a branch";
  program.locations = {{"x", 0}, {"y", 0}, {"z", 0}};
  program.threads = {{"P0",
                      [](ThreadRun& run) {
                        const Word x = run.load(address_of(0), {Tag::once});
                        run.scope([&] {
                          if (run.branch(x == Word(1))) run.store(address_of(2), 1, {Tag::once});
                        });
                        run.store(address_of(1), 1, {Tag::once});
                      },
                      locations({1, 2})},
                     {"P1",
                      [](ThreadRun& run) {
                        run.store(address_of(0), run.load(address_of(1), {Tag::once}), {Tag::once});
                      },
                      locations({0})}};
  const Model model = find_model("lkmm");
  int both = 0;
  explore(program, model, {}, [&](const Execution& execution) {
    EXPECT_EQ(rebuild(program, decisions_of(execution.graph), model.dependence()).canonical(),
              execution.graph.canonical());
    both += execution.graph[execution.graph.at(0, 0)].value == 1 ? 1 : 0;
    return true;
  });
  EXPECT_EQ(both, 1);
}

/// Each outcome of a branch that feeds itself has its own event in the slot after it.
Program outcomes_with_events_of_their_own(const std::function<void(ThreadRun&)>& taken,
                                          const std::function<void(ThreadRun&)>& not_taken) {
  Program program;
  program.name = "LB around a branch";
  program.locations = {{"x", 0}, {"y", 0}, {"z", 0}, {"w", 0}};
  program.threads = {{"P0",
                      [=](ThreadRun& run) {
                        const Word x = run.load(address_of(0), {Tag::once});
                        run.scope([&] {
                          if (run.branch(x == Word(1)))
                            taken(run);
                          else
                            not_taken(run);
                        });
                        run.store(address_of(1), 1, {Tag::once});
                      },
                      locations({1, 2, 3})},
                     {"P1",
                      [](ThreadRun& run) {
                        run.store(address_of(0), run.load(address_of(1), {Tag::once}), {Tag::once});
                      },
                      locations({0})}};
  return program;
}

TEST(Decisions, LeaveASpeculatedOutcomeWhoseEventsTheyAreNotOf) {
  const auto read_z = [](ThreadRun& run) { run.load(address_of(2), {Tag::once}); };
  const auto read_w = [](ThreadRun& run) { run.load(address_of(3), {Tag::once}); };
  const auto choose = [](unsigned values) {
    return [values](ThreadRun& run) { run.choose(values); };
  };
  struct Row {
    const char* name;
    std::function<void(ThreadRun&)> taken, not_taken;
    int executions;
  };
  for (const Row& row : {Row{"reads of two locations", read_z, read_w, 2},
                         Row{"the other way round", read_w, read_z, 2},
                         Row{"choices of two sizes", choose(3), choose(2), 7}}) {
    SCOPED_TRACE(row.name);
    const Program program = outcomes_with_events_of_their_own(row.taken, row.not_taken);
    const Model model = find_model("lkmm");
    int executions = 0;
    explore(program, model, {}, [&](const Execution& execution) {
      ++executions;
      EXPECT_EQ(rebuild(program, decisions_of(execution.graph), model.dependence()).canonical(),
                execution.graph.canonical());
      return true;
    });
    EXPECT_GE(executions, row.executions);
  }
}

TEST(Decisions, OfAnotherProgramAreRefused) {
  const Program program = everything();
  const Model model = find_model("sc");
  Decisions decisions;
  explore(program, model, {}, [&](const Execution& execution) {
    decisions = decisions_of(execution.graph);
    return false;
  });
  struct Case {
    const char* name;
    std::function<void(Decisions&)> damage;
  };
  const Case cases[] = {
      {"a read is missing", [](Decisions& d) { d.rf.pop_back(); }},
      {"a read reads from an event that is not there",
       [](Decisions& d) {
         d.rf[0].write = {9, 3};
       }},
      {"a read reads from another location",
       [](Decisions& d) {
         d.rf[0].write = {kInitThread, 2};
       }},
      {"a write has no place", [](Decisions& d) { d.co[0].pop_back(); }},
      {"a location too many", [](Decisions& d) { d.co.emplace_back(); }},
      {"a choice has no such value", [](Decisions& d) { d.choices[0].value = 5; }},
      {"a choice is missing", [](Decisions& d) { d.choices.clear(); }},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Decisions damaged = decisions;
    c.damage(damaged);
    EXPECT_THROW(rebuild(program, damaged, model.dependence()), InputError);
  }
}

}  // namespace
}  // namespace ringcheck
