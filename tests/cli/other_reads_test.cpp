// What else a read could have read.
#include "cli/other_reads.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/tiny_programs.hpp"

namespace ringcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using tests::execution_of;
using tests::kX;
using tests::program_of;
using tests::read_once;
using tests::write_once;

/// "value answer" for what read number `index` of thread `t` could have read.
std::vector<std::string> others(const Program& program, const char* name,
                                const std::vector<std::uint64_t>& values, ThreadId t, int index) {
  constexpr const char* kAnswers[] = {"allowed", "refused", "follows"};
  const Model model = find_model(name);
  const ExecutionGraph graph = execution_of(program, model, values);
  std::vector<std::string> texts;
  for (const OtherRead& other : other_reads(graph, model, graph.at(t, index)))
    texts.push_back(fmt::format("{} {}{}{}", graph[other.write].value,
                                kAnswers[static_cast<int>(other.answer)],
                                other.axiom.empty() ? "" : " ", other.axiom));
  return texts;
}

TEST(OtherReads, AsksTheModel) {
  const Program program = tests::message_passing();
  // The second read of the message, after the flag was seen.
  EXPECT_THAT(others(program, "sc", {1, 1}, 1, 1), ElementsAre("0 refused sc"));
  EXPECT_THAT(others(program, "armv8", {1, 1}, 1, 1), ElementsAre("0 allowed"));
  EXPECT_THAT(others(program, "armv8", {1, 0}, 1, 1), ElementsAre("1 allowed"));
}

TEST(OtherReads, RefusesToGoBackBehindAnEarlierRead) {
  const Program program = program_of({[](ThreadRun& run) { write_once(run, kX, 1); },
                                      [](ThreadRun& run) {
                                        read_once(run, kX);
                                        read_once(run, kX);
                                      }});
  EXPECT_THAT(others(program, "armv8", {1, 1}, 1, 0), ElementsAre("0 allowed"));
  EXPECT_THAT(others(program, "armv8", {1, 1}, 1, 1), ElementsAre("0 refused internal"));
}

/// The read could not have chosen a later write of its own thread.
TEST(OtherReads, KnowsWhatComesOfTheRead) {
  const Program program = program_of({[](ThreadRun& run) {
    read_once(run, kX);
    write_once(run, kX, 1);
  }});
  EXPECT_THAT(others(program, "armv8", {0}, 0, 0), ElementsAre("1 follows"));
}

TEST(OtherReads, SaysNothingOfAReadThatComesOfItself) {
  EXPECT_THAT(others(tests::load_buffering(), "lkmm", {1, 1}, 0, 0), IsEmpty());
}

}  // namespace
}  // namespace ringcheck
