// wakeup-counts: a sample comes, and wakes if it is the last of attr.wakeup_events, which has any
// value of 32 bits. The number is repaired; in Linux 6.1 (wakeup-counts-as-it-is, D-16) it is an
// int. Tested by tests/properties/aux/aux_mutants_test.cpp.
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

void run(const AuxCase& example, AuxJudge& judge, bool counts_unsigned) {
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
  const bool last = before + 1 == every;
  judge.require((memory[rb.at.wakeup] != 0) == last, "I-42",
                "a sample wakes that is not the last of as many as were asked for, or is, and "
                "does not");
  judge.require(memory[*rb.events] == (last ? 0 : before + 1), "I-42",
                "samples are counted that there were not, or forgotten");
}

void run_unsigned(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  run(example, judge, true);
}
void run_as_it_is(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  run(example, judge, false);
}

constexpr std::string_view kTitle = "a sample, with any number of samples between wakeups";

}  // namespace

const AuxSequence kWakeupCounts = {"wakeup-counts", kTitle, kProperties, kSetup, {}, true,
                                   run_unsigned};
const AuxSequence kWakeupCountsAsItIs = {
    "wakeup-counts-as-it-is", kTitle, kProperties, kSetup, {}, true, run_as_it_is};

}  // namespace ringcheck
