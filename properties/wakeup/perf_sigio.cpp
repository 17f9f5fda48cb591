// perf-sigio: an event may overflow a number of times, counts the kernel, and is owned by a task
// that asked for SIGIO; overflows come by NMI, also while interrupt work sends the signal of an
// earlier one. perf-sigio-watermark: the record that wakes is none of an overflow, and overflows
// may come beside it.
//
// One CPU does all of it: the interrupt work runs where it was queued. The task that gets the
// signals is left out. Tested by tests/properties/wakeup/perf_sigio_test.cpp.
#include <memory>
#include <span>
#include <utility>

#include "properties/aux/aux_world.hpp"
#include "properties/core/least_tags.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/core/task_threads.hpp"
#include "properties/wakeup/invariants.hpp"
#include "protocol/wakeup/perf_sigio.hpp"
#include "protocol/wakeup/perf_wakeup.hpp"

namespace ringcheck {
namespace {

constexpr std::uint8_t kHardirq = 2;
constexpr std::uint8_t kNmi = 3;
constexpr std::uint64_t kWords = 16;      ///< of the data area
constexpr std::uint64_t kPayload = 2;     ///< of each record: it has 24 bytes
constexpr std::uint64_t kWatermark = 16;  ///< less than a record

struct Settings {
  std::uint64_t overflows = 0;  ///< that the limit allows
  bool unlimited = false;       ///< there is no limit; so many come
  bool exchanged = false;       ///< the interrupt work takes the reason by an exchange
  WakeupSignal wakeup = WakeupSignal::silent;
};

constexpr std::array<std::string_view, 2> kLimitWords = {"refresh", "none"};
constexpr std::array<std::string_view, 2> kReasonWords = {"load-store", "exchange"};
constexpr std::array<std::string_view, 3> kWakeupWords = {"silent", "asks", "asks-first"};

constexpr Setting<Settings> kReason = choice<&Settings::exchanged>(
    "reason",
    "how the interrupt work takes the reason of the signal: by a load and, after the signal, a "
    "store of 0 (Linux 6.1), or by an exchange",
    kReasonWords);

constexpr std::array kParameters = {
    number<&Settings::overflows>(
        "overflows", "how often the event may overflow before it is off (IOC_REFRESH)", 2, 1, 3),
    choice<&Settings::unlimited>(
        "limit", "whether IOC_REFRESH limits the overflows; none: the event is never turned off",
        kLimitWords),
    kReason};

constexpr std::array kWatermarkParameters = {
    number<&Settings::overflows>(
        "overflows", "how often the event may overflow beside the record before it is off", 0, 0,
        2),
    kReason,
    choice<&Settings::wakeup>(
        "wakeup",
        "what a wakeup by the watermark makes of the reason of the signal: nothing (Linux 6.1), "
        "POLL_IN if there is none, by a load and a store (Linux 6.12), or the same by one "
        "instruction, before the wakeup is pending",
        kWakeupWords)};

constexpr std::array kJudged = {&kSignals, &kWorkDone};

/// What thread bodies share: constant while the program is explored.
struct Shared {
  Settings setup;
  PerfBuffer rb;
  PerfEvent event;
  InterruptPlan interrupts;
  bool overflows_alone = false;  ///< all records are those of overflows
};

void lay_out(Shared& shared, const PerfCase& of, LocationList& locations) {
  shared.rb = PerfBuffer::make(address_of(0), kWords);
  for (std::uint64_t i = 0; i < PerfBufferCells::count(kWords); ++i)
    locations.add(PerfBufferCells::name(i));
  if (!shared.overflows_alone) shared.rb.watermark = kWatermark;
  shared.rb.plan = of.plan;
  shared.rb.defects = of.defects;
  shared.rb.attempts = static_cast<int>(shared.setup.overflows) + 1;
  shared.event.id = 77;
  shared.event.at = PerfEventCells::at(locations.add("", PerfEventCells::kNames));
  shared.event.signal = SignalCells::at(locations.add("", SignalCells::kNames));
  shared.event.wakeup_signal = shared.setup.wakeup;
  shared.event.reason_exchanged = shared.setup.exchanged;
  locations.set_initial(shared.event.signal->event_limit,
                        shared.setup.unlimited ? 0 : shared.setup.overflows);
}

InterruptHandler handler(const char* name, std::uint8_t level, const LocationSet& all) {
  InterruptHandler made;
  made.name = name;
  made.level = level;
  made.reads = made.writes = all;
  return made;
}

/// An overflow, or a record of the kernel's own; then whatever interrupts are left.
void run_cpu(CheckedCpu& cpu, const Shared& s) {
  const Sample first{1, kPayload};
  if (s.overflows_alone)
    cpu.masking(kNmi, [&] { perf_event_overflow(cpu, s.rb, first, s.event); });
  else
    perf_output_sample(cpu, s.rb, first, s.event);
  cpu.take_raised_interrupts();
}

PerfProgram make(const Settings& settings, const PerfCase& of, bool overflows_alone) {
  auto shared = std::make_shared<Shared>();
  shared->setup = settings;
  shared->overflows_alone = overflows_alone;
  LocationList locations;
  lay_out(*shared, of, locations);
  PerfProgram result;
  result.program.name = of.name;
  result.program.locations = std::move(locations.all());
  result.ring = shared->rb;
  const LocationSet all = all_locations(result.program);

  InterruptHandler work = handler("irq_work", kHardirq, all);
  work.raised_by = shared->event.at->pending_irq;
  work.body = [s = shared.get()](CheckedCpu& cpu) {
    perf_pending_irq(cpu, s->rb, std::span<const WokenEvent>(), s->event);
  };
  shared->interrupts.handlers.push_back(std::move(work));
  const std::uint64_t nmis = settings.overflows - (overflows_alone ? 1 : 0);
  if (nmis > 0) {
    InterruptHandler nmi = handler("NMI", kNmi, all);
    nmi.times = static_cast<int>(nmis);
    nmi.body = [s = shared.get()](CheckedCpu& cpu) {
      perf_event_overflow(cpu, s->rb, Sample{2, kPayload}, s->event);
    };
    shared->interrupts.handlers.push_back(std::move(nmi));
  }

  Thread thread;
  thread.name = "CPU";
  thread.may_write = all;
  thread.body = [shared](ThreadRun& run) {
    CheckedCpu cpu(run, {LocalOrder::none, ControlExtent::ever, false}, shared->interrupts);
    run_cpu(cpu, *shared);
  };
  result.program.threads.push_back(std::move(thread));
  return result;
}

PerfProgram build(const Settings& settings, const PerfCase& of) {
  return make(settings, of, true);
}

PerfProgram build_watermark(const Settings& settings, const PerfCase& of) {
  return make(settings, of, false);
}

}  // namespace

extern const Scenario kPerfSigio;
const Scenario kPerfSigio =
    perf_scenario<Settings>({"perf-sigio",
                             "overflows by NMI signal the task that asked for SIGIO, and the last "
                             "one turns the event off",
                             kParameters,
                             {},
                             BarrierPlan(),
                             kJudged,
                             kJudged,
                             build});

extern const Scenario kPerfSigioWatermark;
const Scenario kPerfSigioWatermark =
    perf_scenario<Settings>({"perf-sigio-watermark",
                             "a record that is none of an overflow wakes who asked for SIGIO",
                             kWatermarkParameters,
                             {},
                             BarrierPlan(),
                             kJudged,
                             {},
                             build_watermark});

}  // namespace ringcheck
