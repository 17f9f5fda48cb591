// perf-wakeup-moved: an event has left a CPU on which its interrupt work is queued, and writes
// records that wake on another CPU.
//
// Whoever finds the work queued does not queue it: the work on the first CPU wakes. So it has to
// look what it is to do after it counts as queued no more, which takes a full fence. It may also
// find a wakeup due for which the second CPU is about to queue it. How an event comes to move so is
// in the comment of __perf_pending_irq; a task may run on another CPU before the one that it has
// left takes interrupts again. Unless asked for otherwise, rb->poll is stored after the head: what
// comes of a store without order is another matter (docs/findings.md F-03).
// Source: kernel/irq_work.c irq_work_claim, irq_work_single; kernel/events/core.c
// __perf_pending_irq, perf_event_wakeup. Tested by tests/properties/wakeup/perf_wakeup_test.cpp.
#include <array>
#include <functional>
#include <memory>
#include <span>
#include <utility>

#include "properties/aux/aux_world.hpp"
#include "properties/core/least_tags.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/core/task_threads.hpp"
#include "properties/wakeup/invariants.hpp"
#include "properties/wakeup/wakeup_program.hpp"
#include "protocol/ring/perf_output.hpp"
#include "protocol/wakeup/perf_wakeup.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kWords = 8;       ///< of the data area
constexpr std::uint64_t kPayload = 2;     ///< of the record: it has 24 bytes
constexpr std::uint64_t kWatermark = 16;  ///< less than the record
constexpr int kRounds = 3;                ///< more than the wakeups

struct Settings {
  PendingWakeup due = PendingWakeup::plain;
  bool flag_release = true;
  ControlExtent control = ControlExtent::ever;
};

constexpr std::array<std::string_view, 3> kDueWords = {"plain", "released", "exchange"};
constexpr std::array kParameters = {
    choice<&Settings::due>(
        "due",
        "how pending_wakeup is stored after the flag of poll and taken by the interrupt work: by "
        "plain "
        "accesses (Linux 6.1), released and acquired, or released and by an exchange",
        kDueWords),
    choice<&Settings::flag_release>("flag", "how rb->poll is stored after data_head", kFlagWords,
                                    true),
    RingParameters<Settings>::control(ControlExtent::ever)};
constexpr std::array kJudged = {&kWakeup};

/// What thread bodies share: constant while the program is explored.
struct Shared {
  PerfBuffer rb;
  PerfEvent event;
  WokenEvent waiter;
  CheckedCpuOptions options;
  InterruptPlan no_interrupts;
};

/// A CPU that queues interrupt work unless it counts as queued, and runs it later.
class ClaimingCpu : public CheckedCpu {
 public:
  using CheckedCpu::CheckedCpu;
  /// Source: irq_work_queue, irq_work_claim.
  void irq_work_queue(const Word& work) {
    queued_ = branch(atomic_xchg(work, 1) == Word(0)) || queued_;
  }
  [[nodiscard]] bool queued() const { return queued_; }

 private:
  bool queued_ = false;
};

void run_work(CheckedCpu& cpu, const Shared& s) {
  perf_pending_irq(cpu, s.rb, std::span(&s.waiter, 1), s.event);
}

void write(ClaimingCpu& cpu, const Shared& s) {
  perf_output_sample(cpu, s.rb, Sample{1, kPayload}, s.event);
  if (cpu.queued()) run_work(cpu, s);
}

void poll(CheckedCpu& cpu, const Shared& s) {
  poll_event(cpu, s.rb, *s.waiter.wait, kRounds,
             [&s](CheckedCpu& c) { return perf_poll(c, s.rb); });
}

/// The buffer, its event, whose work is queued, and who waits, in the program's memory.
void lay_out(Shared& shared, const PerfCase& of, Program& program) {
  LocationList locations;
  shared.rb = PerfBuffer::make(address_of(0), kWords);
  for (std::uint64_t i = 0; i < PerfBufferCells::count(kWords); ++i)
    locations.add(PerfBufferCells::name(i));
  shared.rb.watermark = kWatermark;
  shared.rb.plan = of.plan;
  shared.rb.defects = of.defects;
  shared.event.id = 77;
  shared.event.at = PerfEventCells::at(locations.add("A.", PerfEventCells::kNames));
  shared.waiter = {&shared.event, WaitCells::at(locations.add("A.", WaitCells::kNames))};
  locations.set_initial(shared.event.at->pending_irq, 1);
  program.locations = std::move(locations.all());
}

PerfProgram build(const Settings& settings, const PerfCase& of) {
  auto shared = std::make_shared<Shared>();
  shared->options = {LocalOrder::none, settings.control, false};
  shared->rb.flag_release = settings.flag_release;
  shared->event.pending_wakeup = settings.due;
  PerfProgram result;
  Program& program = result.program;
  program.name = of.name;
  lay_out(*shared, of, program);
  result.ring = shared->rb;
  result.irq_work = location_of(shared->event.at->pending_irq);
  const WaitCells& wait = *shared->waiter.wait;
  LocationSet waking;
  for (const std::uint64_t cell : {wait.lock, wait.entry, wait.trigger,
                                   shared->event.at->pending_irq, shared->event.at->pending_wakeup})
    waking.set(location_of(cell));
  LocationSet polling;
  for (const std::uint64_t cell : {wait.lock, wait.entry, wait.trigger, shared->rb.at.poll})
    polling.set(location_of(cell));
  const auto add = [&](const char* name, const LocationSet& writes,
                       std::function<void(ThreadRun&)> body) {
    Thread thread;
    thread.name = name;
    thread.may_write = writes;
    thread.body = std::move(body);
    program.threads.push_back(std::move(thread));
  };
  add("CPU that was left", waking, [shared](ThreadRun& run) {
    CheckedCpu cpu(run, shared->options, shared->no_interrupts);
    run_work(cpu, *shared);
  });
  add("writer", all_locations(program), [shared](ThreadRun& run) {
    ClaimingCpu cpu(run, shared->options, shared->no_interrupts);
    write(cpu, *shared);
  });
  add("poller", polling, [shared](ThreadRun& run) {
    CheckedCpu cpu(run, shared->options, shared->no_interrupts);
    poll(cpu, *shared);
  });
  declare_locks(program, {wait.lock});
  return result;
}

}  // namespace

extern const Scenario kPerfWakeupMoved;
const Scenario kPerfWakeupMoved = perf_scenario<Settings>(
    {"perf-wakeup-moved",
     "an event wakes on another CPU than the one on which its interrupt work is queued",
     kParameters,
     {},
     BarrierPlan(),
     kJudged,
     kJudged,
     build});

}  // namespace ringcheck
