// aux-teardown: an AUX area is unmapped while an event writes to it, which moves from CPU to CPU,
// or to another buffer. aux-map-shared: it is mapped and unmapped through two events.
// Tested by tests/properties/aux/aux_drivers_test.cpp.
#include <memory>
#include <utility>

#include "explore/checked_cpu.hpp"
#include "properties/aux/aux_world.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/lifetime/invariants.hpp"
#include "protocol/aux/aux_lifetime.hpp"

namespace ringcheck {

static_assert(LockingCpu<CheckedCpu>);

namespace {

constexpr std::array<std::string_view, 2> kYesNo = {"no", "yes"};

constexpr std::array<std::string_view, 2> kSelectWords = {"buffer", "transaction"};

constexpr std::array<Parameter, 4> parameters_of(std::uint64_t attach) {
  return {Parameter{"active", "whether the event is active at first", 0, 0, 1, false, kYesNo},
          Parameter{"migrate", "whether the event's task goes on on another CPU", 0, 0, 1, false,
                    kYesNo},
          Parameter{"attach", "whether the event is pointed to another buffer meanwhile", attach, 0,
                    1, false, kYesNo},
          Parameter{"select",
                    "whom munmap stops: the event that points to the buffer (Linux 6.1), or that "
                    "has a transaction open there",
                    0, 0, 1, false, kSelectWords}};
}
constexpr auto kParameters = parameters_of(0);
constexpr auto kAttachParameters = parameters_of(1);
constexpr std::array kSharedParameters = {
    Parameter{"rounds", "times that each task maps and unmaps", 1, 1, 2, false, {}}};

constexpr std::array kJudged = {&kNoUseAfterFree};
constexpr std::array<std::string_view, 1> kModels = {"sc"};

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
  /// Adds an interrupt to CPU `number` for what `caller` asks.
  void answer(std::size_t caller, std::uint64_t number) {
    InterruptHandler handler;
    handler.name = caller == 0 ? "ipi" : "ipi of attach";
    handler.level = kHardirq;
    handler.times = 1;
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
  [[nodiscard]] PerfProgram take() { return std::move(result_); }

 private:
  std::shared_ptr<Shared> shared_;
  PerfProgram result_;
  LocationSet all_;
};

/// The task runs on CPU `number` for a while, perhaps it did already.
void run_on(CheckedCpu& cpu, const Shared& s, std::uint64_t number, bool already = false) {
  if (!already) cpu.masking(kHardirq, [&] { sched_in_aux_event(cpu, s.all, number); });
  cpu.interrupt_point();
  cpu.masking(kHardirq, [&] { sched_out_aux_event(cpu, s.all); });
}

PerfProgram make(const char* name, const Parameters& parameters, DefectSet defects) {
  auto shared = std::make_shared<Shared>();
  shared->all.defects = defects;
  LocationList locations;
  lay_out(*shared, locations);
  const AuxLifetimeCells& at = shared->all.at;
  for (const std::uint64_t one : {at.mmap_count, at.refcount, at.live, at.rb})
    locations.set_initial(one, 1);
  const bool active = parameters["active"] == 1;
  if (active) {
    for (const std::uint64_t one : {at.oncpu, at.state, at.handle}) locations.set_initial(one, 1);
    locations.set_initial(at.refcount, 2);
  }
  shared->all.select_by_transaction = parameters["select"] == 1;
  const bool migrate = parameters["migrate"] == 1;
  const bool attach = parameters["attach"] == 1;
  Builder builder(name, shared, std::move(locations));
  for (std::uint64_t number = 1; number <= (migrate ? 2U : 1U); ++number) {
    builder.answer(0, number);
    if (attach) builder.answer(1, number);
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

PerfProgram build(const Parameters& parameters, const BarrierPlan&, DefectSet defects) {
  return make("aux-teardown", parameters, defects);
}

PerfProgram build_attach(const Parameters& parameters, const BarrierPlan&, DefectSet defects) {
  return make("aux-teardown-attach", parameters, defects);
}

PerfProgram build_shared(const Parameters& parameters, const BarrierPlan&, DefectSet defects) {
  auto shared = std::make_shared<Shared>();
  shared->all.defects = defects;
  LocationList locations;
  lay_out(*shared, locations);
  const std::uint64_t rounds = parameters["rounds"];
  Builder builder("aux-map-shared", shared, std::move(locations));
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

}  // namespace

extern const Scenario kAuxTeardown;
const Scenario kAuxTeardown =
    perf_scenario({"aux-teardown",
                   "an AUX area is unmapped while an event on another CPU writes to it",
                   kParameters,
                   {},
                   BarrierPlan(),
                   kJudged,
                   kJudged,
                   build,
                   kModels});

extern const Scenario kAuxTeardownAttach;
const Scenario kAuxTeardownAttach =
    perf_scenario({"aux-teardown-attach",
                   "an AUX area is unmapped while its event is pointed to another buffer",
                   kAttachParameters,
                   {},
                   BarrierPlan(),
                   kJudged,
                   kJudged,
                   build_attach,
                   kModels});

extern const Scenario kAuxMapShared;
const Scenario kAuxMapShared =
    perf_scenario({"aux-map-shared",
                   "an AUX area is mapped and unmapped through two events of one buffer",
                   kSharedParameters,
                   {},
                   BarrierPlan(),
                   kJudged,
                   kJudged,
                   build_shared,
                   kModels});

}  // namespace ringcheck
