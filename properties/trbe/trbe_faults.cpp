// trbe-faults: what the driver of Arm TRBE makes of each status with which a unit may interrupt, of
// an interrupt about nothing, of a fill after which there is no room, and of a CPU that has no
// tracer.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <array>
#include <vector>

#include "properties/trbe/sequences.hpp"
#include "properties/trbe/trbe_bench.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 5> kProperties = {"I-26", "I-27", "I-28", "I-71", "I-105"};
constexpr std::array<std::uint64_t, 5> kClasses = {0, kTrbeStage1Abort, kTrbeStage2Abort,
                                                   kTrbeGranuleFault, kTrbeOwnReason};
enum Number : std::size_t {
  stops,
  triggers,
  aborts,
  wraps,
  class_number,
  code,
  at_base,
  overwriting,
  repaired
};
constexpr std::array kSetup = {Dial{"the unit has stopped", 0, 1},
                               Dial{"trigger", 0, 1},
                               Dial{"external abort", 0, 1},
                               Dial{"wrapped", 0, 1},
                               Dial{"class, by number", 0, kClasses.size() - 1},
                               Dial{"code", 0, 3},
                               Dial{"pointer at the base", 0, 1},
                               Dial{"overwrites after a fill", 0, 1},
                               Dial{"whatever is no fill is fatal", 0, 1}};

/// Errors of an access, and triggers, are fatal. A code of class 0 tells a fill, and so does a unit
/// that is at its base, unless it writes on from there.
TrbeFault wanted(const std::vector<std::uint64_t>& of) {
  const std::uint64_t reason = kClasses.at(of[class_number]);
  const bool of_access = reason == kTrbeStage1Abort || reason == kTrbeStage2Abort;
  if (of[triggers] + of[aborts] != 0 || of_access) return TrbeFault::fatal;
  const bool filled = of[wraps] != 0 && reason == 0 && of[code] == kTrbeFilled;
  if (filled && of[at_base] + of[overwriting] != 0) return TrbeFault::wrap;
  return of[repaired] != 0 ? TrbeFault::fatal : TrbeFault::spurious;
}

/// An interrupt about nothing ends no transaction, and the unit is enabled again.
void judge_spurious(AuxJudge& judge) {
  constexpr std::uint64_t kSize = 16, kLimit = 4096;
  AuxMachineSetup setup = bench_setup(kSize, 0);
  setup.driver_words = TrbeCells::kCount;
  AuxBench bench(setup, {});
  const TrbeUnit trbe = trbe_of(bench);
  SettledUnit unit;
  auto cpu = bench.cpu();
  perf_aux_output_begin(cpu, trbe.aux, trbe.handle, bench.m.events[0]);
  bench.word(trbe.at.limit) = kLimit;
  const bool goes_on = trbe_handle_fault(cpu, unit, trbe, TrbeFault::spurious, bench.m.events[0]);
  judge.require(goes_on && bench.open() && bench.word(trbe.handle.flags) == 0 &&
                    bench.word(trbe.at.limit) == (kLimit | kTrbeEnable),
                "I-28", "an interrupt about nothing ends the transaction, or the unit stays off");
}

constexpr std::uint64_t kTracerId = 7;

constexpr std::uint64_t kTime = 5;

/// The first record tells the tracer's ID, and ends with the sample id of `kTime` alone.
/// Source: include/uapi/linux/perf_event.h PERF_RECORD_AUX_OUTPUT_HW_ID.
void judge_told(AuxBench& bench, const TrbeUnit& trbe, AuxJudge& judge) {
  constexpr std::uint64_t kBytes = 24;
  const PerfBuffer& rb = trbe.aux.ring;
  judge.require(bench.word(rb.at.data_head) == kBytes &&
                    bench.word(rb.data_word(0)) == (kBytes << 48U | 21U) &&
                    bench.word(rb.data_word(8)) == kTracerId &&
                    bench.word(rb.data_word(16)) == kTime,
                "I-71", "whose trace it makes is not told, or something else is");
}

/// A fill that uses up all room: the transaction is closed, no other is opened, and the unit and
/// its driver are left off.
void judge_full(AuxJudge& judge) {
  constexpr std::uint64_t kSize = 256, kPage = 64, kBuffer = 4096, kHead = kSize - kPage;
  AuxMachineSetup setup = bench_setup(kSize, kHead);
  // All but one byte up to the area's end, a page boundary, is unread.
  setup.tail = 1;
  setup.wakeup = 0;
  setup.driver_words = TrbeCells::kCount;
  setup.events[0].sample_id_all = true;
  setup.events[0].sample_type = kSampleTime;
  setup.events[0].time = kTime;
  AuxBench bench(setup, {});
  TrbeUnit trbe = trbe_of(bench);
  trbe.buffer = kBuffer;
  trbe.page_size = kPage;
  trbe.tracer_id = kTracerId;
  SettledUnit unit;
  const PerfEvent& event = bench.m.events[0];
  auto cpu = bench.cpu();
  etm_event_start(cpu, unit, trbe, event);
  judge_told(bench, trbe, judge);
  judge.require(bench.word(trbe.at.limit) == ((kBuffer + kSize) | kTrbeEnable), "I-105",
                "the unit does not write to a page's boundary in the room");
  bench.word(trbe.at.pointer) = bench.word(trbe.at.base);
  bench.word(trbe.at.status) = kTrbeFull;
  std::uint64_t works = 0;
  const bool handled = arm_trbe_irq_handler(cpu, unit, trbe, [&](auto&) { ++works; });
  judge.require(
      handled && works == 1 && !bench.open() && bench.word(trbe.aux.at.aux_head) == kHead + kPage,
      "I-28", "a fill without room for another transaction disables no event");
  judge.require(bench.word(trbe.at.handle) == 0, "I-105",
                "the interrupt may use the handle of a transaction that could not be opened");
  judge.require(bench.word(trbe.at.trfcr) == 0 && (bench.word(trbe.at.limit) & kTrbeEnable) == 0,
                "I-27", "the CPU traces, or its unit is on, and no transaction is open");
  judge.require(bench.said.count<said::AuxEndWithoutBegin>() == 0, "I-26",
                "a transaction that was not opened is closed");
  bench.tail() = bench.word(trbe.aux.at.aux_head);
  const std::uint64_t told = bench.word(trbe.aux.ring.at.data_head);
  etm_event_start(cpu, unit, trbe, event);
  judge.require(bench.open() && bench.word(trbe.aux.ring.at.data_head) == told, "I-71",
                "an event is not started again, or tells its tracer's ID again");
}

/// An event whose CPU has no tracer, no path from it, or one that refuses: it runs only if it
/// traces, or finds no path; the unit only if it traces. Its transaction ends once.
void judge_tracer(TracerCase tracer, AuxJudge& judge) {
  constexpr std::uint64_t kSize = 256, kPage = 64, kBuffer = 4096;
  AuxMachineSetup setup = bench_setup(kSize, 0);
  setup.driver_words = TrbeCells::kCount;
  AuxBench bench(setup, {});
  TrbeUnit trbe = trbe_of(bench);
  trbe.buffer = kBuffer;
  trbe.page_size = kPage;
  trbe.tracer_case = tracer;
  SettledUnit unit;
  const PerfEvent& event = bench.m.events[0];
  auto cpu = bench.cpu();
  const bool here = tracer == TracerCase::traces, refuses = tracer == TracerCase::refuses;
  const auto left_as = [&](bool runs, bool traces) {
    judge.require(
        bench.open() == runs && bench.word(event.at->hw_state) == (runs ? 0 : kHesStopped), "I-105",
        "an event runs without a transaction, or has one and does not run");
    judge.require((bench.word(trbe.at.limit) & kTrbeEnable) == (traces ? kTrbeEnable : 0) &&
                      bench.word(trbe.at.trfcr) == (traces ? 1 : 0),
                  "I-105", "a unit is on for an event that does not trace there, or off for one");
  };
  etm_event_start(cpu, unit, trbe, event);
  left_as(here || tracer == TracerCase::elsewhere, here);
  judge.require((bench.word(trbe.handle.flags) & kAuxTruncated) == (refuses ? kAuxTruncated : 0),
                "I-27", "a tracer refuses, and no record tells, or one tells of none that does");
  for (int times = 0; times < 2; ++times) {
    etm_event_stop(cpu, unit, trbe, event, [](auto&) {});
    left_as(false, false);
  }
  judge.require(bench.said.count<said::AuxEnded>() == (tracer == TracerCase::missing ? 0 : 1) &&
                    bench.said.count<said::AuxEndWithoutBegin>() == 0,
                "I-26", "a transaction is not closed, or closed twice");
}

void run(const AuxCase& example, DefectSet, AuxJudge& judge) {
  const std::vector<std::uint64_t>& of = example.setup;
  TrbeUnit trbe;
  trbe.at = TrbeCells::at(0);
  trbe.errata.overwrites = of[overwriting] * 64;
  trbe.repairs.other_is_fatal = of[repaired] != 0;
  std::vector<std::uint64_t> memory(TrbeCells::kCount);
  memory[trbe.at.base] = 4096;
  memory[trbe.at.pointer] = of[at_base] != 0 ? 4096 : 4160;
  const std::uint64_t status =
      kTrbeIrq | kClasses.at(of[class_number]) | of[code] | (of[stops] != 0 ? kTrbeStopped : 0) |
      (of[triggers] != 0 ? kTrbeTriggered : 0) | (of[aborts] != 0 ? kTrbeAbort : 0) |
      (of[wraps] != 0 ? kTrbeWrap : 0);
  AuxSaid said;
  SequentialCpu<GatherAuxSaid> cpu(memory, GatherAuxSaid{&said});
  judge.require(trbe_get_fault_act(cpu, trbe, status) == wanted(of), "I-28",
                "an error of the unit is taken for a fill or for nothing, or the other way round");
  judge.require(
      said.count<said::Warned>() == (of[stops] != 0 ? 0 : 1), "I-28",
      "a unit interrupts that goes on, and nobody warns of it, or it is warned of another");
  if (wanted(of) == TrbeFault::spurious) judge_spurious(judge);
  if (wanted(of) == TrbeFault::wrap) judge_full(judge);
  for (const TracerCase tracer :
       {TracerCase::traces, TracerCase::missing, TracerCase::elsewhere, TracerCase::refuses})
    judge_tracer(tracer, judge);
}

}  // namespace

const AuxSequence kTrbeFaults = {
    "trbe-faults", "what a TRBE's driver makes of each status", kProperties, kSetup, {}, true, run};

}  // namespace ringcheck
