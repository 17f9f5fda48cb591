// aux-teardown: an AUX area is unmapped while an event writes to it; the event moves from CPU to
// CPU, or to another buffer. aux-map-shared: the area is mapped and unmapped through two events.
// aux-map-running: the area is mapped while an event is scheduled in.
//
// When events of one task share an area, only one of them is of the PMU that fills it
// (exclusive_event_installable in kernel/events/core.c). It is moved only while it is not mapped
// itself (perf_event_set_output): the area is then mapped through an event that makes no AUX data,
// which may be off. There may be any number of events of two tasks on one CPU, and of children.
// Tested by tests/properties/aux/aux_drivers_test.cpp.
#include <memory>
#include <utility>

#include "explore/checked_cpu.hpp"
#include "graph/diagnostic.hpp"
#include "properties/aux/aux_world.hpp"
#include "properties/core/least_tags.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/lifetime/invariants.hpp"
#include "protocol/aux/aux_lifetime.hpp"

namespace ringcheck {

static_assert(LockingCpu<CheckedCpu>);

namespace {

constexpr std::array<std::string_view, 2> kYesNo = {"no", "yes"};
constexpr std::array<std::string_view, 3> kEventWords = {"task", "cpu", "child"};
constexpr std::array<std::string_view, 2> kSelectWords = {"buffer", "transaction"};
constexpr std::array<std::string_view, 2> kMoveWords = {"unlocked", "under-mutex"};
constexpr std::array<std::string_view, 2> kMappedWords = {"same-context", "other-context"};
constexpr std::array<std::string_view, 2> kLookWords = {"mapping-event", "each-event"};
constexpr std::array<std::string_view, 2> kFencedWords = {"relaxed", "fenced"};

struct Settings {
  AuxEventKind event{};
  bool active = false, migrate = false, attach = false;
  bool mapped_elsewhere = false;
  bool select_by_transaction = false;
  bool looks_at_each_context = false;
  bool moves_under_mutex = false;
  bool begin_is_fenced = false;
  bool sched_in_is_fenced = false;
};

/// Values of parameters unless a scenario says otherwise.
struct Defaults {
  AuxEventKind event = AuxEventKind::task;
  bool active = false, attach = false, mapped = false;
};

constexpr std::array<Setting<Settings>, 10> parameters_of(const Defaults& defaults) {
  return {choice<&Settings::event>(
              "event",
              "what the event that writes is bound to: a task, one of two tasks on a CPU, or "
              "the same as the child of an event that is not running",
              kEventWords, defaults.event),
          choice<&Settings::active>("active", "whether the event is active at first", kYesNo,
                                    defaults.active),
          choice<&Settings::migrate>("migrate", "whether the event's task goes on on another CPU",
                                     kYesNo),
          choice<&Settings::attach>("attach",
                                    "whether the event is pointed to another buffer meanwhile",
                                    kYesNo, defaults.attach),
          choice<&Settings::mapped_elsewhere>(
              "mapped",
              "through which event the area is unmapped: one whose PMU shares the context of "
              "the event that writes, or a hardware counter",
              kMappedWords, defaults.mapped),
          choice<&Settings::select_by_transaction>(
              "select",
              "whom munmap stops: the event that points to the buffer (Linux 6.1), or that "
              "has a transaction open there",
              kSelectWords),
          choice<&Settings::looks_at_each_context>(
              "looks",
              "whose context munmap looks through: that of the event by which the area is "
              "unmapped (Linux 6.1), or of each event on the buffer's list",
              kLookWords),
          choice<&Settings::moves_under_mutex>(
              "move",
              "how set_output moves the event: after it has stopped it (Linux 6.1), or under "
              "the old buffer's aux_mutex, and stopping it again",
              kMoveWords),
          choice<&Settings::begin_is_fenced>(
              "begin",
              "what stands between the buffer's reference and the look at its mapping count: "
              "nothing (Linux 6.1; refcount_t orders no load after it), or a full barrier",
              kFencedWords),
          choice<&Settings::sched_in_is_fenced>(
              "schedule",
              "what stands between the state of an event that is scheduled in and the load of its "
              "buffer: nothing (Linux 6.1), or a full barrier",
              kFencedWords)};
}
constexpr auto kParameters = parameters_of({});
constexpr auto kAttachParameters = parameters_of({.event = AuxEventKind::cpu, .attach = true});
constexpr auto kInheritedParameters =
    parameters_of({.event = AuxEventKind::child, .active = true, .attach = true});
constexpr auto kUnlistedParameters = parameters_of({.active = true, .attach = true});
constexpr auto kMapperParameters = parameters_of({.active = true, .mapped = true});
struct SharedSettings {
  std::uint64_t rounds = 0;
};
constexpr std::array kSharedParameters = {
    number<&SharedSettings::rounds>("rounds", "times that each task maps and unmaps", 1, 1, 2)};
struct RunningSettings {
  bool released = false;
};
constexpr std::array<std::string_view, 2> kCountWords = {"relaxed", "release"};
constexpr std::array kRunningParameters = {choice<&RunningSettings::released>(
    "count",
    "how mmap stores the count of mappings of an area that it has made, and begin loads it: "
    "atomic_set and atomic_read (Linux 6.1), or with release and acquire",
    kCountWords)};

constexpr std::array kJudged = {&kNoUseAfterFree};

constexpr std::uint8_t kHardirq = 2;

/// What thread bodies share: constant while the program is explored.
struct Shared {
  AuxLifetime all;
  std::uint64_t left = 0;  ///< address: 1 once the task has left the first CPU
  std::array<InterruptPlan, kAuxLifetimeCpus> interrupts;
  InterruptPlan none;
};

void lay_out(Shared& shared, LocationList& locations) {
  shared.all.at = AuxLifetimeCells::at(locations.add("", AuxLifetimeCells::kNames));
  for (std::size_t caller = 0; caller < 2; ++caller)
    for (std::size_t cpu = 0; cpu < kAuxLifetimeCpus; ++cpu) {
      constexpr std::array<std::string_view, 3> kCall = {"asked", "done", "result"};
      const std::string name =
          (caller == 0 ? "munmap.cpu" : "attach.cpu") + std::to_string(cpu + 1) + ".";
      const std::uint64_t base = locations.add(name, kCall);
      shared.all.calls[caller][cpu] = {base, base + 1, base + 2};
    }
  shared.left = locations.add("left");
}

/// One program: threads with all locations to read and write.
class Builder {
 public:
  Builder(std::string name, std::shared_ptr<Shared> shared, LocationList locations)
      : shared_(std::move(shared)) {
    result_.program.name = std::move(name);
    result_.program.locations = std::move(locations.all());
    for (std::size_t l = 0; l < result_.program.locations.size(); ++l)
      all_.set(static_cast<LocId>(l));
  }
  /// Adds an interrupt to CPU `number` for what `caller` asks, at most `times` times.
  void answer(std::size_t caller, std::uint64_t number, int times) {
    InterruptHandler handler;
    handler.name = caller == 0 ? "ipi" : "ipi of attach";
    handler.level = kHardirq;
    handler.times = times;
    handler.reads = handler.writes = all_;
    handler.body = [s = shared_.get(), caller, number](CheckedCpu& cpu) {
      answer_call(cpu, s->all, caller, number);
    };
    InterruptPlan& plan = shared_->interrupts[number - 1];
    plan.handlers.push_back(std::move(handler));
    plan.shared = all_;
  }
  template <class Body>
  void add(std::string name, const InterruptPlan& plan, Body body) {
    Thread thread;
    thread.name = std::move(name);
    thread.may_write = all_;
    thread.body = [shared = shared_, &plan, body](ThreadRun& run) {
      CheckedCpu cpu(run, {LocalOrder::none, ControlExtent::ever, false}, plan);
      body(cpu, *shared);
      cpu.finish();
    };
    result_.program.threads.push_back(std::move(thread));
  }
  [[nodiscard]] PerfProgram take() {
    const AuxLifetimeCells& at = shared_->all.at;
    result_.aux_pages = at;
    declare_locks(result_.program, {at.mutex, at.event_mutexes[0], at.event_mutexes[1]});
    return std::move(result_);
  }

 private:
  std::shared_ptr<Shared> shared_;
  PerfProgram result_;
  LocationSet all_;
};

/// The task runs on CPU `number` for a while; perhaps it did already.
void run_on(CheckedCpu& cpu, const Shared& s, std::uint64_t number, bool already = false) {
  bool active = already;
  if (!already) cpu.masking(kHardirq, [&] { active = sched_in_aux_event(cpu, s.all, number); });
  cpu.interrupt_point();
  if (active) cpu.masking(kHardirq, [&] { sched_out_aux_event(cpu, s.all); });
}

/// Applies what `settings` say about events and repairs.
void set_up(AuxLifetime& all, const Settings& settings) {
  all.kind = settings.event;
  all.mapped_elsewhere = settings.mapped_elsewhere;
  all.select_by_transaction = settings.select_by_transaction;
  all.looks_at_each_context = settings.looks_at_each_context;
  all.moves_under_mutex = settings.moves_under_mutex;
  all.begin_is_fenced = settings.begin_is_fenced;
  all.sched_in_is_fenced = settings.sched_in_is_fenced;
}

PerfProgram build(const Settings& settings, const PerfCase& of) {
  auto shared = std::make_shared<Shared>();
  shared->all.defects = of.defects;
  set_up(shared->all, settings);
  const bool migrate = settings.migrate;
  const bool attach = settings.attach;
  if (migrate && shared->all.kind != AuxEventKind::task)
    throw InputError({of.name, 0, 0, "an event that is bound to a CPU does not run on another"});
  LocationList locations;
  lay_out(*shared, locations);
  const AuxLifetimeCells& at = shared->all.at;
  // The event by which the area is mapped has a reference to the buffer, and so has the other one.
  locations.set_initial(at.refcount, 2);
  for (const std::uint64_t one : {at.mmap_count, at.aux_refcount, at.live, at.rb, at.on_list})
    locations.set_initial(one, 1);
  const bool active = settings.active;
  if (active) {
    for (const std::uint64_t one : {at.oncpu, at.state, at.handle}) locations.set_initial(one, 1);
    locations.set_initial(at.aux_refcount, 2);
    locations.set_initial(at.refcount, 3);
  }
  Builder builder(of.name, shared, std::move(locations));
  for (std::uint64_t number = 1; number <= (migrate ? 2U : 1U); ++number) {
    builder.answer(0, number, 1);
    if (attach) builder.answer(1, number, shared->all.moves_under_mutex ? 2 : 1);
  }
  builder.add("cpu1", shared->interrupts[0], [migrate, active](CheckedCpu& cpu, const Shared& s) {
    run_on(cpu, s, 1, active);
    if (migrate) cpu.smp_store_release(s.left, 1);
  });
  if (migrate)
    builder.add("cpu2", shared->interrupts[1], [](CheckedCpu& cpu, const Shared& s) {
      cpu.masking(kHardirq, [&] { cpu.await(s.left, 1); });
      run_on(cpu, s, 2);
    });
  builder.add("munmap", shared->none,
              [](CheckedCpu& cpu, const Shared& s) { unmap_aux(cpu, s.all); });
  if (attach)
    builder.add("attach", shared->none,
                [](CheckedCpu& cpu, const Shared& s) { move_aux_event(cpu, s.all); });
  return builder.take();
}

PerfProgram build_shared(const SharedSettings& settings, const PerfCase& of) {
  auto shared = std::make_shared<Shared>();
  shared->all.defects = of.defects;
  LocationList locations;
  lay_out(*shared, locations);
  const std::uint64_t rounds = settings.rounds;
  Builder builder(of.name, shared, std::move(locations));
  for (std::size_t event = 0; event < 2; ++event)
    builder.add(event == 0 ? "A" : "B", shared->none,
                [event, rounds](CheckedCpu& cpu, const Shared& s) {
                  for (std::uint64_t i = 0; i < rounds; ++i) {
                    map_aux(cpu, s.all, event);
                    unmap_aux(cpu, s.all, event);
                  }
                });
  return builder.take();
}

PerfProgram build_running(const RunningSettings& settings, const PerfCase& of) {
  auto shared = std::make_shared<Shared>();
  shared->all.defects = of.defects;
  shared->all.mapping_is_released = settings.released;
  LocationList locations;
  lay_out(*shared, locations);
  const AuxLifetimeCells& at = shared->all.at;
  locations.set_initial(at.refcount, 2);
  for (const std::uint64_t one : {at.rb, at.on_list}) locations.set_initial(one, 1);
  Builder builder(of.name, shared, std::move(locations));
  builder.add("cpu1", shared->none, [](CheckedCpu& cpu, const Shared& s) { run_on(cpu, s, 1); });
  builder.add("mmap", shared->none,
              [](CheckedCpu& cpu, const Shared& s) { map_aux(cpu, s.all, 0); });
  return builder.take();
}

}  // namespace

extern const Scenario kAuxTeardown;
const Scenario kAuxTeardown =
    perf_scenario<Settings>({"aux-teardown",
                             "an AUX area is unmapped while an event on another CPU writes to it",
                             kParameters,
                             {},
                             BarrierPlan(),
                             kJudged,
                             kJudged,
                             build});

extern const Scenario kAuxTeardownAttach;
const Scenario kAuxTeardownAttach = perf_scenario<Settings>(
    {"aux-teardown-attach",
     "an AUX area is unmapped while an event of a second task is pointed to another buffer",
     kAttachParameters,
     {},
     BarrierPlan(),
     kJudged,
     kJudged,
     build});

extern const Scenario kAuxTeardownInherited;
const Scenario kAuxTeardownInherited = perf_scenario<Settings>(
    {"aux-teardown-inherited",
     "an AUX area is unmapped while a child of an event that was pointed elsewhere writes to it",
     kInheritedParameters,
     {},
     BarrierPlan(),
     kJudged,
     kJudged,
     build});

extern const Scenario kAuxTeardownUnlisted;
const Scenario kAuxTeardownUnlisted = perf_scenario<Settings>(
    {"aux-teardown-unlisted",
     "an AUX area is unmapped while the event that writes to it is taken off its list",
     kUnlistedParameters,
     {},
     BarrierPlan(),
     kJudged,
     kJudged,
     build});

extern const Scenario kAuxTeardownMapper;
const Scenario kAuxTeardownMapper =
    perf_scenario<Settings>({"aux-teardown-mapper",
                             "an AUX area is unmapped through an event of another context",
                             kMapperParameters,
                             {},
                             BarrierPlan(),
                             kJudged,
                             kJudged,
                             build});

extern const Scenario kAuxMapShared;
const Scenario kAuxMapShared = perf_scenario<SharedSettings>(
    {"aux-map-shared",
     "an AUX area is mapped and unmapped through two events of one buffer",
     kSharedParameters,
     {},
     BarrierPlan(),
     kJudged,
     kJudged,
     build_shared});

extern const Scenario kAuxMapRunning;
const Scenario kAuxMapRunning = perf_scenario<RunningSettings>(
    {"aux-map-running",
     "an AUX area is mapped while an event on another CPU is scheduled in",
     kRunningParameters,
     {},
     BarrierPlan(),
     kJudged,
     kJudged,
     build_running});

}  // namespace ringcheck
