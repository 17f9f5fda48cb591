// aux-overrun: on any CPU, a transaction of an event or of one that inherited it finds no room, or
// ends truncated; then the event's interrupt work runs.
//
// Left out of aux-overrun: the first CPU (docs/findings.md V-01).
//
// aux-refused: an event that is being scheduled in finds no room for its transaction. It is on no
// CPU when the work comes. Then the reader makes room, and the event runs (V-40).
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "properties/aux/aux_bench.hpp"
#include "properties/aux/sequences.hpp"
#include "protocol/aux/aux_irq_work.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kSize = 16;
constexpr std::array<std::string_view, 1> kProperties = {"I-28"};
constexpr std::array kSetup = {Dial{"CPU", 1, 3}, Dial{"inherited", 0, 1},
                               Dial{"unread", 0, kSize - 1}, Dial{"truncated", 0, 1}};
constexpr std::array kFirstCpu = {Dial{"CPU", 0, 0}, Dial{"inherited", 0, 1},
                                  Dial{"unread", 0, kSize - 1}, Dial{"truncated", 0, 1}};

/// `flag`: the request that is stored instead of the CPU's number; 0: the number.
void run_on(const AuxCase& example, DefectSet defects, AuxJudge& judge, std::uint64_t flag) {
  AuxMachineSetup setup = bench_setup(kSize, kSize);
  setup.tail = kSize - example.setup[2];
  setup.events.resize(2);
  AuxBench b(setup, defects);
  b.m.aux.cpu = flag != 0 ? flag : example.setup[0];
  PerfEvent child = b.m.events[1];
  child.attached = false;
  child.parent = &b.m.events[0];
  const PerfEvent& event = example.setup[1] != 0 ? child : b.m.events[0];
  auto cpu = b.cpu();
  const bool refused = !perf_aux_output_begin(cpu, b.m.aux, b.m.handle, event);
  judge.require(refused == (example.setup[2] == kSize - 1), "I-28",
                "a transaction is refused where there is room, or granted where there is none");
  const bool truncated = !refused && example.setup[3] != 0;
  if (truncated) perf_aux_output_flag(cpu, b.m.handle, kAuxTruncated);
  if (!refused) perf_aux_output_end(cpu, b.m.aux, b.m.handle, 1);
  const bool lost = refused || truncated;
  const bool woken = b.word(event.at->pending_wakeup) != 0;
  const AuxIrqWork did = perf_pending_irq(cpu, event, defects);
  judge.require(woken || !lost, "I-28", "there is no room, and nobody asks for the reader");
  judge.require(did.woke == woken, "I-28",
                "there is no room, and the reader is not woken, or it is for nothing");
  judge.require(did.disabled == lost, "I-28",
                "there is no room, and the event stays on: nobody can enable it, or it is off");
  const AuxIrqWork again = perf_pending_irq(cpu, event, defects);
  judge.require(b.word(event.at->pending_wakeup) == 0 && b.word(event.at->pending_disable) == 0 &&
                    !again.woke && !again.disabled,
                "I-28", "what interrupt work has done stays pending");
}
void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_on(example, defects, judge, 0);
}
void run_repaired(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_on(example, defects, judge, 1);
}

constexpr std::array kRefused = {Dial{"CPU", 0, 3}, Dial{"inherited", 0, 1},
                                 Dial{"work while it runs", 0, 1}};

/// `leaves`: an event that cannot be scheduled in is treated as one that is scheduled out.
void run_refused_on(const AuxCase& example, DefectSet defects, AuxJudge& judge, bool leaves) {
  AuxMachineSetup setup = bench_setup(kSize, kSize);
  setup.tail = 1;
  setup.events.resize(2);
  AuxBench b(setup, defects);
  b.m.aux.cpu = example.setup[0];
  PerfEvent child = b.m.events[1];
  child.attached = false;
  child.parent = &b.m.events[0];
  const PerfEvent& event = example.setup[1] != 0 ? child : b.m.events[0];
  auto cpu = b.cpu();
  judge.require(!perf_aux_output_begin(cpu, b.m.aux, b.m.handle, event), "I-28",
                "a transaction is granted where there is no room");
  const bool off = leaves && event_sched_out(cpu, event);
  judge.require(!leaves || off || example.setup[0] == 0, "I-28",
                "there is no room, and the event stays on: nobody can enable it");
  judge.require(perf_pending_irq(cpu, event, defects, false).woke, "I-28",
                "there is no room, and the reader is not woken");
  // The reader is woken, makes room and enables the event, which only matters if it is off.
  b.word(b.m.aux.at.user_tail) = kSize;
  judge.require(perf_aux_output_begin(cpu, b.m.aux, b.m.handle, event), "I-28",
                "a transaction is refused where there is room");
  const bool disabled = example.setup[2] != 0 && perf_pending_irq(cpu, event, defects).disabled;
  perf_aux_output_end(cpu, b.m.aux, b.m.handle, 1);
  judge.require(!disabled && !event_sched_out(cpu, event), "I-28",
                "there is room, and the event is off after the reader has enabled it");
}
void run_refused(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_refused_on(example, defects, judge, false);
}
void run_refused_repaired(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_refused_on(example, defects, judge, true);
}

constexpr std::string_view kTitle = "a transaction without room, and its interrupt work";
constexpr std::string_view kRefusedTitle = "an event without room that is being scheduled in";

}  // namespace

const AuxSequence kAuxOverrun = {"aux-overrun", kTitle, kProperties, kSetup, {}, true, run};
const AuxSequence kAuxOverrunFirstCpu = {
    "aux-overrun-first-cpu", kTitle, kProperties, kFirstCpu, {}, true, run};
const AuxSequence kAuxOverrunRepaired = {
    "aux-overrun-repaired", kTitle, kProperties, kFirstCpu, {}, true, run_repaired};

const AuxSequence kAuxRefusedAsItIs = {
    "aux-refused-as-it-is", kRefusedTitle, kProperties, kRefused, {}, true, run_refused};
const AuxSequence kAuxRefusedRepaired = {
    "aux-refused-repaired", kRefusedTitle, kProperties, kRefused, {}, true, run_refused_repaired};

}  // namespace ringcheck
