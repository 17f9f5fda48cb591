// Several workers find what one worker finds, in the same order. What a limit leaves can be taken
// up again.
#include "explore/parallel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "explore/watch.hpp"
#include "graph/diagnostic.hpp"
#include "models/model.hpp"
#include "tests/explore/families.hpp"
#include "tests/explore/programs.hpp"
#include "tests/names/identifier.hpp"

namespace ringcheck {
namespace {

/// Executions in the order of one worker.
struct Sequence {
  std::vector<std::string> executions;
  std::size_t most = SIZE_MAX;  ///< the fold ends the exploration after so many

  bool visit(const Execution& execution) {
    executions.push_back(execution.graph.canonical());
    return executions.size() < most;
  }
  void append(Sequence&& later) {
    for (std::string& execution : later.executions) executions.push_back(std::move(execution));
  }
};

struct Case {
  const char* name;
  const char* model;
  Program program;
};

void PrintTo(const Case& row, std::ostream* out) {
  *out << row.name << " under " << row.model;
}

std::vector<Case> cases() {
  std::vector<Case> rows;
  for (const char* model : {"sc", "x86-tso", "rc11", "armv8", "lkmm"}) {
    rows.push_back({"ring", model, ring(2, 4)});
    rows.push_back({"cas_lock", model, cas_lock(4)});
    rows.push_back({"fetch_adds", model, fetch_adds(6)});
  }
  return rows;
}

class InParallel : public ::testing::TestWithParam<Case> {
 protected:
  [[nodiscard]] Model model() const { return find_model(GetParam().model); }
  [[nodiscard]] const Program& program() const { return GetParam().program; }
};

TEST_P(InParallel, AnyNumberOfWorkersVisitsTheSameInTheSameOrder) {
  const Found one = explore_all(program(), GetParam().model);
  for (const int count : {1, 2, 5}) {
    Workers workers(count);
    ParallelOptions options;
    options.workers = &workers;
    const auto [result, sequence] =
        fold_executions(program(), model(), options, [] { return Sequence{}; });
    EXPECT_EQ(sequence.executions, one.sequence) << count << " workers";
    EXPECT_EQ(result.counts.complete, one.counts.complete);
    EXPECT_EQ(result.counts.nodes, one.counts.nodes);
    EXPECT_EQ(result.counts.dead, one.counts.dead);
    EXPECT_TRUE(result.rest.empty());
  }
}

TEST_P(InParallel, AVisitorEndsTheExplorationWhereOneWorkerWouldEndIt) {
  const Found one = explore_all(program(), GetParam().model);
  const std::string last = one.sequence[one.sequence.size() * 2 / 3];
  struct UntilLast : Sequence {
    const std::string* last = nullptr;
    bool visit(const Execution& execution) {
      Sequence::visit(execution);
      return executions.back() != *last;
    }
  };
  const std::vector<std::string> expected(one.sequence.begin(),
                                          std::ranges::find(one.sequence, last) + 1);
  for (const int count : {1, 3}) {
    Workers workers(count);
    ParallelOptions options;
    options.workers = &workers;
    const auto [result, sequence] = fold_executions(program(), model(), options, [&] {
      UntilLast fold;
      fold.last = &last;
      return fold;
    });
    EXPECT_EQ(sequence.executions, expected) << count << " workers";
    EXPECT_EQ(result.counts.ended_by, EndedBy::visitor);
    EXPECT_EQ(result.counts.complete + result.counts.blocked, expected.size());
  }
}

TEST_P(InParallel, APauseChangesNothing) {
  const Found one = explore_all(program(), GetParam().model);
  for (const int count : {1, 3}) {
    Workers workers(count);
    int pauses = 0;
    ParallelOptions options;
    options.workers = &workers;
    options.pause = {10, 20, [&] { return ++pauses > 0; }};
    const auto [result, sequence] =
        fold_executions(program(), model(), options, [] { return Sequence{}; });
    EXPECT_EQ(pauses, 1) << count << " workers";
    EXPECT_EQ(sequence.executions, one.sequence) << count << " workers";
    EXPECT_EQ(result.counts.complete, one.counts.complete);
    EXPECT_EQ(result.counts.ended_by, EndedBy::nothing);
    EXPECT_TRUE(result.rest.empty());
  }
}

TEST_P(InParallel, APauseMayEndTheExploration) {
  const Found one = explore_all(program(), GetParam().model);
  Workers workers(2);
  ParallelOptions options;
  options.workers = &workers;
  options.pause = {10, 20, [] { return false; }};
  const auto [result, sequence] =
      fold_executions(program(), model(), options, [] { return Sequence{}; });
  EXPECT_EQ(result.counts.ended_by, EndedBy::visitor);
  EXPECT_GE(sequence.executions.size(), 20U);
  EXPECT_LT(sequence.executions.size(), one.sequence.size());
  EXPECT_TRUE(std::ranges::equal(sequence.executions,
                                 std::span(one.sequence).first(sequence.executions.size())));
  EXPECT_TRUE(result.rest.empty());
}

TEST_P(InParallel, WhatAnInterruptLeavesIsTakenUpAgainOnce) {
  const Found one = explore_all(program(), GetParam().model);
  for (const int count : {1, 3}) {
    Workers workers(count);
    std::atomic<bool> interrupt = false;
    ParallelOptions options;
    options.workers = &workers;
    options.limits.interrupt = &interrupt;
    struct Interrupting : Sequence {
      std::atomic<bool>* interrupt = nullptr;
      bool visit(const Execution& execution) {
        Sequence::visit(execution);
        if (executions.size() == 100) *interrupt = true;
        return true;
      }
    };
    std::vector<std::string> found;
    std::uint64_t nodes = 0;
    int rounds = 0;
    for (bool more = true; more; ++rounds) {
      interrupt = false;
      const auto [result, sequence] = fold_executions(program(), model(), options, [&] {
        Interrupting fold;
        fold.interrupt = &interrupt;
        return fold;
      });
      found.insert(found.end(), sequence.executions.begin(), sequence.executions.end());
      nodes += result.counts.nodes;
      options.from = result.rest;
      more = !result.rest.empty();
      EXPECT_EQ(more, result.counts.ended_by == EndedBy::interrupt);
    }
    EXPECT_TRUE(rounds > 1 || one.sequence.size() <= 500);
    std::vector<std::string> all = one.sequence;
    std::ranges::sort(all);
    std::ranges::sort(found);
    EXPECT_EQ(found, all) << count << " workers";
    EXPECT_EQ(nodes, one.counts.nodes);
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, InParallel, ::testing::ValuesIn(cases()), [](const auto& row) {
  return identifier(std::string(row.param.name) + "_" + row.param.model);
});

TEST(Parallel, ALimitOnExecutionsFallsOnTheSameExecution) {
  Workers workers(4);
  ParallelOptions options;
  options.workers = &workers;
  options.limits.executions = 300;
  const Found one = explore_all(ring(2, 4), "x86-tso");
  const auto [result, sequence] =
      fold_executions(ring(2, 4), find_model("x86-tso"), options, [] { return Sequence{}; });
  EXPECT_EQ(sequence.executions,
            std::vector<std::string>(one.sequence.begin(), one.sequence.begin() + 300));
  EXPECT_EQ(result.counts.ended_by, EndedBy::executions);
}

TEST(Parallel, TheFirstErrorInTheOrderOfOneWorkerIsThrown) {
  Workers workers(3);
  ParallelOptions options;
  options.workers = &workers;
  struct Throwing {
    std::size_t visited = 0;
    bool visit(const Execution&) {
      if (++visited == 50) throw InputError({"the fold", 0, 0, "has had enough"});
      return true;
    }
    void append(Throwing&&) {}
  };
  EXPECT_THROW(fold_executions(ring(2, 4), find_model("sc"), options, [] { return Throwing{}; }),
               InputError);
}

TEST(Parallel, APathThatLeadsNowhereIsRefused) {
  Workers workers(1);
  ParallelOptions options;
  options.workers = &workers;
  options.from = {{7, 7, 7}};
  EXPECT_THROW(fold_executions(ring(2, 2), find_model("sc"), options, [] { return Sequence{}; }),
               InputError);
}

TEST(Parallel, LimitsOfTimeAndMemoryEndAnExploration) {
  Workers workers(2);
  ParallelOptions options;
  options.workers = &workers;
  options.limits.seconds = 1e-9;
  EXPECT_EQ(fold_executions(ring(2, 4), find_model("sc"), options, [] { return Sequence{}; })
                .first.counts.ended_by,
            EndedBy::time);
  options.limits.seconds = 0;
  options.limits.memory = 1;
  EXPECT_EQ(fold_executions(ring(2, 4), find_model("sc"), options, [] { return Sequence{}; })
                .first.counts.ended_by,
            EndedBy::memory);
  EXPECT_GT(resident_bytes(), 1U << 20U);
}

TEST(Parallel, ProgressIsToldAndGrows) {
  Workers workers(2);
  ParallelOptions options;
  options.workers = &workers;
  std::vector<ExploreProgress> told;
  options.progress = [&](const ExploreProgress& progress) { told.push_back(progress); };
  struct Slow : Sequence {
    bool visit(const Execution& execution) {
      Watch watch({});
      while (watch.seconds() < 0.002) continue;
      return Sequence::visit(execution);
    }
  };
  fold_executions(ring(2, 4), find_model("sc"), options, [] { return Slow{}; });
  ASSERT_FALSE(told.empty());
  EXPECT_GT(told.front().complete, 0U);
  for (std::size_t i = 1; i < told.size(); ++i) {
    EXPECT_GE(told[i].complete, told[i - 1].complete);
    EXPECT_GE(told[i].explored, told[i - 1].explored);
  }
  EXPECT_LE(told.back().explored, 1.0 + 1e-9);
}

}  // namespace
}  // namespace ringcheck
