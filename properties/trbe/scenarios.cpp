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
  TrbeUnit unit;
};

/// Where the unit should write.
std::pair<Word, Word> programmed(CheckedCpu& cpu, const TrbeWorld& w) {
  const Word pointer = cpu.load(w.unit.at.pointer);
  return {pointer - Word(kBase), cpu.load(w.unit.at.limit) - Word(kTrbeEnable) - pointer};
}

/// Stores the registers of a unit that made `bytes` since the last store: at its limit it goes back
/// to its base, and makes nothing more.
void report(CheckedCpu& cpu, const TrbeWorld& w, const Word& bytes) {
  const Word pointer = cpu.load(w.unit.at.pointer) + bytes;
  const bool full = cpu.branch(pointer == cpu.load(w.unit.at.limit) - Word(kTrbeEnable));
  cpu.write_once(w.unit.at.pointer, full ? cpu.load(w.unit.at.base) : pointer);
  if (full) cpu.write_once(w.unit.at.status, kTrbeFull);
}

auto unit_of(const TrbeWorld& w) {
  const auto program = [&w](CheckedCpu& cpu) { return std::optional(programmed(cpu, w)); };
  const auto tell = [&w](CheckedCpu& cpu, const Word& bytes) { report(cpu, w, bytes); };
  return EngineUnit<decltype(program), decltype(tell)>{w.engine, program, tell};
}

void start_event(CheckedCpu& cpu, const TrbeWorld& w) {
  auto unit = unit_of(w);
  etm_event_start(cpu, unit, w.unit, w.event());
}

void stop_event(CheckedCpu& cpu, const TrbeWorld& w) {
  auto unit = unit_of(w);
  etm_event_stop(cpu, unit, w.unit, w.event(), [](CheckedCpu&) {});
}

/// The interrupt, which comes when the unit says that the buffer is full.
void interrupt(CheckedCpu& cpu, const TrbeWorld& w) {
  auto unit = unit_of(w);
  unit.drain(cpu);
  cpu.assume(!(cpu.load(w.unit.at.status) == Word(0)));
  arm_trbe_irq_handler(cpu, unit, w.unit, [&w](CheckedCpu& c) { run_irq_work(c, w); });
}

void set_up_unit(TrbeWorld& world, LocationList& locations) {
  TrbeUnit& trbe = world.unit;
  trbe.at = TrbeCells::at(locations.add_private("trbe", TrbeCells::kCount));
  trbe.buffer = kBase;
  trbe.page_size = trbe.least = trbe.align = kRecord;
}

}  // namespace

extern const Scenario kAuxTrbe;
const Scenario kAuxTrbe = perf_scenario<Settings>(
    {"aux-trbe", "an Arm TRBE, whose interrupt comes when its buffer is full", kParameters, kVaried,
     BarrierPlan(), kAuxProperties, kMustSee, build<TrbeWorld>, kModels});

}  // namespace ringcheck
