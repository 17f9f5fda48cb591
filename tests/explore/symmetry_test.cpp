// Symmetric threads: one execution of each class is explored, and represents the whole class.
#include "explore/symmetry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "explore/explore.hpp"
#include "graph/diagnostic.hpp"
#include "models/model.hpp"
#include "tests/explore/families.hpp"
#include "tests/explore/subjects.hpp"

namespace ringcheck {
namespace {

struct Row {
  const char* name;
  Program program;
  std::vector<std::vector<ThreadId>> symmetric;
  std::uint64_t complete_classes;  ///< 0: not the same under all models
};

std::vector<ThreadId> threads(int first, int last) {
  std::vector<ThreadId> all;
  for (int t = first; t <= last; ++t) all.push_back(static_cast<ThreadId>(t));
  return all;
}

/// Threads that each write a location, look at another, and choose.
Program store_and_look(int n) {
  Program program;
  program.name = "store and look";
  program.locations = {{"x", 0}, {"y", 0}};
  for (int t = 0; t < n; ++t) {
    Thread thread;
    thread.name = "P" + std::to_string(t);
    thread.may_write.set(0);
    thread.may_write.set(1);
    thread.body = [](ThreadRun& run) {
      const auto chosen = static_cast<LocId>(run.choose(2));
      run.store(address_of(chosen), 1, {Tag::once});
      run.load(address_of(static_cast<LocId>(1 - chosen)), {Tag::once});
    };
    program.threads.push_back(std::move(thread));
  }
  return program;
}

/// Threads that each look at x and, if they find y as they left it, are the first to write it. A
/// fully ordered operation has fences only when it succeeds.
Program full_claims(int n) {
  Program program;
  program.name = "full claims";
  program.locations = {{"x", 0}, {"y", 0}};
  for (int t = 0; t < n; ++t) {
    Thread thread;
    thread.name = "P" + std::to_string(t);
    thread.may_write.set(0);
    thread.may_write.set(1);
    thread.body = [](ThreadRun& run) {
      RmwOrder order;
      order.full = true;
      const Word old =
          run.read_modify_write(RmwOperation::compare_exchange, address_of(1), 1, order, 0);
      run.store(address_of(0), old + Word(1), {Tag::once});
      run.load(address_of(0), {Tag::once});
    };
    program.threads.push_back(std::move(thread));
  }
  return program;
}

std::vector<Row> rows() {
  return {{"fetch_adds", fetch_adds(4), {threads(0, 3)}, 1},
          {"cas_lock", cas_lock(4), {threads(0, 3)}, 1},
          {"spin_lock", spin_lock(3), {threads(0, 2)}, 1},
          {"ticket_lock", ticket_lock(3), {threads(0, 2)}, 1},
          // Readers of two writes: each reads 0, 1 or 2 twice, not backward: 6 ways, and pairs of
          // ways in order: 6 * 7 / 2.
          {"readers", one_writer(2, 2, 2), {threads(1, 2)}, 21},
          {"full_claims", full_claims(3), {threads(0, 2)}, 0},
          {"store_and_look", store_and_look(3), {threads(0, 2)}, 0}};
}

/// The execution with symmetric threads renamed: `to` by thread.
std::string renamed(const ExecutionGraph& graph, const std::vector<ThreadId>& to) {
  const auto name = [&](EventNumber e) {
    const EventId id = graph[e].id;
    if (id.thread == kInitThread) return "i" + std::to_string(id.index);
    return std::to_string(to[id.thread]) + "." + std::to_string(id.index);
  };
  std::set<std::string> parts;
  for (int e = graph.locations(); e < graph.size(); ++e) {
    const auto number = static_cast<EventNumber>(e);
    const Event& event = graph[number];
    std::string part = name(number) + " " + std::to_string(event.value);
    if (event.kind == EventKind::read) part += " rf " + name(event.rf);
    if (event.kind == EventKind::write) part += " co " + name(event.co_prev);
    parts.insert(std::move(part));
  }
  std::string text;
  for (const std::string& part : parts) text += part + "; ";
  return text;
}

/// Every execution that `graph` represents.
std::set<std::string> all_renamed(const ExecutionGraph& graph, const Row& row) {
  std::set<std::string> all;
  std::vector<ThreadId> order = row.symmetric.front();
  do {
    std::vector<ThreadId> to(row.program.threads.size());
    for (std::size_t t = 0; t < to.size(); ++t) to[t] = static_cast<ThreadId>(t);
    for (std::size_t i = 0; i < order.size(); ++i) to[row.symmetric.front()[i]] = order[i];
    all.insert(renamed(graph, to));
  } while (std::ranges::next_permutation(order).found);
  return all;
}

class Symmetric : public ::testing::TestWithParam<const char*> {};

TEST_P(Symmetric, OneOfEachClassStandsForAllOfIt) {
  for (const Row& row : rows()) {
    const Model model = find_model(GetParam());
    std::multiset<std::string> expected;
    std::vector<ThreadId> identity;
    for (std::size_t t = 0; t < row.program.threads.size(); ++t)
      identity.push_back(static_cast<ThreadId>(t));
    const ExploreCounts all = explore(row.program, model, {}, [&](const Execution& execution) {
      expected.insert(renamed(execution.graph, identity));
      return true;
    });
    Program program = row.program;
    program.symmetric = row.symmetric;
    std::multiset<std::string> found;
    std::uint64_t complete_classes = 0;
    const ExploreCounts counts = explore(program, model, {}, [&](const Execution& execution) {
      if (execution.ending == Ending::complete) ++complete_classes;
      const std::set<std::string> stands_for = all_renamed(execution.graph, row);
      EXPECT_EQ(execution.copies, stands_for.size()) << row.name;
      found.insert(stands_for.begin(), stands_for.end());
      return true;
    });
    EXPECT_EQ(found, expected) << row.name;
    EXPECT_EQ(counts.complete, all.complete) << row.name;
    EXPECT_EQ(counts.blocked, all.blocked) << row.name;
    EXPECT_LT(counts.nodes, all.nodes) << row.name;
    if (row.complete_classes > 0) {
      EXPECT_EQ(complete_classes, row.complete_classes) << row.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, Symmetric, ::testing::ValuesIn(kModelNames),
                         [](const auto& model) { return identifier(model.param); });

TEST(SymmetricThreads, ThatMayWriteDifferentLocationsAreRefused) {
  Program program = ring(2, 2);
  program.symmetric = {{0, 1}};
  EXPECT_THROW(explore(program, find_model("sc"), {}, {}), InputError);
}

}  // namespace
}  // namespace ringcheck
