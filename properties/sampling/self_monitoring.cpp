// self-monitoring: a task reads its counter by the user page, while somebody resets it.
// Tested by tests/properties/sampling/self_monitoring_test.cpp.
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
constexpr std::uint64_t kRounds = 3;   ///< of the task: each change of lock costs it one
constexpr std::uint64_t kBefore = 12;  ///< counted before the reset

constexpr std::array<std::string_view, 2> kWhere = {"kernel", "on-its-cpu"};

struct Settings {
  bool on_its_cpu = false;
};

constexpr std::array kParameters = {choice<&Settings::on_its_cpu>(
    "reset",
    "where PERF_EVENT_IOC_RESET updates the page: on the CPU that calls it (Linux 6.1), or on that "
    "of the event",
    kWhere)};
constexpr std::array kJudged = {&kReadsItself};

struct Shared {
  MonitoredEvent event;
  std::uint64_t read = 0;  ///< address of what the task has read
  InterruptPlan no_interrupts, interrupts;
};

PerfProgram build(const Settings& settings, const PerfCase& of) {
  auto shared = std::make_shared<Shared>();
  LocationList locations;
  shared->event = {UserPageCells::at(locations.add("", UserPageCells::kNames)), kReadCounter};
  shared->read = locations.add("task.read", kNothingRead);
  locations.set_initial(shared->event.at.index, 1);
  locations.set_initial(shared->event.at.offset, kBefore - kReadCounter);
  locations.set_initial(shared->event.at.count, kBefore);
  PerfProgram result;
  Program& program = result.program;
  program.name = of.name;
  program.locations = std::move(locations.all());
  const LocationSet all = all_locations(program);

  Thread task;
  task.name = "task";
  task.may_write = all;
  task.body = [shared](ThreadRun& run) {
    CheckedCpu cpu(run, {LocalOrder::none, ControlExtent::ever, false}, shared->interrupts);
    cpu.write_once(shared->read, perf_mmap_read_self(cpu, shared->event, kRounds));
  };
  program.threads.push_back(std::move(task));
  if (settings.on_its_cpu) {
    InterruptHandler call;
    call.name = "call";
    call.level = kHardirq;
    call.times = 1;
    call.reads = call.writes = all;
    call.body = [s = shared.get()](CheckedCpu& cpu) { perf_event_reset(cpu, s->event); };
    shared->interrupts.handlers.push_back(std::move(call));
  } else {
    add_task(program, "reset", shared,
             [](CheckedCpu& cpu, const Shared& s) { perf_event_reset(cpu, s.event); });
  }
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
