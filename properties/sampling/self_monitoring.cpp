// self-monitoring: a task reads its counter by the user page, while somebody resets it, and while
// the event leaves its counter.
// Tested by tests/properties/sampling/self_monitoring_test.cpp.
#include <functional>
#include <memory>
#include <utility>

#include "properties/aux/aux_world.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/core/task_threads.hpp"
#include "properties/sampling/invariants.hpp"
#include "protocol/sampling/user_page.hpp"

namespace ringcheck {
namespace {

constexpr std::uint8_t kHardirq = 2;
constexpr std::uint64_t kCounter = 1;  ///< that the event is on at first, as page->index has it
/// Changes of lock by each who updates the page: each costs the task a round.
constexpr std::uint64_t kChanges = 2;
constexpr std::uint64_t kBefore = 12;  ///< counted before the reset

constexpr std::array<std::string_view, 3> kWhere = {"kernel", "on-its-cpu", "none"};
constexpr std::array<std::string_view, 2> kStays = {"stays", "leaves"};

/// Where a reset updates the page.
enum class Reset : std::uint8_t { kernel, on_its_cpu, none };

struct Settings {
  Reset reset = Reset::kernel;
  bool leaves = false;
};

constexpr std::array kParameters = {
    choice<&Settings::reset>(
        "reset",
        "where PERF_EVENT_IOC_RESET updates the page: on the CPU that calls it (Linux 6.1), or on "
        "that of the event; none: nobody resets it",
        kWhere, Reset::kernel),
    choice<&Settings::leaves>("event", "whether the event stays on its counter, or leaves it",
                              kStays)};
constexpr std::array kJudged = {&kReadsItself};

struct Shared {
  MonitoredEvent event;
  std::uint64_t read = 0;    ///< address of what the task has read
  std::uint64_t rounds = 1;  ///< of the task
  InterruptPlan no_interrupts, interrupts;
};

InterruptHandler interrupt(const char* name, const LocationSet& all,
                           std::function<void(CheckedCpu&)> body) {
  InterruptHandler made;
  made.name = name;
  made.level = kHardirq;
  made.times = 1;
  made.reads = made.writes = all;
  made.body = std::move(body);
  return made;
}

PerfProgram build(const Settings& settings, const PerfCase& of) {
  auto shared = std::make_shared<Shared>();
  LocationList locations;
  shared->event = {UserPageCells::at(locations.add("", UserPageCells::kNames)), kReadCounter,
                   of.defects};
  shared->read = locations.add("task.read", kNothingRead);
  // For who judges: nobody stores these.
  const std::uint64_t updates =
      (settings.leaves ? kChanges : 0) + (settings.reset != Reset::none ? kChanges : 0);
  const std::uint64_t at_last = locations.add("on.at.last", settings.leaves ? 0 : kCounter);
  const std::uint64_t at_most = locations.add("lock.at.most", updates);
  shared->rounds += updates;
  locations.set_initial(shared->event.at.index, kCounter);
  locations.set_initial(shared->event.at.on, kCounter);
  locations.set_initial(shared->event.at.offset, kBefore - kReadCounter);
  locations.set_initial(shared->event.at.count, kBefore);
  PerfProgram result;
  Program& program = result.program;
  program.name = of.name;
  program.locations = std::move(locations.all());
  LocationSet all = all_locations(program);
  for (const std::uint64_t word : {at_last, at_most}) all.reset(location_of(word));

  Thread task;
  task.name = "task";
  task.may_write = all;
  task.body = [shared](ThreadRun& run) {
    CheckedCpu cpu(run, {LocalOrder::none, ControlExtent::ever, false}, shared->interrupts);
    cpu.write_once(shared->read, perf_mmap_read_self(cpu, shared->event, shared->rounds));
  };
  program.threads.push_back(std::move(task));
  if (settings.leaves)
    shared->interrupts.handlers.push_back(interrupt(
        "leave", all,
        [s = shared.get()](CheckedCpu& cpu) { perf_event_leave_counter(cpu, s->event); }));
  if (settings.reset == Reset::on_its_cpu)
    shared->interrupts.handlers.push_back(interrupt(
        "call", all, [s = shared.get()](CheckedCpu& cpu) { perf_event_reset(cpu, s->event); }));
  if (settings.reset == Reset::kernel)
    add_task(program, "reset", shared,
             [](CheckedCpu& cpu, const Shared& s) { perf_event_reset(cpu, s.event); });
  return result;
}

}  // namespace

extern const Scenario kSelfMonitoring;
const Scenario kSelfMonitoring =
    perf_scenario<Settings>({"self-monitoring",
                             "a task reads its own counter while somebody resets it",
                             kParameters,
                             {},
                             BarrierPlan(),
                             kJudged,
                             kJudged,
                             build});

}  // namespace ringcheck
