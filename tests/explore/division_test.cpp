// The pieces of a divided exploration, explored one by one, are the exploration.
#include "explore/division.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>

#include "explore/parallel.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {
namespace {

/// A random program of two or three threads that load, store, choose, branch and add.
Program random_program(std::mt19937& random) {
  const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
  struct Access {
    int kind, location, value;
  };
  Program program;
  program.name = "random";
  program.locations = {{"x", 0}, {"y", 0}};
  const int threads = 2 + below(2);
  for (int t = 0; t < threads; ++t) {
    std::vector<Access> accesses;
    for (int i = 0; i < 3; ++i) accesses.push_back({below(5), below(2), 1 + below(2)});
    LocationSet writes;
    writes.set(0);
    writes.set(1);
    const auto body = [accesses](ThreadRun& run) {
      Word last(0);
      for (const Access& access : accesses) {
        const auto address = address_of(static_cast<LocId>(access.location));
        const auto value = static_cast<std::uint64_t>(access.value);
        if (access.kind == 0) last = run.load(address, {Tag::once});
        if (access.kind == 1) run.store(address, value, {Tag::once});
        if (access.kind == 2) run.store(address, last + Word(1), {Tag::once});
        if (access.kind == 3 && run.choose(2) == 1) run.store(address, 5, {Tag::once});
        if (access.kind == 4) {
          run.scope([&] {
            if (run.branch(last == Word(1))) run.store(address, 7, {Tag::once});
          });
        }
      }
    };
    program.threads.push_back({"P" + std::to_string(t), body, writes});
  }
  return program;
}

struct Seen {
  std::multiset<std::string> executions;
  ExploreCounts counts;

  void explore(const Program& program, const Model& model, const std::vector<Path>& from) {
    ParallelOptions how;
    how.from = from;
    counts.add(explore_segments(program, model, how, [this](std::size_t) {
                 return [this](const Execution& execution) {
                   executions.insert(execution.graph.canonical());
                   return true;
                 };
               }).counts);
  }
};

void expect_same_counts(const ExploreCounts& a, const ExploreCounts& b) {
  EXPECT_EQ(a.complete, b.complete);
  EXPECT_EQ(a.blocked, b.blocked);
  EXPECT_EQ(a.cut, b.cut);
  EXPECT_EQ(a.discarded, b.discarded);
  EXPECT_EQ(a.dead, b.dead);
  EXPECT_EQ(a.symmetric, b.symmetric);
  EXPECT_EQ(a.nodes, b.nodes);
  EXPECT_EQ(a.events, b.events);
  EXPECT_EQ(a.events_max, b.events_max);
}

class DivisionUnder : public testing::TestWithParam<const char*> {};

TEST_P(DivisionUnder, GivesEachExecutionToOnePieceAndCountsEverythingOnce) {
  std::mt19937 random(20);
  const Model model = find_model(GetParam());
  for (int round = 0; round < 40; ++round) {
    SCOPED_TRACE(round);
    const Program program = random_program(random);
    Seen whole;
    whole.explore(program, model, {});
    const std::size_t most = 1 + random() % 30;
    const Division division = divide(program, model, {}, most);
    Seen parts;
    parts.counts = division.counts;
    for (const Piece& piece : division.pieces) parts.explore(program, model, {piece.path});
    EXPECT_EQ(parts.executions, whole.executions);
    expect_same_counts(parts.counts, whole.counts);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, DivisionUnder, testing::Values("sc", "x86-tso", "lkmm"));

TEST(Division, OfAPartIsOfThatPartInItsOrder) {
  std::mt19937 random(3);
  const Model model = find_model("sc");
  const Program program = random_program(random);
  const Division first = divide(program, model, {}, 4);
  ASSERT_GE(first.pieces.size(), 4U);
  const Division second = divide(program, model, {first.pieces[1].path, first.pieces[2].path}, 9);
  EXPECT_TRUE(std::ranges::is_sorted(second.pieces, {}, &Piece::path));
  for (const Piece& piece : second.pieces) {
    const auto below = [&](const Path& path) {
      return std::equal(path.begin(), path.end(), piece.path.begin());
    };
    EXPECT_TRUE(below(first.pieces[1].path) || below(first.pieces[2].path));
  }
}

/// A thread that may stop at each of `points` places, as an interrupt may come at each. If it
/// passes them all, it makes three choices among `last` values.
Program comb(int points, std::uint64_t last) {
  Thread thread;
  thread.name = "P0";
  thread.body = [points, last](ThreadRun& run) {
    for (int i = 0; i < points; ++i)
      if (run.choose(2) == 1) return;
    for (int i = 0; i < 3; ++i) run.choose(last);
  };
  Program program;
  program.name = "comb";
  program.threads = {thread};
  return program;
}

TEST(Division, FindsWhatIsLargeWhereFewDescentsGo) {
  // 1 of 4,096 descents with equal odds passes all points, and 8,000 of 8,012 executions do.
  const Program program = comb(12, 20);
  const Division division = divide(program, find_model("sc"), {}, 64);
  double largest = 0;
  double sum = 0;
  for (const Piece& piece : division.pieces) {
    Seen seen;
    seen.explore(program, find_model("sc"), {piece.path});
    largest = std::max(largest, static_cast<double>(seen.counts.complete));
    sum += static_cast<double>(seen.counts.complete);
  }
  EXPECT_EQ(sum, 8012);
  // The choices are of 20 values: pieces of 400, some of them divided into pieces of 20.
  EXPECT_EQ(largest, 400);
}

TEST(Division, OfAPathThatLeadsNowhereIsRefused) {
  std::mt19937 random(3);
  EXPECT_THROW(divide(random_program(random), find_model("sc"), {{99, 99, 99}}, 4), InputError);
}

}  // namespace
}  // namespace ringcheck
