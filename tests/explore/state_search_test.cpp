// The search through states. With an observer that remembers the whole past, its ends are the
// explorer's executions, each once. Without one, ends are merged and none is lost.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "explore/state_key.hpp"
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

/// Remembers of each access what it read from or comes after: the graph.
StateObserver everything() {
  return {kThreads * kSlots, [](const PathStep& step, auto words) -> std::uint64_t {
            if (step.kind != PathStep::Kind::performed) return 0;
            const ExecutionGraph& graph = step.graph;
            const Event& event = graph[step.event];
            const auto remember = [&](const Event& one, std::uint64_t what) {
              words[one.id.thread * kSlots + one.id.index] = 1 + what;
            };
            const auto name = [&](EventNumber e) {
              return std::uint64_t{graph[e].id.thread} << 16U | graph[e].id.index;
            };
            if (event.kind == EventKind::choice) remember(event, event.value);
            if (event.kind == EventKind::read) remember(event, name(event.rf));
            if (event.kind != EventKind::write) return 0;
            remember(event, name(event.co_prev));
            // The write may have come between two others.
            if (event.co_next != kNoEvent) remember(graph[event.co_next], name(step.event));
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

/// An end, as far as later code and other threads could see it.
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

/// What thread `t` has read and chosen, value by value.
std::uint64_t answers_of(const ExecutionGraph& graph, ThreadId t) {
  std::uint64_t answers = 0;
  for (int slot = 0; slot < graph.slots(t); ++slot) {
    const EventNumber e = graph.at(t, slot);
    if (e == kNoEvent || !graph[e].materialised) continue;
    if (graph[e].kind == EventKind::read || graph[e].kind == EventKind::choice)
      answers = digest(answers, graph[e].value);
  }
  return answers;
}

/// Remembers what each thread has read and chosen.
StateObserver answers() {
  return {kThreads, [](const PathStep& step, auto words) -> std::uint64_t {
            if (step.kind != PathStep::Kind::performed) return 0;
            const Event& event = step.graph[step.event];
            if (event.kind == EventKind::read || event.kind == EventKind::choice)
              words[event.id.thread] = digest(words[event.id.thread], event.value);
            return 0;
          }};
}

/// All that can be observed of the executions of `program`: what each thread read, and what memory
/// holds in the end.
std::set<std::string> outcomes(const Program& program, const Model& model) {
  std::set<std::string> found;
  explore(program, model, {}, [&](const Execution& execution) {
    std::string text = end_text(execution);
    for (int t = 0; t < execution.graph.threads(); ++t)
      text += ' ' + std::to_string(answers_of(execution.graph, static_cast<ThreadId>(t)));
    found.insert(text);
    return true;
  });
  return found;
}

/// The same by the search for verdicts.
std::set<std::string> merged_outcomes(const Program& program, const Model& model,
                                      const StateSearchOptions& options = {}) {
  std::set<std::string> found;
  search_states(program, model, options, answers(), [&](const Execution& end, auto words) {
    std::string text = end_text(end);
    for (int t = 0; t < end.graph.threads(); ++t)
      text += ' ' + std::to_string(words[static_cast<std::size_t>(t)]);
    found.insert(text);
    return true;
  });
  return found;
}

TEST_P(StateSearch, MergedHasTheSameOutcomes) {
  const Model model = find_model(GetParam());
  for (const Program& program : families())
    EXPECT_EQ(merged_outcomes(program, model), outcomes(program, model)) << program.name;
  for (const int rmw_percent : {0, 25, 45})
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
      const Program program = lower(oracle::random_program(seed, rmw_percent));
      ASSERT_EQ(merged_outcomes(program, model), outcomes(program, model))
          << "seed " << seed << ", " << rmw_percent << " % read-modify-writes";
    }
}

INSTANTIATE_TEST_SUITE_P(Models, StateSearch, ::testing::Values("sc", "x86-tso", "rc11"),
                         [](const auto& model) { return identifier(model.param); });

/// A thread that says that what it has loaded does not matter, and stores it all the same.
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
  EXPECT_FALSE(has_state_search(find_model("armv8")));
  try {
    search_states(fetch_adds(2), find_model("armv8"), {}, {}, visit);
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("armv8"), std::string::npos) << error.what();
  }
}

TEST(StateSearchModels, OneWhoseMachineHasNoSeqCstAccessesIsRefusedByName) {
  Program program = fetch_adds(2);
  program.seq_cst = true;
  const auto visit = [](const Execution&, auto) { return true; };
  try {
    search_states(program, find_model("rc11"), {}, {}, visit);
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("seq_cst"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace ringcheck
