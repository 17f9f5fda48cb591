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
  SpeUnit unit;
};

/// Where the unit should write, if it may.
std::optional<std::pair<Word, Word>> programmed(CheckedCpu& cpu, const SpeWorld& w) {
  if (cpu.branch(cpu.load(w.unit.at.pmscr) == Word(0))) return std::nullopt;
  const Word limit = cpu.load(w.unit.at.pmblimitr);
  if (cpu.branch((limit & Word(kSpeEnable)) == Word(0))) return std::nullopt;
  const Word pointer = cpu.load(w.unit.at.pmbptr);
  return std::pair<Word, Word>(pointer - Word(kBase), limit - Word(kSpeEnable) - pointer);
}

/// Stores the registers of a unit that made `bytes` since the last store.
void report(CheckedCpu& cpu, const SpeWorld& w, const Word& bytes) {
  const Word pointer = cpu.load(w.unit.at.pmbptr) + bytes;
  cpu.write_once(w.unit.at.pmbptr, pointer);
  if (cpu.branch(pointer == cpu.load(w.unit.at.pmblimitr) - Word(kSpeEnable)))
    cpu.write_once(w.unit.at.pmbsr, kSpeService | kSpeFull);
}

auto unit_of(const SpeWorld& w) {
  const auto program = [&w](CheckedCpu& cpu) { return programmed(cpu, w); };
  const auto tell = [&w](CheckedCpu& cpu, const Word& bytes) { report(cpu, w, bytes); };
  return EngineUnit<decltype(program), decltype(tell)>{w.engine, program, tell};
}

void start_event(CheckedCpu& cpu, const SpeWorld& w) {
  auto unit = unit_of(w);
  arm_spe_pmu_start(cpu, unit, w.unit, w.event());
}

void stop_event(CheckedCpu& cpu, const SpeWorld& w) {
  auto unit = unit_of(w);
  arm_spe_pmu_stop(cpu, unit, w.unit, w.event());
}

/// The interrupt, which comes when the unit says that the buffer is full.
void interrupt(CheckedCpu& cpu, const SpeWorld& w) {
  auto unit = unit_of(w);
  unit.drain(cpu);
  cpu.assume(!(cpu.load(w.unit.at.pmbsr) == Word(0)));
  arm_spe_pmu_irq_handler(cpu, unit, w.unit, [&w](CheckedCpu& c) { run_irq_work(c, w); });
}

void set_up_unit(SpeWorld& world, LocationList& locations) {
  SpeUnit& spe = world.unit;
  spe.at = SpeCells::at(locations.add_private("", SpeCells::kNames));
  spe.base = kBase;
  spe.page_size = spe.max_record = spe.align = kRecord;
}

}  // namespace

extern const Scenario kAuxSpe;
const Scenario kAuxSpe = perf_scenario<Settings>(
    {"aux-spe", "an Arm SPE unit, whose interrupt comes when its buffer is full", kParameters,
     kVaried, BarrierPlan(), kAuxProperties, kMustSee, build<SpeWorld>, kModels});

}  // namespace ringcheck
