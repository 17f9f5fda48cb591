#pragma once
// What the scenarios of units with a linear buffer, Arm SPE and Arm TRBE, share.

#include <memory>
#include <utility>

#include "properties/aux/aux_parameters.hpp"
#include "properties/aux/aux_world.hpp"
#include "properties/aux/invariants.hpp"
#include "properties/core/perf_scenario.hpp"

namespace ringcheck::aux_linear {

inline constexpr std::uint64_t kRecord = 2;  ///< bytes, and so many in a page
inline constexpr std::uint64_t kBase = 0x1000;
inline constexpr std::uint64_t kOldTrace = 1;  ///< of the lap before; 0 is padding
inline constexpr std::uint8_t kHardirq = 2;

inline constexpr std::array<std::string_view, 2> kPaddingWords = {"unordered", "wmb"};

struct Settings {
  std::uint64_t starts = 0, irq = 0, pages = 0, most = 0, polls = 0;
  bool padding_is_ordered = false;
};

// Pages of two bytes, records of two bytes. The second start wraps around the end of the area, and
// the byte that begin does not grant leaves a head in the middle of a record.
inline constexpr std::array kParameters = {
    number<&Settings::starts>("starts", "times that the event is started and stopped", 2, 1, 3),
    number<&Settings::irq>("irq", "times that the buffer's interrupt may come", 1, 0, 3),
    power_of_two<&Settings::pages>("pages", "pages of two bytes that the AUX area has", 4, 2, 8),
    number<&Settings::most>("most", "records that the unit makes at most between start and stop", 2,
                            1, 4),
    choice<&Settings::padding_is_ordered>(
        "padding",
        "whether smp_wmb stands between padding and moving aux_head over it; Linux 6.1 has "
        "nothing there",
        kPaddingWords),
    AuxParameters<Settings>::polls(1)};

inline constexpr std::array kMustSee = {&kAuxPublication, &kAuxAccounting, &kOneTransaction};

inline constexpr std::array<std::string_view, 3> kModels = {"sc", "armv8", "lkmm"};

/// The set-up that `settings` describe: the head stands a page before the area's end.
inline AuxShape shape_of(const Settings& settings, const PerfCase& of) {
  AuxShape shape;
  shape.units = settings.pages * kRecord;
  shape.unit_bytes = 1;
  shape.start = (settings.pages - 1) * kRecord;
  shape.before = kOldTrace;
  shape.most = settings.most * kRecord;
  shape.polls = settings.polls;
  shape.sessions = settings.starts + settings.irq;
  shape.watermark = shape.units;
  shape.posted = true;
  shape.driver_stores_trace = true;
  shape.plan = of.plan;
  shape.defects = of.defects;
  return shape;
}

/// Runs what perf has queued: an event that lost trace is disabled.
template <class World>
void run_irq_work(CheckedCpu& cpu, const World& w) {
  const PerfEvent& event = w.event();
  if (cpu.branch(cpu.load(event.at->pending_disable) == Word(0))) return;
  cpu.store(event.at->pending_disable, 0);
  stop_event(cpu, w);
}

/// Starts and stops, as the scheduler does with interrupts disabled. An event that was disabled is
/// not started again.
template <class World>
void drive(CheckedCpu& cpu, const World& w, std::uint64_t starts) {
  const PerfEvent& event = w.event();
  for (std::uint64_t i = 0; i < starts; ++i) {
    cpu.masking(kHardirq, [&] { start_event(cpu, w); });
    run_irq_work(cpu, w);
    cpu.interrupt_point();
    if (!cpu.branch((cpu.load(event.at->hw_state) & Word(kHesStopped)) == Word(0))) return;
    cpu.masking(kHardirq, [&] { stop_event(cpu, w); });
    if (!cpu.branch(cpu.load(event.at->pending_disable) == Word(0))) return;
  }
}

/// The program of a unit. The world has it as `unit`. There are functions set_up_unit, which gives
/// it its words and sizes, start_event, stop_event, and interrupt, which comes when it is full.
template <class World>
PerfProgram build(const Settings& settings, const PerfCase& of) {
  auto world = std::make_shared<World>();
  LocationList locations(true);
  lay_out(*world, shape_of(settings, of), locations);
  world->engine.record = kRecord;
  set_up_unit(*world, locations);
  world->unit.aux = world->aux;
  world->unit.handle = world->handle;
  world->unit.padding_is_ordered = settings.padding_is_ordered;
  world->engine.told = locations.add_private("told", 1);
  const World& w = *world;
  add_handler(*world, "irq", kHardirq, settings.irq, [&w](CheckedCpu& cpu) { interrupt(cpu, w); });
  return make_aux_program(
      of.name, world, std::move(locations),
      [&w, starts = settings.starts](CheckedCpu& cpu) { drive(cpu, w, starts); },
      [&w](CheckedCpu& cpu) { read_trace(cpu, w); }, written_by_reader(w));
}

}  // namespace ringcheck::aux_linear
