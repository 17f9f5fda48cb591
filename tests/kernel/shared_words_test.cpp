// Executions of two programs, held against each other by the words that they share.
#include "kernel/explored/shared_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "explore/explore.hpp"
#include "explore/thread_run.hpp"
#include "models/model.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;

/// A writer that raises rb->nest around a store of data_head, and a reader of data_head, where
/// threads start after `before` others and locations after as many.
Program program(std::vector<std::string> names, std::size_t before, std::uint64_t stored = 24) {
  Program result;
  for (std::string& name : names) result.locations.push_back({std::move(name), 0});
  result.threads.resize(before);
  for (Thread& thread : result.threads) thread.body = [](ThreadRun&) {};
  const auto nest = address_of(static_cast<LocId>(before));
  const auto head = address_of(static_cast<LocId>(before + 1));
  Thread writer;
  writer.may_write.set(static_cast<int>(before));
  writer.may_write.set(static_cast<int>(before + 1));
  writer.body = [=](ThreadRun& run) {
    run.store(nest, 1, {Tag::once});
    run.fence({Tag::wmb});
    run.store(head, stored, {Tag::once});
  };
  Thread reader;
  reader.body = [=](ThreadRun& run) { run.load(head, {Tag::once}); };
  result.threads.push_back(writer);
  result.threads.push_back(reader);
  return result;
}

SharedExecutions executions(const Program& of, const SharedWords& words) {
  SharedExecutions found;
  explore(of, find_model("sc"), {}, [&](const Execution& execution) {
    ++found[shared_execution(execution.graph, words)];
    return true;
  });
  return found;
}

SharedExecutions of_specification(std::uint64_t stored = 24) {
  const Program one = program({"nest", "data_head"}, 0, stored);
  return executions(one, SharedWords::of_specification(one));
}

SharedExecutions of_text() {
  const Program other =
      program({"T0.block0+8", "rc_ring.buffer.nest", "rc_user_page.data_head"}, 1);
  return executions(other, SharedWords::of_text(other));
}

TEST(SharedExecutions, AreTheSameWhateverElseIsThere) {
  EXPECT_EQ(of_specification().size(), 2U);
  EXPECT_EQ(first_difference(of_specification(), of_text()), "");
}

TEST(SharedExecutions, DifferInAValue) {
  EXPECT_THAT(first_difference(of_specification(32), of_text()),
              HasSubstr("0 in the source:\nwriter\n  W data_head = 0x20\n"));
}

TEST(SharedExecutions, DifferInWhatIsReadAndInHowOften) {
  SharedExecutions twice = of_text();
  ++twice.begin()->second;
  EXPECT_THAT(first_difference(of_specification(), twice),
              HasSubstr("1 in the specification, 2 in the source"));
  EXPECT_EQ(first_difference(of_specification(), twice, false), "");
  SharedExecutions fewer = of_text();
  fewer.erase(fewer.begin());
  EXPECT_THAT(first_difference(of_specification(), fewer),
              HasSubstr("1 in the specification, 0 in the source"));
  EXPECT_NE(first_difference(of_specification(), fewer, false), "");
}

TEST(SharedExecutions, NameWhatAReadGets) {
  std::string all;
  for (const auto& [execution, times] : of_text()) all += execution;
  EXPECT_THAT(all, HasSubstr("reader\n  R data_head = 0x0 from init"));
  EXPECT_THAT(all, HasSubstr("reader\n  R data_head = 0x18 from w1"));
  EXPECT_THAT(all, HasSubstr("co data_head: w1"));
}

}  // namespace
}  // namespace ringcheck
