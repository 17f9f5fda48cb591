// event-oncpu: an event becomes active on one CPU while tasks on others stop it.
// Tested by tests/properties/lifetime/mmap_lifetime_test.cpp.
#include "protocol/lifetime/event_oncpu.hpp"

#include <memory>
#include <utility>

#include "explore/checked_cpu.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/lifetime/invariants.hpp"

namespace ringcheck {
namespace {

struct Settings {
  std::uint64_t stops = 0, stoppers = 0;
};

constexpr std::array kParameters = {
    number<&Settings::stops>("stops", "times that a task stops the event", 2, 1, 6),
    number<&Settings::stoppers>("stoppers", "tasks that do", 1, 1, 4)};
constexpr std::array kJudged = {&kNoUseAfterFree};

struct Shared {
  RunningEvent event;
  std::uint64_t stops = 0;
  InterruptPlan no_interrupts;
};

PerfProgram build(const Settings& settings, const PerfCase& of) {
  auto shared = std::make_shared<Shared>();
  shared->event = {address_of(0), address_of(1), of.defects};
  shared->stops = settings.stops;
  PerfProgram result;
  result.program.name = of.name;
  result.program.locations = {{"oncpu", 0}, {"state", 0}};
  Thread starter;
  starter.name = "sched_in";
  starter.may_write.set(0);
  starter.may_write.set(1);
  starter.body = [shared](ThreadRun& run) {
    CheckedCpu cpu(run, {}, shared->no_interrupts);
    event_sched_in(cpu, shared->event, 0);
  };
  Thread stopper;
  stopper.name = "stop";
  stopper.body = [shared](ThreadRun& run) {
    CheckedCpu cpu(run, {}, shared->no_interrupts);
    for (std::uint64_t i = 0; i < shared->stops; ++i) perf_event_stop(cpu, shared->event);
  };
  result.program.threads = {std::move(starter)};
  result.program.symmetric.emplace_back();
  for (std::uint64_t i = 1; i <= settings.stoppers; ++i) {
    result.program.threads.push_back(stopper);
    result.program.symmetric.back().push_back(static_cast<ThreadId>(i));
  }
  return result;
}

}  // namespace

extern const Scenario kEventOncpu;
const Scenario kEventOncpu =
    perf_scenario<Settings>({"event-oncpu",
                             "an event becomes active while a task on another CPU stops it",
                             kParameters,
                             {},
                             BarrierPlan(),
                             kJudged,
                             kJudged,
                             build});

}  // namespace ringcheck
