// aux-trbe: an Arm TRBE, whose interrupt comes once its buffer is full, between start and stop.
// Tested by tests/properties/aux/aux_drivers_test.cpp.
#include "protocol/trbe/trbe_pmu.hpp"

#include "properties/aux/aux_linear.hpp"
#include "properties/aux/invariants.hpp"
#include "properties/core/perf_scenario.hpp"
#include "protocol/aux/sites.hpp"
#include "protocol/perf_tool/sites.hpp"
#include "protocol/trbe/sites.hpp"

namespace ringcheck {
namespace {

using namespace aux_linear;

constexpr std::array kVaried = {site::kAuxA, site::kAuxC, site::kAuxD, site::kTrbeB};

struct TrbeWorld : AuxWorld {
  TrbeUnit trbe;
};

/// Where the unit is to write.
std::pair<Word, Word> programmed(CheckedCpu& cpu, const TrbeWorld& w) {
  const Word pointer = cpu.load(w.trbe.at.pointer);
  return {pointer - Word(kBase), cpu.load(w.trbe.at.limit) - Word(kTrbeEnable) - pointer};
}

/// The registers of a unit that made `bytes` since they were written: at its limit it is back at
/// its base, and makes nothing more.
void report(CheckedCpu& cpu, const TrbeWorld& w, const Word& bytes) {
  const Word pointer = cpu.load(w.trbe.at.pointer) + bytes;
  const bool full = cpu.branch(pointer == cpu.load(w.trbe.at.limit) - Word(kTrbeEnable));
  cpu.write_once(w.trbe.at.pointer, full ? cpu.load(w.trbe.at.base) : pointer);
  if (full) cpu.write_once(w.trbe.at.status, kTrbeIrq | kTrbeWrap);
}

auto unit_of(const TrbeWorld& w) {
  const auto program = [&w](CheckedCpu& cpu) { return std::optional(programmed(cpu, w)); };
  const auto tell = [&w](CheckedCpu& cpu, const Word& bytes) { report(cpu, w, bytes); };
  return EngineUnit<decltype(program), decltype(tell)>{w.engine, program, tell};
}

/// Stops the event, as the scheduler does with interrupts disabled.
void stop_event(CheckedCpu& cpu, const TrbeWorld& w) {
  auto unit = unit_of(w);
  etm_event_stop(cpu, unit, w.trbe, w.event(), [](CheckedCpu&) {});
}

/// What perf has queued: an event that lost trace is disabled.
void run_irq_work(CheckedCpu& cpu, const TrbeWorld& w) {
  const PerfEvent& event = w.event();
  if (cpu.branch(cpu.load(event.at->pending_disable) == Word(0))) return;
  cpu.store(event.at->pending_disable, 0);
  stop_event(cpu, w);
}

/// The interrupt, which comes when the unit says that the buffer is full.
void interrupt(CheckedCpu& cpu, const TrbeWorld& w) {
  auto unit = unit_of(w);
  unit.drain(cpu);
  cpu.assume(!(cpu.load(w.trbe.at.status) == Word(0)));
  arm_trbe_irq_handler(cpu, unit, w.trbe, [&w](CheckedCpu& c) { run_irq_work(c, w); });
}

/// Starts and stops; an event that was disabled is not started again.
void drive(CheckedCpu& cpu, const TrbeWorld& w, std::uint64_t starts) {
  auto unit = unit_of(w);
  const PerfEvent& event = w.event();
  for (std::uint64_t i = 0; i < starts; ++i) {
    cpu.masking(kHardirq, [&] { etm_event_start(cpu, unit, w.trbe, event); });
    run_irq_work(cpu, w);
    cpu.interrupt_point();
    if (!cpu.branch((cpu.load(event.at->hw_state) & Word(kHesStopped)) == Word(0))) return;
    cpu.masking(kHardirq, [&] { stop_event(cpu, w); });
    if (!cpu.branch(cpu.load(event.at->pending_disable) == Word(0))) return;
  }
}

PerfProgram build(const Parameters& parameters, const BarrierPlan& plan, DefectSet defects) {
  const std::uint64_t starts = parameters["starts"];
  auto world = std::make_shared<TrbeWorld>();
  LocationList locations(true);
  lay_out(*world, shape_of(parameters, plan, defects), locations);
  world->engine.record = kRecord;
  TrbeUnit& trbe = world->trbe;
  trbe.at = TrbeCells::at(locations.add_private("trbe", TrbeCells::kCount));
  trbe.aux = world->aux;
  trbe.handle = world->handle;
  trbe.buffer = kBase;
  trbe.padding_is_ordered = parameters["padding"] == 1;
  trbe.page_size = trbe.least = trbe.align = kRecord;
  world->engine.told = locations.add_private("told", 1);
  const TrbeWorld& w = *world;
  add_handler(*world, "irq", kHardirq, parameters["irq"],
              [&w](CheckedCpu& cpu) { interrupt(cpu, w); });
  return make_aux_program(
      "aux-trbe", world, std::move(locations),
      [&w, starts](CheckedCpu& cpu) { drive(cpu, w, starts); },
      [&w](CheckedCpu& cpu) { read_trace(cpu, w); }, written_by_reader(w));
}

}  // namespace

extern const Scenario kAuxTrbe;
const Scenario kAuxTrbe =
    perf_scenario({"aux-trbe", "an Arm TRBE, whose interrupt comes when its buffer is full",
                   kParameters, kVaried, BarrierPlan(), kAuxProperties, kMustSee, build, kModels});

}  // namespace ringcheck
