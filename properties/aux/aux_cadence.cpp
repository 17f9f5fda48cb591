// aux-cadence: transactions and skips move aux_head, and a reader that waits in poll is woken at
// each watermark. Tested by tests/properties/aux/aux_cadence_test.cpp.
#include <memory>
#include <utility>

#include "properties/aux/aux_parameters.hpp"
#include "properties/aux/aux_world.hpp"
#include "properties/aux/invariants.hpp"
#include "properties/core/least_tags.hpp"
#include "properties/core/perf_scenario.hpp"
#include "protocol/aux/aux_output.hpp"
#include "protocol/wakeup/perf_wakeup.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kLateWords = {"end", "skip"};

struct Settings {
  std::uint64_t transactions = 0, watermark = 0, units = 0, polls = 0;
  bool skips = false;
  bool flag_release = false;
};
using Aux = AuxParameters<Settings>;

// Each transaction of a unit reaches a watermark, by its end or by the skip that it begins with.
// With a watermark of two units every second one does, and after the third there is trace for which
// nobody is woken.
constexpr std::array kParameters = {
    Aux::transactions(2),
    number<&Settings::watermark, Settings>("watermark", "units of trace between wakeups", 1, 1, 4),
    choice<&Settings::skips>(
        "second", "what moves the head in every second transaction: its end, or a skip before it",
        kLateWords),
    Aux::units(8),
    Aux::polls(2),
    Aux::kFlag};

constexpr std::array kJudged = {&kAuxAccounting, &kOneTransaction, &kCadence};
constexpr std::array kMustSee = {&kCadence};

constexpr std::uint8_t kHardirq = 2;
constexpr int kPollRounds = 3;

struct CadenceWorld : AuxWorld {
  std::array<WokenEvent, 1> waiting;
};

/// A transaction of one unit of trace, which the trace unit makes or the driver skips.
void move_head(CheckedCpu& cpu, const CadenceWorld& w, bool skips) {
  if (!cpu.branch(perf_aux_output_begin(cpu, w.aux, w.handle, w.event()))) return;
  if (skips) perf_aux_output_skip(cpu, w.aux, w.handle, Word(kTraceUnit));
  perf_aux_output_end(cpu, w.aux, w.handle, Word(skips ? 0 : kTraceUnit));
}

/// Between two transactions interrupt work may run: an event that is disabled and enabled ends one
/// and begins the next in interrupts of their own (kernel/events/core.c __perf_event_disable,
/// __perf_event_enable, by way of event_function), and interrupts of arm_spe_pmu.c and
/// coresight-trbe.c run it themselves before they begin again (irq_work_run).
void drive(CheckedCpu& cpu, const CadenceWorld& w, std::uint64_t transactions, bool skips) {
  for (std::uint64_t i = 0; i < transactions; ++i) {
    if (i > 0) cpu.interrupt_point();
    cpu.masking(kHardirq, [&] { move_head(cpu, w, skips && i % 2 == 1); });
  }
  cpu.take_raised_interrupts();
  tell_rest(cpu, w.aux);
}

void drain_when_woken(CheckedCpu& cpu, const CadenceWorld& w, std::uint64_t polls) {
  for (std::uint64_t i = 0; i < polls; ++i) {
    const auto look = [&w](CheckedCpu& c) { return perf_poll(c, w.aux.ring); };
    if (!poll_event(cpu, w.aux.ring, *w.waiting[0].wait, kPollRounds, look)) return;
    auxtrace_mmap_write_tail(cpu, w.mm, auxtrace_mmap_read_head(cpu, w.mm));
  }
}

PerfProgram build(const Settings& settings, const PerfCase& of) {
  auto world = std::make_shared<CadenceWorld>();
  AuxShape shape;
  shape.units = settings.units;
  shape.sessions = 0;
  shape.watermark = settings.watermark * kTraceUnit;
  shape.control = ControlExtent::ever;
  shape.plan = of.plan;
  shape.defects = of.defects;
  LocationList locations;
  lay_out(*world, shape, locations);
  world->aux.ring.flag_release = settings.flag_release;
  world->waiting[0] = {&world->events[0], WaitCells::at(locations.add("", WaitCells::kNames))};

  PerfProgram result;
  result.aux = world->aux;
  result.aux->events = {};
  result.program.name = of.name;
  result.program.locations = std::move(locations.all());
  const WaitCells wait = *world->waiting[0].wait;
  LocationSet all;
  for (std::size_t l = 0; l < result.program.locations.size(); ++l) all.set(static_cast<LocId>(l));
  LocationSet of_reader = written_by_reader(*world);
  for (const std::uint64_t address : {world->ring.at.poll, wait.lock, wait.entry, wait.trigger})
    of_reader.set(location_of(address));

  InterruptHandler work;
  work.name = "irq_work";
  work.level = kHardirq;
  work.raised_by = world->event().at->pending_irq;
  work.reads = work.writes = all;
  work.body = [w = world.get()](CheckedCpu& cpu) {
    perf_pending_irq(cpu, w->aux.ring, w->waiting, w->event());
  };
  world->interrupts.handlers.push_back(std::move(work));
  world->interrupts.shared = all;

  Thread driver;
  driver.name = "driver";
  driver.may_write = all;
  driver.may_write.reset(location_of(world->aux.at.user_tail));
  driver.body = [world, settings](ThreadRun& run) {
    CheckedCpu cpu(run, world->options, world->interrupts);
    drive(cpu, *world, settings.transactions, settings.skips);
  };
  Thread reader;
  reader.name = "reader";
  reader.may_write = of_reader;
  reader.body = [world, polls = settings.polls](ThreadRun& run) {
    CheckedCpu cpu(run, world->options, world->no_interrupts);
    drain_when_woken(cpu, *world, polls);
  };
  result.program.threads = {std::move(driver), std::move(reader)};
  declare_locks(result.program, {wait.lock});
  return result;
}

}  // namespace

extern const Scenario kAuxCadence;
const Scenario kAuxCadence = perf_scenario<Settings>(
    {"aux-cadence",
     "transactions and skips move aux_head, a reader is woken at each watermark",
     kParameters,
     {},
     BarrierPlan(),
     kJudged,
     kMustSee,
     build});

}  // namespace ringcheck
