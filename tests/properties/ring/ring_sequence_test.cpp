// Random sequences on plain memory: the specification keeps what Linux 6.1 keeps, a seed replays,
// and what is found is small. The mutants show that each judgement of the oracle can fail.
#include "properties/ring/ring_sequence.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "properties/core/try_cases.hpp"
#include "properties/ring/recorded_buffer.hpp"
#include "properties/ring/ring_hunts.hpp"
#include "properties/ring/ring_oracle.hpp"
#include "protocol/ring/defects.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;
using Op = RingStep::Op;

std::vector<std::string_view> ids_of(const std::vector<RingViolation>& violations) {
  std::vector<std::string_view> ids;
  for (const RingViolation& violation : violations) ids.push_back(violation.property);
  return ids;
}

RingStep write(std::uint64_t payload_words) {
  return {Op::write, {payload_words, 0, {}}, {}, 0};
}

RingStep step(Op op, std::uint64_t value = 0) {
  return {op, {}, {}, value};
}

TEST(RingSequence, KeepsWhatLinuxKeeps) {
  for (const SequenceKind& kind : kSequenceKinds)
    for (const std::uint64_t seed : {1U, 2U}) {
      HuntTask task;
      task.seed = seed;
      task.cases = 150;
      const Hunted hunted = kind.hunt(task);
      EXPECT_FALSE(hunted.found) << kind.name << ", seed " << seed << ":\n" << hunted.shown;
      EXPECT_EQ(hunted.cases, 150U);
    }
}

/// How many of 100 random cases end in which way.
struct Shares {
  const char* name;
  RingCases kind;
  int refused, reported, nested, woken, read, went_round;
};

TEST(RingCases, ComeToWhatMatters) {
  const Shares rows[] = {
      {"forward", {}, 60, 40, 60, 70, 65, 35},
      {"without interrupts", {.readers_between = false, .nesting = false}, 55, 35, 0, 70, 65, 30},
      {"backward", {.backward = true}, 55, 40, 40, 70, 65, 40},
      {"hostile", {.hostile = true}, 60, 15, 55, 65, 65, 30},
      {"corrupt", {.corrupt = true}, 55, 35, 60, 70, 65, 30},
      {"32 bits", {.narrow = true}, 60, 40, 60, 70, 65, 35},
  };
  constexpr int kCases = 300;
  for (const Shares& row : rows) {
    int refused = 0, reported = 0, nested = 0, woken = 0, read = 0, went_round = 0;
    try_cases(ring_cases(row.kind), 1, kCases, smaller_ring_cases, [&](const RingCase& ring_case) {
      const RingClasses classes = classes_of(ring_case);
      refused += classes.refused;
      reported += classes.reported;
      nested += classes.nested;
      woken += classes.woken;
      read += classes.read;
      went_round += classes.went_round;
      return false;
    });
    const auto least = [&](int percent) { return percent * kCases / 100; };
    EXPECT_GE(refused, least(row.refused)) << row.name;
    EXPECT_GE(reported, least(row.reported)) << row.name;
    EXPECT_GE(nested, least(row.nested)) << row.name;
    EXPECT_GE(woken, least(row.woken)) << row.name;
    EXPECT_GE(read, least(row.read)) << row.name;
    EXPECT_GE(went_round, least(row.went_round)) << row.name;
  }
}

TEST(RingSequence, IsTheSameForTheSameSeed) {
  HuntTask task{defect::kNoRecheck, "I-04", 7, 0};
  const Hunted first = forward_sequences(task);
  const Hunted again = forward_sequences(task);
  EXPECT_TRUE(first.found);
  EXPECT_EQ(first.shown, again.shown);
  EXPECT_EQ(first.cases, again.cases);
  task.seed = 8;
  EXPECT_NE(forward_sequences(task).cases, first.cases);
}

TEST(RingSequence, ShrinksToASequenceThatReadsAsAList) {
  const Hunted hunted = forward_sequences({defect::kNoRecheck, "I-04", 1, 0});
  EXPECT_THAT(hunted.shown,
              HasSubstr("violated: I-04: no writer is active, the write position is "));
  EXPECT_THAT(hunted.shown, HasSubstr("\na forward buffer of 64 bytes in 1 page\n"
                                      "  1. task writes a sample of 16 bytes\n       "));
  EXPECT_THAT(hunted.shown, HasSubstr(": softirq writes a sample of 16 bytes\n"));
  EXPECT_EQ(std::count(hunted.shown.begin(), hunted.shown.end(), '\n'), 4);
}

TEST(RingSequence, CountsOnlyThePropertyThatIsAskedFor) {
  // A begin that fails without put_handle leaves the nest count raised, and hides what comes later.
  const Defects defects(defect::kFailedBeginKeepsNest);
  EXPECT_TRUE(plain_sequences({defects, "I-08", 1, 0}).found);
  EXPECT_TRUE(plain_sequences({defects, "I-04", 1, 0}).found);
  EXPECT_FALSE(plain_sequences({defects, "I-05", 1, 0}).found);
}

TEST(RingSequence, ShowsHowAWakeupIsLostInAFullBuffer) {
  const Hunted hang = stamp_ahead_case({{}, "I-17", 1, 0});
  EXPECT_TRUE(hang.found);
  EXPECT_THAT(hang.shown, HasSubstr("violated: I-17: 24 bytes were refused"));
  EXPECT_TRUE(stamp_ahead_case({{}, "I-16", 1, 0}).found);
  for (const char* property : {"I-16", "I-16b", "I-17", ""})
    EXPECT_FALSE(signed_stamp_ahead_case({{}, property, 1, 0}).found) << property;
}

TEST(RingSequence, RunsStepsThatAreWrittenByHand) {
  struct Row {
    const char* name;
    std::vector<RingStep> steps;
    bool backward;
    std::vector<std::string_view> expected;
  };
  const std::vector<Row> rows = {
      {"fills, loses, reports",
       {write(3), write(3), write(3), step(Op::poll), write(1), step(Op::poll)},
       false,
       {}},
      {"a tail far ahead", {write(1), step(Op::tail, 1U << 20U), write(1)}, false, {}},
      {"a header of size 0", {write(1), step(Op::corrupt, 0), step(Op::poll)}, false, {}},
      {"a header of size 65535", {write(1), step(Op::corrupt, 65535), step(Op::poll)}, false, {}},
      {"paused", {step(Op::pause), write(1), step(Op::resume), write(1)}, false, {}},
      {"snapshots",
       {write(1), write(1), step(Op::snapshot), write(1), step(Op::snapshot)},
       true,
       {}},
      {"a backward buffer goes round",
       {write(1), write(1), write(1), write(1), write(1), write(1), step(Op::snapshot)},
       true,
       {}},
      {"a record larger than the buffer", {write(20)}, true, {"I-18", "I-22"}}};
  for (const Row& row : rows) {
    RingCase ring_case{{}, row.steps};
    ring_case.shape.backward = row.backward;
    ring_case.shape.oversized = true;
    std::string what;
    const auto violations = run_ring_case(ring_case, {});
    for (const RingViolation& violation : violations) what += violation.what + "\n";
    EXPECT_EQ(ids_of(violations), row.expected) << row.name << "\n" << what;
  }
}

TEST(TryCases, GivesTheSmallestCaseThatFails) {
  const auto numbers = rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, 1000));
  const auto smaller = [](int n) { return std::vector<int>{n / 2, n - 1}; };
  const auto tried = try_cases(numbers, 1, 1000, smaller, [](int n) { return n >= 10; });
  EXPECT_EQ(tried.failing, 10);
  const auto none = try_cases(numbers, 1, 50, smaller, [](int) { return false; });
  EXPECT_EQ(none.failing, std::nullopt);
  EXPECT_EQ(none.cases, 50U);
}

/// Whether the oracle finds I-15 when a reader hands on a record of three words, `loaded` of them.
bool misses_words(std::uint64_t loaded) {
  RecordedBuffer buffer;
  buffer.make(8 * kWordBytes, 1, 0, true);
  buffer.add_event({});
  RingOracle oracle(buffer.rb, buffer.memory, buffer.events, {});
  const std::uint64_t writer = oracle.writer_comes(1, 2);
  SequentialCpu<> cpu(buffer.memory);
  perf_output_sample(cpu, buffer.rb, Sample{1, 2}, buffer.events[0]);
  oracle.writer_reserved(writer);
  oracle.writer_is_done(writer);
  oracle.writer_left(writer, false);
  for (std::uint64_t i = 1; i < loaded; ++i)
    oracle.reader_loaded(i * kWordBytes, buffer.data_word(i * kWordBytes));
  oracle.reader_consumed(0, 3 * kWordBytes);
  EXPECT_LE(oracle.violations().size(), 1U);
  return !oracle.violations().empty() && oracle.violations().front().property == "I-15";
}

TEST(RingOracle, SeesARecordThatIsHandedOnInPart) {
  EXPECT_TRUE(misses_words(1));
  EXPECT_TRUE(misses_words(2));
  EXPECT_FALSE(misses_words(3));
}

}  // namespace
}  // namespace ringcheck
