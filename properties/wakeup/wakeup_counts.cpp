// wakeup-counts: a sample comes, and wakes if it is the last of attr.wakeup_events, which has any
// value of 32 bits. The number is repaired; in Linux 6.1 (wakeup-counts-as-it-is, D-16) it is an
// int. wakeup-counts-of-ints: what Linux 6.1 counts follows from ints, and nothing else.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <array>
#include <vector>

#include "properties/wakeup/sequences.hpp"
#include "protocol/core/sequential_cpu.hpp"
#include "protocol/ring/perf_output.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-42"};
constexpr std::array kSetup = {Dial{"bit of the number", 0, 31}, Dial{"more", 0, 2},
                               Dial{"samples before, of the number or of 0", 0, 5}};
constexpr std::uint64_t kWords = 8;

/// What a sample should do to the count.
struct Counted {
  bool wakes = false;
  std::uint64_t left = 0;
};
/// `every` samples wake, of which `count` have come.
Counted counted(std::uint64_t every, std::uint64_t count) {
  return {count == every, count == every ? 0 : count};
}
/// The same where both numbers are ints, and what is taken off is a long.
Counted counted_as_ints(std::uint64_t every, std::uint64_t count) {
  const auto most = static_cast<std::int32_t>(every);
  const bool wakes = static_cast<std::int32_t>(count) >= most;
  return {wakes, wakes ? count - static_cast<std::uint64_t>(std::int64_t{most}) : count};
}

void run(const AuxCase& example, AuxJudge& judge, bool counts_unsigned,
         Counted (*should)(std::uint64_t every, std::uint64_t count)) {
  const std::uint64_t every = (std::uint64_t{1} << example.setup[0]) + example.setup[1];
  // 0, 1 and 2 of them, or 3, 2 and 1 less than are to wake.
  const std::uint64_t away = 6 - example.setup[2];
  const std::uint64_t before = example.setup[2] < 3 ? example.setup[2] : every - away;
  if (before >= every) return;
  std::vector<std::uint64_t> memory(PerfBufferCells::count(kWords) + 1);
  PerfBuffer rb = PerfBuffer::make(0, kWords);
  rb.events = memory.size() - 1;
  memory[*rb.events] = before;
  SequentialCpu<> cpu(memory);
  perf_output_sample(cpu, rb, Sample{1, 1},
                     {.wakeup_events = every, .counts_unsigned = counts_unsigned});
  const Counted meant = should(every, before + 1);
  judge.require((memory[rb.at.wakeup] != 0) == meant.wakes, "I-42",
                "a sample wakes that is not the last of as many as were asked for, or is, and "
                "does not");
  judge.require(memory[*rb.events] == meant.left, "I-42",
                "samples are counted that there were not, or forgotten");
}

void run_unsigned(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  run(example, judge, true, counted);
}
void run_as_it_is(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  run(example, judge, false, counted);
}
void run_ints(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  run(example, judge, false, counted_as_ints);
}

constexpr std::string_view kTitle = "a sample, with any number of samples between wakeups";

}  // namespace

const AuxSequence kWakeupCounts = {"wakeup-counts", kTitle, kProperties, kSetup, {}, true,
                                   run_unsigned};
const AuxSequence kWakeupCountsAsItIs = {
    "wakeup-counts-as-it-is", kTitle, kProperties, kSetup, {}, true, run_as_it_is};
const AuxSequence kWakeupCountsOfInts = {
    "wakeup-counts-of-ints", kTitle, kProperties, kSetup, {}, true, run_ints};

}  // namespace ringcheck
