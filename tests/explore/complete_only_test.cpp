// What is asked about an execution only once it is complete: axioms that say nothing definite about
// an unfinished graph, and fences that came after the last access.
#include <gtest/gtest.h>

#include "tests/explore/programs.hpp"
#include "tests/files/temporary_folder.hpp"

namespace ringcheck {
namespace {

ExploreCounts explore_under(const std::string& text, const Program& program) {
  const tests::TemporaryFolder folder;
  const std::string path =
      folder.file("own.cat", "acyclic po-loc | rf | co | fr as coherence\n" + text);
  return explore(program, load_model(path), {}, {});
}

Program reader_and_writer() {
  return program(
      2, {thread({0}, [](ThreadRun& run) { put(run, 0, 1); }), thread({1}, [](ThreadRun& run) {
            put(run, 1, 1);
            get(run, 0);
          })});
}

struct Row {
  const char* text;
  std::uint64_t executions;
};

// A range may grow with any event to come, so what is outside it is known only for complete graphs.
TEST(AxiomsOfCompleteGraphs, DecideWhichExecutionsThereAre) {
  const Row rows[] = {
      {"", 2},
      {"empty [R \\ range([W] ; po)] as reads-follow-writes\n", 2},
      {"empty [W \\ (IW | domain(po ; [R]))] as writes-precede-reads\n", 0},
      {"empty rf ; [R \\ range([R] ; po)] as reads-follow-reads\n", 0},
  };
  for (const Row& row : rows)
    EXPECT_EQ(explore_under(row.text, reader_and_writer()).complete, row.executions) << row.text;
}

void grace_period_within_its_section(ThreadRun& run) {
  run.fence({Tag::rcu_lock});
  run.fence({Tag::sync_rcu});
  run.fence({Tag::rcu_unlock});
}

TEST(FencesBehindTheLastAccess, DecideWhichExecutionsThereAre) {
  const Program alone = program(1, {thread({}, grace_period_within_its_section)});
  EXPECT_EQ(explore_all(alone, "lkmm").counts.complete, 0U);
  const Program after_a_branch = program(
      1, {thread({0}, [](ThreadRun& run) { put(run, 0, 1); }), thread({}, [](ThreadRun& run) {
            if (run.branch(get(run, 0) != Word(0))) grace_period_within_its_section(run);
          })});
  EXPECT_EQ(explore_all(after_a_branch, "lkmm").counts.complete, 1U);
}

}  // namespace
}  // namespace ringcheck
