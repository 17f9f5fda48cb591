// perf-deployment: who writes to which buffer. A task that writes with an event of its own goes
// from one CPU to another between two records; or one of the rules is dropped that keep all others
// out.
//
// The rules: events of two CPUs do not share a buffer, nor do those of two tasks that follow their
// task to any CPU, inherited ones included (which is why they cannot be mapped), and a writer is
// not preempted. Without any of them two CPUs are in the buffer at once: dropped=one-cpu. Events
// that write forwards and backwards do not share one: dropped=one-direction. Tested by
// tests/properties/perf_deployment_test.cpp.
#include <memory>
#include <utility>

#include "properties/invariants/invariants.hpp"
#include "properties/scenarios/perf_program.hpp"
#include "properties/scenarios/scenarios.hpp"
#include "protocol/perf_output.hpp"

namespace ringcheck {
namespace {

enum class Dropped : std::uint8_t { none, one_cpu, one_direction };

constexpr std::array<std::string_view, 3> kRules = {"none", "one-cpu", "one-direction"};
constexpr Parameter kDropped = {
    "dropped", "which rule of who may write to a buffer is not kept", 0, 0, 2, false, kRules};

constexpr std::array kParameters = {perf_parameter::records(2),
                                    perf_parameter::payload(1),
                                    perf_parameter::words(16),
                                    kDropped,
                                    perf_parameter::kData,
                                    perf_parameter::kLocal,
                                    perf_parameter::control(ControlExtent::ever)};

constexpr std::array kMustSee = {&kOneCpu};
/// Whatever one CPU has to itself elsewhere is shared here, which other models search for long.
constexpr std::array<std::string_view, 3> kModels = {"sc", "x86-tso", "rc11"};
constexpr std::array kDeploymentSites = {Site::a, Site::b};

constexpr PerfEvent kForward = {.id = 77};
constexpr PerfEvent kBackward = {.id = 78, .write_backward = true};

/// What thread bodies share: constant while the program is explored.
struct Shared {
  PerfRingSetup setup;
  Dropped dropped = Dropped::none;
  std::uint64_t moved = 0;  ///< address: 1 once the task has left the first CPU
  PerfBuffer rb;
  CheckedCpuOptions options;
  InterruptPlan no_interrupts;
};

void write_on_first(CheckedCpu& cpu, const Shared& shared) {
  for (std::uint64_t i = 1; i <= shared.setup.records; ++i)
    perf_output_sample(cpu, shared.rb, Sample{i, shared.setup.payload}, kForward);
  cpu.smp_store_release(shared.moved, 1);
}

void write_on_second(CheckedCpu& cpu, const Shared& shared) {
  if (shared.dropped != Dropped::one_cpu) cpu.await(shared.moved, 1);
  const PerfEvent& event = shared.dropped == Dropped::one_direction ? kBackward : kForward;
  for (std::uint64_t i = 1; i <= shared.setup.records; ++i)
    perf_output_sample(cpu, shared.rb, Sample{shared.setup.records + i, shared.setup.payload},
                       event);
}

ScenarioProgram build(const Parameters& parameters, const BarrierPlan& plan, Defects defects) {
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

  ScenarioProgram result;
  result.program.name = "perf-deployment";
  LocationSet written;
  for (std::uint64_t i = 0; i < PerfBufferCells::count(shared->setup.words); ++i) {
    written.set(static_cast<LocId>(i));
    result.program.locations.push_back({PerfBufferCells::name(i), 0});
  }
  shared->moved = address_of(static_cast<LocId>(result.program.locations.size()));
  result.program.locations.push_back({"moved", 0});
  result.ring = rb;
  Thread first;
  first.name = "first CPU";
  first.may_write = written;
  first.may_write.set(location_of(shared->moved));
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

const Scenario kPerfDeployment = {"perf-deployment",
                                  "a task writes from one CPU and then from another",
                                  kParameters,
                                  kDeploymentSites,
                                  BarrierPlan(),
                                  kDeploymentProperties,
                                  kMustSee,
                                  true,
                                  build,
                                  kModels};

}  // namespace ringcheck
