// perf-refresh: the last overflow that an event may have signals tasks on other CPUs, each of which
// lets it overflow once more. Tested by tests/properties/wakeup/perf_refresh_test.cpp.
#include <memory>
#include <utility>

#include "properties/aux/aux_world.hpp"
#include "properties/core/least_tags.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/core/task_threads.hpp"
#include "properties/wakeup/invariants.hpp"
#include "protocol/wakeup/refresh.hpp"

namespace ringcheck {
namespace {

constexpr std::uint8_t kWorkLevel = 2;

constexpr std::array<std::string_view, 2> kOrders = {"kernel", "disables-first"};

struct Settings {
  std::uint64_t tasks = 0;
  LastOverflow work = LastOverflow::told_first;
};

constexpr std::array kParameters = {
    number<&Settings::tasks>("tasks", "tasks that are signalled, and refresh the event", 3, 1, 4),
    choice<&Settings::work>(
        "work",
        "what the interrupt work of the last overflow does first: it sends the signal (Linux 6.1), "
        "or turns the event off",
        kOrders)};
constexpr std::array kJudged = {&kRefreshed, &kWorkDone};

struct Shared {
  RefreshedEvent event;
  InterruptPlan interrupts, no_interrupts;
};

PerfProgram build(const Settings& settings, const PerfCase& of) {
  auto shared = std::make_shared<Shared>();
  LocationList locations;
  shared->event = {RefreshCells::at(locations.add("", RefreshCells::kNames)), settings.work};
  for (const std::uint64_t one :
       {shared->event.at.state, shared->event.at.running, shared->event.at.event_limit})
    locations.set_initial(one, 1);
  // For who judges: nobody stores it.
  const std::uint64_t allowed = locations.add("allowed", settings.tasks);
  PerfProgram result;
  Program& program = result.program;
  program.name = of.name;
  program.locations = std::move(locations.all());
  LocationSet all = all_locations(program);
  all.reset(location_of(allowed));

  InterruptHandler work;
  work.name = "irq_work";
  work.level = kWorkLevel;
  work.raised_by = shared->event.at.pending_irq;
  work.reads = work.writes = all;
  work.body = [s = shared.get()](CheckedCpu& cpu) { run_refresh_work(cpu, s->event); };
  shared->interrupts.handlers.push_back(std::move(work));
  shared->interrupts.shared = all;

  Thread counted;
  counted.name = "counted";
  counted.may_write = all;
  counted.body = [shared](ThreadRun& run) {
    CheckedCpu cpu(run, {LocalOrder::none, ControlExtent::ever, false}, shared->interrupts);
    cpu.masking(kWorkLevel, [&] { overflow_limited(cpu, shared->event); });
    cpu.take_raised_interrupts();
  };
  program.threads.push_back(std::move(counted));
  for (std::uint64_t i = 0; i < settings.tasks; ++i)
    add_task(program, "signalled", shared, [](CheckedCpu& cpu, const Shared& s) {
      cpu.await(s.event.at.signal, 1);
      perf_event_refresh(cpu, s.event);
    });
  const RefreshCells& at = shared->event.at;
  LocationSet of_tasks;
  for (const std::uint64_t word : {at.event_limit, at.lock, at.state, at.running})
    of_tasks.set(location_of(word));
  for (std::size_t t = 1; t < program.threads.size(); ++t) program.threads[t].may_write = of_tasks;
  declare_locks(program, {at.lock});
  declare_least_tags(program, {at.signal}, {Tag::release});
  declare_least_tags(program, {at.state, at.running}, {Tag::once});
  return result;
}

}  // namespace

extern const Scenario kPerfRefresh;
const Scenario kPerfRefresh =
    perf_scenario<Settings>({"perf-refresh",
                             "tasks are told of the last overflow, and allow further ones",
                             kParameters,
                             {},
                             BarrierPlan(),
                             kJudged,
                             kJudged,
                             build});

}  // namespace ringcheck
