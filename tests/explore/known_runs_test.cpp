// What is kept of runs and of what code says: the same executions and words without running code.
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "explore/known_transcripts.hpp"
#include "explore/path_watch.hpp"
#include "models/model.hpp"
#include "tests/explore/families.hpp"
#include "tests/explore/programs.hpp"
#include "tests/explore/subjects.hpp"

namespace ringcheck {
namespace {

/// A reader that says what it read, and counts how often its code gets that far.
Thread reader(int* runs) {
  return thread({2}, [runs](ThreadRun& run) {
    const Word first = get(run, 0);
    const Word second = get(run, 1);
    ++*runs;
    run.observe(1, first, second);
    put(run, 2, 1);
  });
}

Thread writer(LocId location) {
  return thread({location}, [location](ThreadRun& run) {
    for (std::uint64_t value = 1; value <= 3; ++value) put(run, location, value);
  });
}

std::vector<std::tuple<int, int, std::uint64_t, std::uint64_t>> words_of(const Transcript& said) {
  std::vector<std::tuple<int, int, std::uint64_t, std::uint64_t>> words;
  for (const Observation& o : said.observations)
    words.emplace_back(o.thread, o.slot, o.numbers[0], o.numbers[1]);
  return words;
}

TEST(KnownRuns, AreNotRunAgain) {
  int runs = 0;
  const Program program =
      ringcheck::program(4, {reader(&runs), writer(0), writer(1), writer(3), writer(3)});
  const ExploreCounts counts = explore_all(program, "sc").counts;
  // Each of two locations holds one of four values: 16 pairs. The third has C(6, 3) = 20 orders.
  EXPECT_EQ(counts.complete, 16U * 20U);
  // All code is run again for execution number 1, 2, 4, ... 256.
  EXPECT_EQ(runs, 16 + 9);
}

TEST(KnownTranscripts, SayWhatTheCodeDoes) {
  for (const char* model : {"sc", "rc11", "lkmm"}) {
    int runs = 0;
    const Program program =
        ringcheck::program(3, {reader(&runs), reader(&runs), writer(0), writer(1)});
    const Dependence dependence = find_model(model).dependence();
    KnownTranscripts known(program);
    std::uint64_t executions = 0;
    int asked = 0;
    explore(program, find_model(model), {}, [&](const Execution& execution) {
      ++executions;
      const int before = runs;
      const auto words = words_of(known.transcribe(execution.graph, dependence));
      asked += runs - before;
      EXPECT_EQ(words, words_of(transcribe(program, execution.graph, dependence)));
      return true;
    });
    // Two readers, each of 16 pairs of values.
    EXPECT_EQ(asked, 2 * 16) << model;
    EXPECT_GT(executions, 200U) << model;
  }
}

TEST(KnownTranscripts, AskSomeThreadsEachTime) {
  int runs = 0;
  const Program program = ringcheck::program(3, {reader(&runs), writer(0), writer(1)});
  BitRow<4> asked;
  asked.set(0);
  KnownTranscripts known(program);
  int calls = 0;
  explore(program, find_model("sc"), {}, [&](const Execution& execution) {
    const int before = runs;
    known.transcribe(execution.graph, Dependence::program_order, asked);
    EXPECT_EQ(runs, before + 1);
    ++calls;
    return true;
  });
  EXPECT_EQ(calls, 16);
}

TEST(PartsTold, AsksForStatesUntilItIsClosed) {
  Transcript unasked;
  EXPECT_FALSE(unasked.asks_for_states);
  PartsTold told;
  Transcript* const said = told.listen();
  ASSERT_NE(said, nullptr);
  EXPECT_TRUE(said->asks_for_states);
  told.close();
  EXPECT_FALSE(said->asks_for_states);
  said->observations.emplace_back();
  EXPECT_EQ(told.listen(), nullptr);
  EXPECT_TRUE(said->observations.empty()) << "of a run that has begun before";
}

}  // namespace
}  // namespace ringcheck
