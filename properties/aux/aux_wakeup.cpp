// aux-wakeup: an AUX area is full, interrupt work disables its event, and a reader that waits in
// poll makes room and enables the event. Tested by tests/properties/aux/aux_drivers_test.cpp.
#include <memory>
#include <utility>

#include "explore/checked_cpu.hpp"
#include "properties/aux/aux_parameters.hpp"
#include "properties/aux/aux_world.hpp"
#include "properties/aux/invariants.hpp"
#include "properties/core/least_tags.hpp"
#include "properties/core/perf_scenario.hpp"
#include "protocol/aux/aux_overrun.hpp"
#include "protocol/ring/perf_output.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 3> kRepairWords = {"none", "enable-cancels",
                                                          "wakes-after-disable"};

struct Settings {
  std::uint64_t polls = 0, cpu = 0;
  OverrunRepair repair{};
  bool flag_release = false;
};

constexpr std::array kParameters = {
    number<&Settings::polls>(
        "polls", "times that the reader polls, makes room and enables the event", 3, 1, 4),
    number<&Settings::cpu>("cpu", "number of the CPU that the event is on", 1, 0, 3),
    choice<&Settings::repair>(
        "repair",
        "what helps against a disabling that comes after ENABLE: nothing (Linux 6.1), ENABLE "
        "takes it back, or poll is told of it and woken again",
        kRepairWords),
    AuxParameters<Settings>::kFlag};

constexpr std::array kJudged = {&kDisabledAndWoken};

constexpr std::uint8_t kHardirq = 2;

/// What thread bodies share: constant while the program is explored.
struct Shared {
  AuxOverrun all;
  std::array<PerfEvent, 1> events;
  std::array<WokenEvent, 1> waiting;
  InterruptPlan interrupts, none;
  std::uint64_t polls = 0;
};

void lay_out(Shared& shared, LocationList& locations) {
  AuxOverrun& all = shared.all;
  all.at = AuxOverrunCells::at(locations.add("", AuxOverrunCells::kNames));
  locations.set_initial(all.at.state, 1);
  locations.set_initial(all.at.running, 1);
  all.rb.at.poll = locations.add("poll");
  all.event.at = PerfEventCells::at(locations.add("", PerfEventCells::kNames));
  shared.waiting[0].event = &shared.events[0];
  shared.waiting[0].wait = WaitCells::at(locations.add("", WaitCells::kNames));
  all.waiting = shared.waiting;
}

void read_trace_when_told(CheckedCpu& cpu, const Shared& s) {
  for (std::uint64_t i = 0; i < s.polls; ++i) {
    const auto look = [&s](CheckedCpu& c) { return perf_poll(c, s.all.rb); };
    if (!poll_event(cpu, s.all.rb, *s.waiting[0].wait, 3, look)) return;
    drain_and_enable(cpu, s.all);
  }
}

PerfProgram build(const Settings& settings, const PerfCase& of) {
  auto shared = std::make_shared<Shared>();
  LocationList locations;
  lay_out(*shared, locations);
  shared->all.rb.defects = of.defects;
  shared->all.cpu = settings.cpu;
  shared->all.repair = settings.repair;
  shared->all.flag_release = settings.flag_release;
  shared->polls = settings.polls;
  PerfProgram result;
  result.program.name = of.name;
  result.program.locations = std::move(locations.all());
  LocationSet all;
  for (std::size_t l = 0; l < result.program.locations.size(); ++l) all.set(static_cast<LocId>(l));

  InterruptHandler work;
  work.name = "irq_work";
  work.level = kHardirq;
  work.raised_by = shared->all.event.at->pending_irq;
  work.reads = work.writes = all;
  work.body = [s = shared.get()](CheckedCpu& cpu) { run_overrun_work(cpu, s->all); };
  shared->interrupts.handlers.push_back(std::move(work));
  shared->interrupts.shared = all;

  Thread tracer;
  tracer.name = "tracer";
  tracer.may_write = all;
  tracer.body = [shared](ThreadRun& run) {
    CheckedCpu cpu(run, {LocalOrder::none, ControlExtent::ever, false}, shared->interrupts);
    cpu.masking(kHardirq, [&] { overrun_aux(cpu, shared->all); });
    cpu.take_raised_interrupts();
  };
  Thread reader;
  reader.name = "reader";
  reader.may_write = all;
  reader.body = [shared](ThreadRun& run) {
    CheckedCpu cpu(run, {LocalOrder::none, ControlExtent::ever, false}, shared->none);
    read_trace_when_told(cpu, *shared);
  };
  result.program.threads = {std::move(tracer), std::move(reader)};
  declare_locks(result.program, {shared->all.at.lock, shared->waiting[0].wait->lock});
  return result;
}

}  // namespace

extern const Scenario kAuxWakeup;
const Scenario kAuxWakeup =
    perf_scenario<Settings>({"aux-wakeup",
                             "an AUX area is full: its event is disabled, and its reader woken",
                             kParameters,
                             {},
                             BarrierPlan(),
                             kJudged,
                             kJudged,
                             build});

}  // namespace ringcheck
