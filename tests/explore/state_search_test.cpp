// The search through states: with an observer that remembers the whole past its ends are the
// explorer's executions, each once; without, the ends are merged and none is lost.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "explore/state_search.hpp"
#include "models/model.hpp"
#include "tests/explore/families.hpp"
#include "tests/explore/lowering.hpp"
#include "tests/explore/subjects.hpp"
#include "tests/oracle/random_program.hpp"

namespace ringcheck {
namespace {

constexpr std::size_t kThreads = 6;
constexpr std::size_t kSlots = 48;

/// Remembers of each access what it read from or stands behind: the graph.
StateObserver everything() {
  return {kThreads * kSlots, [](const PathStep& step, auto words) -> std::uint64_t {
            if (step.kind != PathStep::Kind::performed) return 0;
            const ExecutionGraph& graph = step.graph;
            const Event& event = graph[step.event];
            std::uint64_t& word = words[event.id.thread * kSlots + event.id.index];
            if (event.kind == EventKind::choice) {
              word = 1 + event.value;
              return 0;
            }
            const EventId source =
                graph[event.kind == EventKind::read ? event.rf : event.co_prev].id;
            word = 1 + (std::uint64_t{source.thread} << 16U | source.index);
            return 0;
          }};
}

/// The search as an explorer.
Subject state_subject(const std::string& name) {
  Subject subject = model_subject(name);
  subject.explore = [model = find_model(name)](const Program& program,
                                               const ExecutionVisitor& visit) {
    const StateCounts counts =
        search_states(program, model, {}, everything(),
                      [&](const Execution& execution, auto /*words*/) { return visit(execution); });
    ExploreCounts result;
    result.complete = counts.complete;
    result.blocked = counts.blocked;
    return result;
  };
  return subject;
}

/// An end as later code and other threads could see it.
std::string end_text(const Execution& end) {
  std::string text = std::to_string(static_cast<int>(end.ending)) + ":";
  for (int l = 0; l < end.graph.locations(); ++l)
    text += ' ' + std::to_string(end.graph[end.graph.co_last(static_cast<LocId>(l))].value);
  return text;
}

class StateSearch : public ::testing::TestWithParam<const char*> {};

TEST_P(StateSearch, WithAllOfThePastIsABijectionWithTheOracleOnRandomPrograms) {
  const Subject subject = state_subject(GetParam());
  oracle::CandidateOptions options;
  options.max_candidates = 500;
  Tally tally;
  for (const int rmw_percent : {0, 25, 45})
    for (std::uint64_t seed = 1; seed <= 250; ++seed) {
      const oracle::TestProgram program = oracle::random_program(seed, rmw_percent);
      const Comparison comparison = compare(program, subject, options);
      tally.add(comparison);
      ASSERT_EQ(comparison.difference, "")
          << "seed " << seed << ", " << rmw_percent << " % read-modify-writes\n"
          << report_failure(program, subject, options);
    }
  EXPECT_LE(tally.too_large, tally.programs / 5);
}

std::vector<Program> families() {
  return {cas_lock(3),        spin_lock(3), ticket_lock(2),
          fetch_adds(3),      ring(2, 3),   load_buffering(3, Dependent::value),
          one_writer(2, 2, 2)};
}

TEST_P(StateSearch, WithAllOfThePastFindsTheExecutionsOfFamilies) {
  const Model model = find_model(GetParam());
  for (const Program& program : families()) {
    std::multiset<std::string> expected;
    explore(program, model, {}, [&](const Execution& execution) {
      expected.insert(execution.graph.canonical());
      return true;
    });
    std::multiset<std::string> found;
    search_states(program, model, {}, everything(), [&](const Execution& end, auto /*words*/) {
      found.insert(end.graph.canonical());
      return true;
    });
    EXPECT_EQ(found, expected) << program.name;
  }
}

TEST_P(StateSearch, MergedHasTheSameEnds) {
  const Model model = find_model(GetParam());
  std::vector<Program> programs = families();
  for (const int rmw_percent : {0, 45})
    for (std::uint64_t seed = 1; seed <= 300; ++seed)
      programs.push_back(lower(oracle::random_program(seed, rmw_percent)));
  std::uint64_t merged = 0;
  std::uint64_t executions = 0;
  for (const Program& program : programs) {
    std::set<std::string> expected;
    executions += explore(program, model, {}, [&](const Execution& execution) {
                    expected.insert(end_text(execution));
                    return true;
                  }).complete;
    std::set<std::string> found;
    merged += search_states(program, model, {}, {}, [&](const Execution& end, auto /*words*/) {
                found.insert(end_text(end));
                return true;
              }).complete;
    EXPECT_EQ(found, expected) << program.name;
  }
  EXPECT_LT(merged, executions);
}

INSTANTIATE_TEST_SUITE_P(Models, StateSearch, ::testing::Values("sc", "x86-tso"),
                         [](const auto& model) { return identifier(model.param); });

/// A thread that says that what it has loaded does not matter to it, and stores it all the same.
Program forgetful() {
  Program program;
  program.locations = {{"x", 0}, {"y", 0}, {"z", 0}};
  Thread first;
  first.name = "first";
  first.may_write.set(2);
  first.body = [](ThreadRun& run) {
    const Word x = run.load(address_of(0), {});
    run.declare_state("forgotten", {});
    run.load(address_of(1), {});
    run.store(address_of(2), x, {});
  };
  Thread second;
  second.name = "second";
  second.may_write.set(0);
  second.body = [](ThreadRun& run) { run.store(address_of(0), 1, {}); };
  program.name = "forgetful";
  program.threads = {first, second};
  return program;
}

TEST(StateSearchDeclarations, OneThatLeavesSomethingOutIsRefused) {
  StateSearchOptions options;
  options.declared = false;
  const auto visit = [](const Execution&, auto) { return true; };
  try {
    search_states(forgetful(), find_model("sc"), options, {}, visit);
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what())
                  .find("first: the state that the code declares at "
                        "\"forgotten\" is not all that it depends on"),
              std::string::npos)
        << error.what();
  }
}

TEST(StateSearchModels, OneWithoutAMachineIsRefusedByName) {
  const auto visit = [](const Execution&, auto) { return true; };
  EXPECT_FALSE(has_state_search(find_model("rc11")));
  try {
    search_states(fetch_adds(2), find_model("rc11"), {}, {}, visit);
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("rc11"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace ringcheck
