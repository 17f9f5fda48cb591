// Executions of two programs, compared by the words that they share.
#include "kernel/explored/shared_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "explore/explore.hpp"
#include "explore/thread_run.hpp"
#include "models/model.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;

/// A writer that raises rb->nest around a store of data_head, and a reader of data_head. Threads
/// come after `before` others, and locations after as many.
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
      program({"T0.block0+8", "rc_ring.buffer.nest", "rc_area.page.data_head"}, 1);
  return executions(other, SharedWords::of_text(other));
}

TEST(SharedWords, HaveAnUpperHalfWhereSomebodyLooksAtIt) {
  const Program text =
      program({"rc_area.page.data_head", "rc_area.page.data_head+4", "rc_area.page.aux_head",
               "rc_area.page.aux_head+4", "rc_area.page.aux_tail+4", "rc_ring.buffer.head+4"},
              1);
  const std::vector<std::string> names = {"data_head", "", "aux_head", "aux_head.high", "", "head"};
  EXPECT_EQ(SharedWords::of_text(text).name_of, names);
}

TEST(SharedWords, SayWhetherTheyAreOfA32BitKernel) {
  const Program wide = program({"nest", "wakeup"}, 0);
  const Program narrow = program({"nest", "wakeup", "data_head.high"}, 0);
  EXPECT_FALSE(SharedWords::of_specification(wide).long_32);
  EXPECT_TRUE(SharedWords::of_specification(narrow).long_32);
  const Program text = program({"rc_area.page.data_head", "rc_area.page.data_head+4"}, 1);
  EXPECT_TRUE(SharedWords::of_text(text).long_32);
}

TEST(SharedExecutions, DoNotTellWhereABufferLies) {
  const Program number = program({"rb1.refcount", "A.rb"}, 0, 1);
  const Program address =
      program({"T0.block0", "perf_buffer#1.refcount.refs.counter", "perf_event#1.rb"}, 1, 4096);
  const SharedExecutions of_number = executions(number, SharedWords::of_specification(number));
  EXPECT_EQ(of_number.size(), 2U);
  EXPECT_EQ(first_difference(of_number, executions(address, SharedWords::of_text(address))), "");
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
  EXPECT_EQ(first_difference(of_specification(), twice, Comparison::sets), "");
  SharedExecutions fewer = of_text();
  fewer.erase(fewer.begin());
  EXPECT_THAT(first_difference(of_specification(), fewer),
              HasSubstr("1 in the specification, 0 in the source"));
  EXPECT_NE(first_difference(of_specification(), fewer, Comparison::sets), "");
}

/// A writer of a word of data, and a reader that loads it `looks` times.
SharedExecutions looked_at(int looks, bool second_looks) {
  Program one;
  one.locations.push_back({"data[0]", 0});
  Thread writer;
  writer.may_write.set(0);
  writer.body = [](ThreadRun& run) { run.store(address_of(0), 7, {Tag::once}); };
  Thread reader;
  reader.body = [looks](ThreadRun& run) {
    for (int look = 0; look < looks; ++look) run.load(address_of(0), {Tag::once});
  };
  one.threads = {writer, reader};
  SharedExecutions found;
  explore(one, find_model("sc"), {}, [&](const Execution& execution) {
    ++found[shared_execution(execution.graph, SharedWords::of_specification(one), second_looks)];
    return true;
  });
  return found;
}

TEST(SharedExecutions, OfSecondLooksAreTheSourcesOwn) {
  const SharedExecutions once = looked_at(1, true), twice = looked_at(2, true);
  EXPECT_EQ(twice.size(), 3U);  // both looks get 0, or 7, or 0 and then 7
  EXPECT_EQ(first_difference(once, twice, Comparison::second_looks), "");
  EXPECT_EQ(own_executions(once, twice), 1U);
  EXPECT_NE(first_difference(once, twice, Comparison::sets), "");
  EXPECT_NE(first_difference(twice, once, Comparison::second_looks), "");
  EXPECT_NE(first_difference(looked_at(1, false), looked_at(2, false), Comparison::second_looks),
            "");
}

TEST(SharedExecutions, HaveNoWordsThatNothingWrites) {
  Program one = program({"nest", "data_head"}, 0);
  one.locations.push_back({"data_tail", 0});
  one.locations.push_back({"data[0]", 0});
  one.threads[0].body = [](ThreadRun& run) {
    run.load(address_of(2), {Tag::once});
    run.load(address_of(3), {Tag::once});
  };
  const std::string execution = executions(one, SharedWords::of_specification(one)).begin()->first;
  EXPECT_THAT(execution, ::testing::Not(HasSubstr("data_tail")));
  EXPECT_THAT(execution, HasSubstr("R data[0] = 0x0 from init"));
}

/// A driver's CPU that stores to a word of its own, which it loads `looks` times, and to aux_head; and
/// a session of a trace unit.
Program aux_program(std::vector<std::string> names, std::size_t before, int looks) {
  Program one;
  for (std::string& name : names) one.locations.push_back({std::move(name), 0});
  one.threads.resize(before);
  for (Thread& thread : one.threads) thread.body = [](ThreadRun&) {};
  Thread driver, reader, unit;
  driver.may_write.set(0);
  driver.may_write.set(1);
  driver.body = [looks](ThreadRun& run) {
    run.store(address_of(0), 7, {});
    for (int look = 0; look < looks; ++look) run.load(address_of(0), {});
    run.store(address_of(1), 8, {Tag::once});
  };
  reader.body = [](ThreadRun& run) { run.load(address_of(1), {Tag::once}); };
  unit.may_write.set(2);
  unit.body = [](ThreadRun& run) { run.store(address_of(2), 9, {Tag::once}); };
  for (const Thread& thread : {driver, reader, unit}) one.threads.push_back(thread);
  return one;
}

TEST(SharedExecutions, OfAnAuxAreaHaveUnitsAndNoReadsOfTheDriversOwnWords) {
  const Program specified = aux_program({"aux_nest", "aux_head", "trace[0]"}, 0, 1);
  const Program text =
      aux_program({"rc_ring.buffer.aux_nest", "rc_area.page.aux_head", "rc_area.trace[0]"}, 1, 2);
  const SharedExecutions of_text = executions(text, SharedWords::of_text(text));
  EXPECT_EQ(
      first_difference(executions(specified, SharedWords::of_specification(specified)), of_text),
      "");
  ASSERT_EQ(of_text.size(), 2U);
  EXPECT_THAT(of_text.begin()->first, HasSubstr("unit0\n  W trace[0] = 0x9"));
  EXPECT_THAT(of_text.begin()->first, HasSubstr("co trace[0]: u0.1"));
}

TEST(SharedExecutions, TakeAnArrayOfOneWordForTheWord) {
  Program one;
  one.locations = {{"poll[0]", 0}, {"handle.head[0]", 0}, {"other[0]", 0}};
  EXPECT_EQ(SharedWords::of_specification(one).name_of,
            (std::vector<std::string>{"poll", "handle.head", ""}));
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
