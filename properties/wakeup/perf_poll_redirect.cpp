// perf-poll-redirect: a task polls an event that is meanwhile redirected to another buffer; a
// writer fills that buffer. perf-wakeup-redirect: the event that writes is redirected between its
// record and the interrupt work that wakes for it.
//
// In the first, event B has a buffer that nobody writes to, and then gets A's buffer. A wakeup
// walks the list of A's buffer; if B is not on it yet, B's waiter is woken when its change of
// buffer is complete. In the second, records of B go to the buffer of A, on which a task waits, and
// then to another. Tested by tests/properties/wakeup/perf_wakeup_test.cpp.
#include <memory>
#include <utility>

#include "properties/core/least_tags.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/ring/perf_program.hpp"
#include "properties/wakeup/invariants.hpp"
#include "properties/wakeup/wakeup_program.hpp"
#include "protocol/ring/perf_output.hpp"
#include "protocol/wakeup/defects.hpp"
#include "protocol/wakeup/perf_wakeup.hpp"

namespace ringcheck {
namespace {

/// What differs between such programs.
struct Settings : PerfRingSetup {
  bool flag_release = false;
  bool wakes_for_written = false;  ///< the interrupt work wakes for the buffer written to
};
using Ring = RingParameters<Settings>;

constexpr std::array kParameters = {Ring::records(1), Ring::payload(2), Ring::words(8),
                                    Ring::kLocal};
constexpr std::array<std::string_view, 2> kWorkWords = {"event-rb", "written-rb"};
constexpr std::array kWrittenParameters = {
    Ring::records(1),
    Ring::payload(2),
    Ring::words(8),
    Ring::kLocal,
    choice<&Settings::flag_release>(
        "flag", "how the flag of poll is stored: as Linux 6.1 does, or released after the head",
        kFlagWords),
    choice<&Settings::wakes_for_written>(
        "work",
        "whose waiters the interrupt work wakes: those of the buffer that the event has by then "
        "(Linux 6.1), or of the one that was written",
        kWorkWords)};
constexpr std::array kJudged = {&kWakeup};
constexpr int kRounds = 4;  ///< more than the wakeups for a record and the change of buffer
constexpr std::uint64_t kWatermark = 16;  ///< less than a record

/// Words of event B, and of the buffer that is not A's.
struct RedirectedCells {
  std::uint64_t mutex;       ///< event->mmap_mutex
  std::uint64_t rb;          ///< event->rb: 2 for A's buffer, 1 for the other
  std::uint64_t on_list;     ///< 1 while it is on the list of A's buffer
  std::uint64_t first_poll;  ///< rb->poll of the other one

  static constexpr std::array<std::string_view, 4> kNames = {"B.mmap_mutex", "B.rb", "B.on_list",
                                                             "rb1.poll"};
  static constexpr RedirectedCells at(std::uint64_t base) {
    return {base, base + 1, base + 2, base + 3};
  }
};

/// What thread bodies share: constant while the program is explored.
struct Shared {
  Settings setup;
  PerfBuffer rb;  ///< A's
  PerfEvent written;
  RedirectedCells b{};
  WaitCells wait{};
  CheckedCpuOptions options;
  InterruptPlan interrupts;
  InterruptPlan no_interrupts;
  bool writes_from_b = false;  ///< B writes to A's buffer, and leaves it
};

/// The interrupt work of the event that wrote: it looks up that event's buffer, and wakes whoever
/// waits on an event of the buffer's list. In the first scenario that is A's list, with B if it is
/// on it; in the second A's list with A, or another on which nobody waits.
/// Source: ring_buffer_wakeup.
void interrupt_work(CheckedCpu& cpu, const Shared& shared) {
  const WokenEvent waiter{&shared.written, shared.wait};
  bool found = false;
  if (!shared.writes_from_b)
    found = cpu.branch(cpu.read_once(shared.b.on_list) == Word(1));
  else
    found = shared.setup.wakes_for_written || cpu.branch(cpu.read_once(shared.b.rb) == Word(2));
  perf_pending_irq(cpu, shared.rb, std::span(&waiter, found ? 1 : 0), shared.written);
}

/// Writes records, those of B to the buffer that it has. Source: __perf_output_begin.
void write_records(CheckedCpu& cpu, const Shared& shared) {
  for (std::uint64_t i = 1; i <= shared.setup.records; ++i) {
    if (shared.writes_from_b && !cpu.branch(cpu.read_once(shared.b.rb) == Word(2))) continue;
    perf_output_sample(cpu, shared.rb, Sample{i, shared.setup.payload}, shared.written);
  }
  cpu.take_raised_interrupts();
}

/// In the second scenario nobody waits on B, whose waiters alone are woken in the end.
/// Source: ring_buffer_attach.
void redirect(CheckedCpu& cpu, const Shared& shared) {
  cpu.spin_lock(shared.b.mutex);
  cpu.write_once(shared.b.on_list, shared.writes_from_b ? 0 : 1);
  cpu.smp_store_release(shared.b.rb, shared.writes_from_b ? 1 : 2);
  if (!shared.writes_from_b && !shared.rb.has(defect::kNoCatchUpWake))
    wake_up_all(cpu, shared.wait);
  cpu.spin_unlock(shared.b.mutex);
}

/// What perf_poll finds on the event that the task waits on: B, or A, whose buffer stays.
/// Source: perf_poll.
Word look(CheckedCpu& cpu, const Shared& shared) {
  if (shared.writes_from_b) return perf_poll(cpu, shared.rb);
  cpu.spin_lock(shared.b.mutex);
  const bool moved = cpu.branch(cpu.read_once(shared.b.rb) == Word(2));
  const Word found = cpu.atomic_xchg(moved ? shared.rb.at.poll : shared.b.first_poll, 0);
  cpu.spin_unlock(shared.b.mutex);
  return found;
}

void lay_out(Shared& shared, Program& program) {
  const auto add = [&](std::string name) {
    program.locations.push_back({std::move(name), 0});
    return address_of(static_cast<LocId>(program.locations.size() - 1));
  };
  const auto add_all = [&](const auto& names) {
    const std::uint64_t base = address_of(static_cast<LocId>(program.locations.size()));
    for (const std::string_view name : names) add(std::string(name));
    return base;
  };
  shared.rb = PerfBuffer::make(address_of(0), shared.setup.words);
  shared.rb.flag_release = shared.setup.flag_release;
  for (std::uint64_t i = 0; i < PerfBufferCells::count(shared.setup.words); ++i)
    add(PerfBufferCells::name(i));
  shared.rb.watermark = kWatermark;
  shared.rb.plan = shared.setup.plan;
  shared.rb.defects = shared.setup.defects;
  shared.b = RedirectedCells::at(add_all(RedirectedCells::kNames));
  program.locations[location_of(shared.b.rb)].initial = shared.writes_from_b ? 2 : 1;
  program.locations[location_of(shared.b.on_list)].initial = shared.writes_from_b ? 1 : 0;
  shared.wait = WaitCells::at(add_all(WaitCells::kNames));
  shared.written.id = 77;
  shared.written.at = PerfEventCells::at(add_all(PerfEventCells::kNames));
  shared.options.local = shared.setup.local;
  shared.options.control = ControlExtent::ever;
}

PerfProgram make(const Settings& settings, const PerfCase& of, bool writes_from_b) {
  auto shared = std::make_shared<Shared>();
  shared->setup = for_case(settings, of);
  shared->writes_from_b = writes_from_b;
  PerfProgram result;
  result.program.name = of.name;
  lay_out(*shared, result.program);
  result.ring = shared->rb;
  LocationSet everything;
  for (std::size_t l = 0; l < result.program.locations.size(); ++l)
    everything.set(static_cast<LocId>(l));
  InterruptHandler work;
  work.name = "irq_work";
  work.level = 2;
  work.raised_by = shared->written.at->pending_irq;
  work.reads = work.writes = everything;
  work.body = [&shared = *shared](CheckedCpu& cpu) { interrupt_work(cpu, shared); };
  shared->interrupts.handlers.push_back(std::move(work));
  const auto thread = [&](const char* name, const LocationSet& writes, auto what) {
    Thread made;
    made.name = name;
    made.may_write = writes;
    made.body = [shared, what](ThreadRun& run) { what(run, *shared); };
    result.program.threads.push_back(std::move(made));
  };
  LocationSet waiting;
  for (const std::uint64_t cell : {shared->rb.at.poll, shared->b.first_poll, shared->b.mutex,
                                   shared->wait.lock, shared->wait.entry, shared->wait.trigger})
    waiting.set(location_of(cell));
  LocationSet redirecting = waiting;
  redirecting.set(location_of(shared->b.on_list));
  redirecting.set(location_of(shared->b.rb));
  LocationSet writing = everything - redirecting;
  for (const std::uint64_t cell : {shared->rb.at.poll, shared->wait.lock, shared->wait.trigger})
    writing.set(location_of(cell));
  thread("writer", writing, [](ThreadRun& run, const Shared& s) {
    CheckedCpu cpu(run, s.options, s.interrupts);
    write_records(cpu, s);
  });
  thread("poller", waiting, [](ThreadRun& run, const Shared& s) {
    CheckedCpu cpu(run, s.options, s.no_interrupts);
    poll_event(cpu, s.rb, s.wait, kRounds, [&s](CheckedCpu& c) { return look(c, s); });
  });
  thread("set_output", redirecting, [](ThreadRun& run, const Shared& s) {
    CheckedCpu cpu(run, s.options, s.no_interrupts);
    redirect(cpu, s);
  });
  declare_locks(result.program, {shared->wait.lock, shared->b.mutex});
  return result;
}

PerfProgram build(const Settings& settings, const PerfCase& of) {
  return make(settings, of, false);
}

PerfProgram build_written(const Settings& settings, const PerfCase& of) {
  return make(settings, of, true);
}

}  // namespace

extern const Scenario kPerfPollRedirect;
const Scenario kPerfPollRedirect =
    perf_scenario<Settings>({"perf-poll-redirect",
                             "an event is redirected while a task polls it",
                             kParameters,
                             {},
                             BarrierPlan(),
                             kJudged,
                             kJudged,
                             build});

extern const Scenario kPerfWakeupRedirect;
const Scenario kPerfWakeupRedirect = perf_scenario<Settings>(
    {"perf-wakeup-redirect",
     "an event is redirected before the interrupt work that wakes for its record",
     kWrittenParameters,
     {},
     BarrierPlan(),
     kJudged,
     kJudged,
     build_written});

}  // namespace ringcheck
