// Programs with more locations, and so more events, than structures for small programs hold: each
// explores as it does without the locations that nobody accesses.
#include <gtest/gtest.h>

#include <string>

#include "tests/explore/families.hpp"
#include "tests/explore/lowering.hpp"
#include "tests/explore/programs.hpp"
#include "tests/explore/subjects.hpp"
#include "tests/oracle/random_program.hpp"

namespace ringcheck {
namespace {

/// `program` with so many more locations: its events have higher numbers by as many.
Program padded(Program program, int locations) {
  for (int l = 0; l < locations; ++l) program.locations.push_back({"unused", 0});
  return program;
}

void expect_the_same(const Program& program, const char* model) {
  const ExploreCounts small = explore_all(program, model).counts;
  const ExploreCounts large = explore_all(padded(program, 300), model).counts;
  EXPECT_EQ(large.complete, small.complete);
  EXPECT_EQ(large.blocked, small.blocked);
  EXPECT_EQ(large.dead, small.dead);
  EXPECT_EQ(large.discarded, small.discarded);
  EXPECT_EQ(large.nodes, small.nodes);
  EXPECT_EQ(large.events, small.events);
}

class LargePrograms : public ::testing::TestWithParam<const char*> {};

TEST_P(LargePrograms, ExploreAsSmallOnesDo) {
  for (const Program& program : {cas_lock(3), ticket_lock(2), fetch_adds(3), ring(2, 2)})
    expect_the_same(program, GetParam());
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const oracle::TestProgram text = oracle::random_program(seed, 25);
    SCOPED_TRACE(oracle::to_text(text));
    expect_the_same(lower(text), GetParam());
  }
}

/// More threads than a byte counter's row, and than a word has bits.
TEST_P(LargePrograms, MayHaveManyThreads) {
  for (const int threads : {17, 65}) {
    Program many{"many", {{"x", 0}}, {}};
    for (int t = 0; t < threads; ++t) {
      many.locations.push_back({"own", 0});
      many.threads.push_back(thread({t + 1}, [t](ThreadRun& run) {
        run.store(address_of(static_cast<LocId>(t + 1)), 1, {Tag::once});
        run.load(address_of(0), {Tag::once});
      }));
    }
    many.threads.front().may_write.set(0);
    const auto body = many.threads.front().body;
    many.threads.front().body = [body](ThreadRun& run) {
      body(run);
      run.store(address_of(0), 1, {Tag::once});
    };
    many.threads.resize(static_cast<std::size_t>(threads));
    const ExploreCounts counts = explore(many, find_model(GetParam()), {.executions = 50}, {});
    EXPECT_EQ(counts.complete, 50U);
    EXPECT_EQ(counts.events_max, 2 * threads + 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, LargePrograms, ::testing::ValuesIn(kModelNames),
                         [](const auto& row) { return identifier(row.param); });

}  // namespace
}  // namespace ringcheck
