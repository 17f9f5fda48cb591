// pt-interrupted: the interrupt of an Intel PT unit in the middle of starting or stopping it.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "properties/pt/pt_machine.hpp"
#include "properties/pt/sequences.hpp"
#include "protocol/aux/observations.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kInterruptedProperties = {"I-24", "I-26"};
constexpr std::array kInterruptedSetup = {
    Dial{"pages written", 0, 4},
    Dial{"interrupt before access", 0, 60},
    Dial{"while it is started", 0, 1},
};

/// The interrupt comes before some access of starting the event, and again after that.
void run_started(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  PtBench b(PtBenchSetup{}, defects);
  SettledUnit unit;
  b.word(b.bench.m.events[0].at->hw_state) = kHesStopped;
  std::uint64_t left = example.setup[1];
  const auto interrupt = [&](auto& interrupted) { intel_pt_interrupt(interrupted, unit, b.pt); };
  auto starting = b.bench.interrupted_cpu(&left, interrupt);
  pt_event_start(starting, unit, b.pt, b.bench.m.events[0]);
  judge.require(b.word(b.pt.at.ctl) == 0 || b.bench.open(), "I-24",
                "the unit may write while no transaction is open");
  auto cpu = b.bench.cpu();
  intel_pt_interrupt(cpu, unit, b.pt);
  judge.require(b.word(b.pt.at.ctl) == 0 || b.bench.open(), "I-24",
                "the unit may write while no transaction is open");
  judge.require(b.bench.said.count<said::AuxEndWithoutBegin>() == 0, "I-26",
                "a closed transaction is closed again");
}

/// The interrupt is on its way when the event is stopped, and comes before some access, or after.
void run_interrupted(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  if (example.setup[2] != 0) return run_started(example, defects, judge);
  PtBench b(PtBenchSetup{}, defects);
  SettledUnit unit;
  auto cpu = b.bench.cpu();
  const PerfEvent& event = b.bench.m.events[0];
  pt_event_start(cpu, unit, b.pt, event);
  b.write(example.setup[0] * kPtPageBytes);
  std::uint64_t left = example.setup[1];
  const auto interrupt = [&](auto& interrupted) { intel_pt_interrupt(interrupted, unit, b.pt); };
  auto stopping = b.bench.interrupted_cpu(&left, interrupt);
  pt_event_stop(stopping, unit, b.pt, event);
  intel_pt_interrupt(cpu, unit, b.pt);
  judge.require(b.word(b.pt.at.ctl) == 0, "I-24", "the unit may write after its event was stopped");
  judge.require(!b.bench.open(), "I-26", "a transaction is open after its event was stopped");
  judge.require(b.bench.said.count<said::AuxEndWithoutBegin>() == 0, "I-26",
                "a closed transaction is closed again");
}

}  // namespace

const AuxSequence kPtInterrupted = {
    "pt-interrupted",
    "the interrupt of an Intel PT unit in the middle of starting or stopping it",
    kInterruptedProperties,
    kInterruptedSetup,
    {},
    true,
    run_interrupted};

}  // namespace ringcheck
