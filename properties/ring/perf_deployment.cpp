// perf-deployment: who writes to which buffer. A task that writes with an event of its own goes
// from one CPU to another between two records; or one of the rules is dropped that keep all others
// out.
//
// The rules: events of two CPUs do not share a buffer, nor do those of two tasks that follow their
// task to any CPU, inherited ones included (which is why they cannot be mapped). Without any of
// them two CPUs are in the buffer at once: dropped=one-cpu. A writer is not preempted:
// dropped=preemption. Events that write forwards and backwards do not share a buffer:
// dropped=one-direction; nor do those with different clocks: dropped=one-clock. Tested by
// tests/properties/ring/perf_deployment_test.cpp.
#include <memory>
#include <string>
#include <utility>

#include "properties/core/perf_scenario.hpp"
#include "properties/ring/invariants.hpp"
#include "properties/ring/perf_program.hpp"
#include "protocol/ring/perf_output.hpp"
#include "protocol/ring/sites.hpp"

namespace ringcheck {
namespace {

enum class Dropped : std::uint8_t { none, one_cpu, one_direction, one_clock, preemption };

constexpr std::array<std::string_view, 5> kRules = {"none", "one-cpu", "one-direction", "one-clock",
                                                    "preemption"};
constexpr Parameter kDropped = {
    "dropped", "which rule of who may write to a buffer is not kept", 0, 0, 4, false, kRules};

constexpr std::array kParameters = {perf_parameter::records(2),
                                    perf_parameter::payload(1),
                                    perf_parameter::words(16),
                                    kDropped,
                                    perf_parameter::kData,
                                    perf_parameter::kLocal,
                                    perf_parameter::control(ControlExtent::ever)};

constexpr std::array kMustSee = {&kOneCpu, &kTimeOrder};
constexpr std::array kDeploymentSites = {site::kA, site::kB};

constexpr PerfEvent kForward = {.id = 77};
constexpr PerfEvent kBackward = {.id = 78, .write_backward = true};

/// What thread bodies share: constant while the program is explored.
struct Shared {
  PerfRingSetup setup;
  Dropped dropped = Dropped::none;
  std::uint64_t moved = 0;  ///< address: 1 once the task has left the first CPU
  /// Addresses: what a preempted writer has in registers.
  std::uint64_t saved_start = 0, saved_wakeup = 0;
  PerfBuffer rb;
  CheckedCpuOptions options;
  InterruptPlan no_interrupts;

  [[nodiscard]] Sample sample(std::uint64_t name) const { return {name, setup.payload}; }
};

/// Writes the sample `name` at `time`.
void write_sample(CheckedCpu& cpu, const Shared& shared, PerfEvent event, std::uint64_t name,
                  std::uint64_t time) {
  event.time = time;
  perf_output_sample(cpu, shared.rb, shared.sample(name), event);
}

/// A task is preempted while it writes its record, and another one writes on this CPU.
void write_preempted(CheckedCpu& cpu, const Shared& shared) {
  PerfOutputHandle<CheckedCpu> handle;
  const Sample sample = shared.sample(1);
  if (!cpu.branch(perf_output_begin(cpu, shared.rb, handle, sample.bytes(), kForward))) return;
  cpu.write_once(shared.saved_start, handle.start);
  cpu.write_once(shared.saved_wakeup, handle.wakeup);
  cpu.smp_store_release(shared.moved, 1);
  write_sample(cpu, shared, kForward, 2, 0);
}

/// The preempted task goes on.
void write_rest(CheckedCpu& cpu, const Shared& shared) {
  PerfOutputHandle<CheckedCpu> handle;
  handle.start = cpu.read_once(shared.saved_start);
  handle.wakeup = cpu.read_once(shared.saved_wakeup);
  handle.next = handle.start;
  handle.event = &kForward;
  finish_sample(cpu, shared.rb, handle, shared.sample(1), kForward);
}

void write_on_first(CheckedCpu& cpu, const Shared& shared) {
  if (shared.dropped == Dropped::preemption) return write_preempted(cpu, shared);
  for (std::uint64_t i = 1; i <= shared.setup.records; ++i)
    write_sample(cpu, shared, kForward, i, i);
  cpu.smp_store_release(shared.moved, 1);
}

void write_on_second(CheckedCpu& cpu, const Shared& shared) {
  // To wait for it as for a condition keeps what comes after from being looked at before.
  if (shared.dropped != Dropped::one_cpu) cpu.assume(cpu.smp_load_acquire(shared.moved) == Word(1));
  if (shared.dropped == Dropped::preemption) return write_rest(cpu, shared);
  const PerfEvent& event = shared.dropped == Dropped::one_direction ? kBackward : kForward;
  const std::uint64_t before = shared.setup.records;
  // Another clock has not counted what came before.
  const std::uint64_t clock = shared.dropped == Dropped::one_clock ? 0 : before;
  for (std::uint64_t i = 1; i <= shared.setup.records; ++i)
    write_sample(cpu, shared, event, before + i, clock + i);
}

std::uint64_t add_word(Program& program, std::string name) {
  const std::uint64_t address = address_of(static_cast<LocId>(program.locations.size()));
  program.locations.push_back({std::move(name), 0});
  return address;
}

PerfProgram build(const Parameters& parameters, const BarrierPlan& plan, DefectSet defects) {
  auto shared = std::make_shared<Shared>();
  shared->setup = perf_setup(parameters, plan, defects);
  shared->dropped = static_cast<Dropped>(parameters["dropped"]);
  PerfBuffer& rb = shared->rb;
  rb = PerfBuffer::make(address_of(0), shared->setup.words);
  rb.marked_data = shared->setup.marked_data;
  // More rounds than the records of another CPU can cause.
  rb.attempts = static_cast<int>(shared->setup.records) * 2 + 1;
  rb.plan = plan;
  rb.defects = defects;
  shared->options.local = shared->setup.local;
  shared->options.control = shared->setup.control;

  PerfProgram result;
  result.program.name = "perf-deployment";
  for (std::uint64_t i = 0; i < PerfBufferCells::count(shared->setup.words); ++i)
    add_word(result.program, PerfBufferCells::name(i));
  shared->moved = add_word(result.program, "moved");
  const LocationSet written = written_by_writers(rb);
  result.ring = rb;
  Thread first;
  first.name = "first CPU";
  first.may_write = written;
  first.may_write.set(location_of(shared->moved));
  if (shared->dropped == Dropped::preemption) {
    shared->saved_start = add_word(result.program, "saved start");
    shared->saved_wakeup = add_word(result.program, "saved wakeup");
    first.may_write.set(location_of(shared->saved_start));
    first.may_write.set(location_of(shared->saved_wakeup));
  }
  first.body = [shared](ThreadRun& run) {
    CheckedCpu cpu(run, shared->options, shared->no_interrupts);
    write_on_first(cpu, *shared);
  };
  Thread second;
  second.name = "second CPU";
  second.may_write = written;
  second.body = [shared](ThreadRun& run) {
    CheckedCpu cpu(run, shared->options, shared->no_interrupts);
    write_on_second(cpu, *shared);
  };
  result.program.threads = {std::move(first), std::move(second)};
  return result;
}

}  // namespace

extern const Scenario kPerfDeployment;
const Scenario kPerfDeployment = perf_scenario(
    {"perf-deployment", "a task writes from one CPU and then from another", kParameters,
     kDeploymentSites, BarrierPlan(), kDeploymentProperties, kMustSee, build});

}  // namespace ringcheck
