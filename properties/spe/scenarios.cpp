// aux-spe: an Arm SPE unit, whose interrupt comes once its buffer is full, between start and stop.
// Tested by tests/properties/aux/aux_drivers_test.cpp.
#include "protocol/spe/spe_pmu.hpp"

#include "properties/aux/aux_linear.hpp"
#include "properties/aux/invariants.hpp"
#include "properties/core/perf_scenario.hpp"
#include "protocol/aux/sites.hpp"
#include "protocol/perf_tool/sites.hpp"
#include "protocol/spe/sites.hpp"

namespace ringcheck {
namespace {

using namespace aux_linear;

constexpr std::array kVaried = {site::kAuxA, site::kAuxC, site::kAuxD, site::kSpeB};

struct SpeWorld : AuxWorld {
  SpeUnit spe;
};

/// Where the unit is to write, if it may.
std::optional<std::pair<Word, Word>> programmed(CheckedCpu& cpu, const SpeWorld& w) {
  if (cpu.branch(cpu.load(w.spe.at.pmscr) == Word(0))) return std::nullopt;
  const Word limit = cpu.load(w.spe.at.pmblimitr);
  if (cpu.branch((limit & Word(kSpeEnable)) == Word(0))) return std::nullopt;
  const Word pointer = cpu.load(w.spe.at.pmbptr);
  return std::pair<Word, Word>(pointer - Word(kBase), limit - Word(kSpeEnable) - pointer);
}

/// The registers of a unit that made `bytes` since they were written.
void report(CheckedCpu& cpu, const SpeWorld& w, const Word& bytes) {
  const Word pointer = cpu.load(w.spe.at.pmbptr) + bytes;
  cpu.write_once(w.spe.at.pmbptr, pointer);
  if (cpu.branch(pointer == cpu.load(w.spe.at.pmblimitr) - Word(kSpeEnable)))
    cpu.write_once(w.spe.at.pmbsr, kSpeService | kSpeFull);
}

auto unit_of(const SpeWorld& w) {
  const auto program = [&w](CheckedCpu& cpu) { return programmed(cpu, w); };
  const auto tell = [&w](CheckedCpu& cpu, const Word& bytes) { report(cpu, w, bytes); };
  return EngineUnit<decltype(program), decltype(tell)>{w.engine, program, tell};
}

/// What perf has queued: an event that lost trace is disabled.
void run_irq_work(CheckedCpu& cpu, const SpeWorld& w) {
  const PerfEvent& event = w.event();
  if (cpu.branch(cpu.load(event.at->pending_disable) == Word(0))) return;
  cpu.store(event.at->pending_disable, 0);
  auto unit = unit_of(w);
  arm_spe_pmu_stop(cpu, unit, w.spe, event);
}

/// The interrupt, which comes when the unit says that the buffer is full.
void interrupt(CheckedCpu& cpu, const SpeWorld& w) {
  auto unit = unit_of(w);
  unit.drain(cpu);
  cpu.assume(!(cpu.load(w.spe.at.pmbsr) == Word(0)));
  arm_spe_pmu_irq_handler(cpu, unit, w.spe, [&w](CheckedCpu& c) { run_irq_work(c, w); });
}

/// Starts and stops, as the scheduler does with interrupts disabled; an event that was disabled is
/// not started again.
void drive(CheckedCpu& cpu, const SpeWorld& w, std::uint64_t starts) {
  auto unit = unit_of(w);
  const PerfEvent& event = w.event();
  for (std::uint64_t i = 0; i < starts; ++i) {
    cpu.masking(kHardirq, [&] { arm_spe_pmu_start(cpu, unit, w.spe, event); });
    run_irq_work(cpu, w);
    cpu.interrupt_point();
    if (!cpu.branch((cpu.load(event.at->hw_state) & Word(kHesStopped)) == Word(0))) return;
    cpu.masking(kHardirq, [&] { arm_spe_pmu_stop(cpu, unit, w.spe, event); });
    if (!cpu.branch(cpu.load(event.at->pending_disable) == Word(0))) return;
  }
}

PerfProgram build(const Parameters& parameters, const BarrierPlan& plan, DefectSet defects) {
  const std::uint64_t starts = parameters["starts"];
  auto world = std::make_shared<SpeWorld>();
  LocationList locations(true);
  lay_out(*world, shape_of(parameters, plan, defects), locations);
  world->engine.record = kRecord;
  SpeUnit& spe = world->spe;
  spe.at = SpeCells::at(locations.add_private("", SpeCells::kNames));
  spe.aux = world->aux;
  spe.handle = world->handle;
  spe.base = kBase;
  spe.padding_is_ordered = parameters["padding"] == 1;
  spe.page_size = spe.max_record = spe.align = kRecord;
  world->engine.told = locations.add_private("told", 1);
  const SpeWorld& w = *world;
  add_handler(*world, "irq", kHardirq, parameters["irq"],
              [&w](CheckedCpu& cpu) { interrupt(cpu, w); });
  return make_aux_program(
      "aux-spe", world, std::move(locations),
      [&w, starts](CheckedCpu& cpu) { drive(cpu, w, starts); },
      [&w](CheckedCpu& cpu) { read_trace(cpu, w); }, written_by_reader(w));
}

}  // namespace

extern const Scenario kAuxSpe;
const Scenario kAuxSpe =
    perf_scenario({"aux-spe", "an Arm SPE unit, whose interrupt comes when its buffer is full",
                   kParameters, kVaried, BarrierPlan(), kAuxProperties, kMustSee, build, kModels});

}  // namespace ringcheck
