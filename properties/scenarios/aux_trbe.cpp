// aux-trbe: an Arm TRBE, whose interrupt comes once its buffer is full, between start and stop.
// Tested by tests/properties/aux_drivers_test.cpp.
#include "protocol/aux/trbe_pmu.hpp"

#include "properties/invariants/invariants.hpp"
#include "properties/scenarios/aux_parameters.hpp"
#include "properties/scenarios/aux_world.hpp"
#include "properties/scenarios/scenarios.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kPaddingWords = {"unordered", "wmb"};

// Pages of two bytes, records of two bytes. The second start goes around the end of the area, and
// the byte that begin does not grant leaves a head in the middle of a record.
constexpr std::array kParameters = {
    Parameter{"starts", "times that the event is started and stopped", 2, 1, 3, false, {}},
    Parameter{"irq", "times that the buffer's interrupt may come", 1, 0, 3, false, {}},
    Parameter{"pages", "pages of two bytes that the AUX area has", 4, 2, 8, true, {}},
    Parameter{
        "most", "records that the unit makes at most between start and stop", 2, 1, 4, false, {}},
    Parameter{"padding",
              "whether smp_wmb stands between padding and moving aux_head over it; Linux 6.1 has "
              "nothing there",
              0, 0, 1, false, kPaddingWords},
    aux_parameter::polls(1)};

constexpr std::array kVaried = {Site::aux_a, Site::aux_c, Site::aux_d, Site::trbe_b};

constexpr std::array kMustSee = {&kAuxPublication, &kAuxAccounting, &kOneTransaction};

constexpr std::array<std::string_view, 3> kModels = {"sc", "armv8", "lkmm"};

constexpr std::uint64_t kRecord = 2;  ///< bytes, and so many in a page
constexpr std::uint64_t kBase = 0x1000;
constexpr std::uint64_t kOldTrace = 1;  ///< of the lap before; 0 is padding
constexpr std::uint8_t kHardirq = 2;

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

ScenarioProgram build(const Parameters& parameters, const BarrierPlan& plan, Defects defects) {
  const std::uint64_t starts = parameters["starts"];
  auto world = std::make_shared<TrbeWorld>();
  AuxShape shape;
  shape.units = parameters["pages"] * kRecord;
  shape.unit_bytes = 1;
  shape.start = (parameters["pages"] - 1) * kRecord;
  shape.before = kOldTrace;
  shape.most = parameters["most"] * kRecord;
  shape.polls = parameters["polls"];
  shape.sessions = starts + parameters["irq"];
  shape.watermark = shape.units;
  shape.posted = true;
  shape.driver_stores_trace = true;
  shape.plan = plan;
  shape.defects = defects;
  LocationList locations(true);
  lay_out(*world, shape, locations);
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

const Scenario kAuxTrbe = {
    "aux-trbe",    "an Arm TRBE, whose interrupt comes when its buffer is full",
    kParameters,   kVaried,
    BarrierPlan(), kAuxProperties,
    kMustSee,      true,
    build,         kModels};

}  // namespace ringcheck
