// perf-deployment: who writes to which buffer. A task that writes is moved from one CPU to another,
// between two records or wherever it can be preempted in one; perf reads on a third CPU. Either the
// buffer is the task's own, and the unit that counts for it interrupts each CPU while the task is
// there. Or the buffer is the first CPU's, whose unit goes on, and the task that comes after writes
// there too. Or one of the rules is dropped that keep all others out.
//
// The rules: events of two CPUs do not share a buffer, nor do those of two tasks that follow their
// task to any CPU, including inherited ones (which is why they cannot be mapped). If any of these
// rules is missing, two CPUs are in the buffer at once: dropped=one-cpu. Events that write forwards
// and backwards do not share a buffer: dropped=one-direction; nor do those with different clocks:
// dropped=one-clock.
//
// The CPU that a task comes to sees all that the task did before, and the full barrier of a context
// switch lets all others see it before what the task does there: dropped=switch-barrier, since
// smp_wmb at B only orders its own CPU's stores (Linux-kernel model). A writer that looks for the
// buffers of its CPU stays there until it has written to them: dropped=preemption; with this rule
// the preempt_disable of the writer itself is redundant. In a task's own buffer, that
// preempt_disable is what keeps the nest count on one CPU.
// Source: kernel/events/core.c perf_iterate_sb, perf_event_set_output, event_sched_in,
// event_sched_out; kernel/sched/core.c __schedule (smp_mb__after_spinlock), finish_task.
// Tested by tests/properties/ring/perf_deployment_test.cpp.
#include <memory>
#include <string>
#include <utility>

#include "graph/diagnostic.hpp"
#include "properties/core/least_tags.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/ring/invariants.hpp"
#include "properties/ring/perf_program.hpp"
#include "properties/ring/tail_order.hpp"
#include "properties/ring/task_cpu.hpp"
#include "protocol/ring/perf_output.hpp"
#include "protocol/ring/sites.hpp"

namespace ringcheck {
namespace {

enum class Dropped : std::uint8_t {
  none,
  one_cpu,
  one_direction,
  one_clock,
  switch_barrier,
  preemption,
};

constexpr std::array<std::string_view, 6> kRules = {"none",      "one-cpu",        "one-direction",
                                                    "one-clock", "switch-barrier", "preemption"};
enum class Units : std::uint8_t { first, both };
constexpr std::array<std::string_view, 2> kUnitWords = {"first", "both"};
constexpr std::array<std::string_view, 2> kBuffers = {"task", "cpu"};

/// What differs between such programs.
struct Settings : PerfRingSetup {
  Dropped dropped = Dropped::none;
  Units units = Units::first;
  bool of_cpu = false;  ///< the buffer is the first CPU's
};
using Ring = RingParameters<Settings>;

constexpr auto kDropped = choice<&Settings::dropped>(
    "dropped", "which rule of who may write to a buffer is not kept", kRules);
constexpr auto kUnits = choice<&Settings::units>(
    "units", "of which CPUs the unit interrupts, while the event is active there", kUnitWords);
constexpr auto kBuffer = choice<&Settings::of_cpu>(
    "buffer", "whose it is: the task's, wherever it runs (--per-thread), or the first CPU's",
    kBuffers);

constexpr std::array kParameters = {
    Ring::records(2),    Ring::payload(0), Ring::words(8),
    Ring::interrupts(1), kUnits,           Ring::interrupt_payload(0),
    Ring::polls(2),      kBuffer,          kDropped,
    Ring::kData,         Ring::kLocal,     Ring::control(ControlExtent::ever)};

constexpr std::array kMustSee = {&kOneCpu, &kTimeOrder, &kPublication, &kExactlyOnce, &kDisjoint};
constexpr std::array kDeploymentSites = {site::kA, site::kB, site::kC, site::kD};

constexpr PerfEvent kForward = {.id = 77};
constexpr PerfEvent kBackward = {.id = 78, .write_backward = true};
constexpr std::uint8_t kNmi = 3;

/// What thread bodies share: constant while the program is explored.
struct Shared {
  Settings setup;
  TaskCells task{};
  PerfBuffer rb;
  CheckedCpuOptions options;
  std::array<InterruptPlan, 2> interrupts;  ///< of the unit of each CPU
  InterruptPlan no_interrupts;

  /// True iff the task moves; otherwise another one writes on the second CPU.
  [[nodiscard]] bool moves() const {
    return setup.dropped == Dropped::none || setup.dropped >= Dropped::switch_barrier;
  }
};

/// Writes sample `name` at `time`.
template <class C>
void write_sample(C& cpu, const Shared& shared, PerfEvent event, std::uint64_t name,
                  std::uint64_t time) {
  event.time = time;
  perf_output_sample(cpu, shared.rb, Sample{name, shared.setup.payload}, event);
}

/// Record `i` of the task, if the event of the CPU that it is on writes to this buffer.
void write_here(TaskCpu& cpu, const Shared& shared, std::uint64_t i) {
  if (!shared.setup.of_cpu) return write_sample(cpu, shared, kForward, i, i);
  const bool stays = shared.setup.dropped != Dropped::preemption;
  if (stays) cpu.preempt_disable();
  if (cpu.branch(cpu.smp_processor_id() == Word(0))) write_sample(cpu, shared, kForward, i, i);
  if (stays) cpu.preempt_enable();
}

/// The task: each record is a step.
void run_task(TaskCpu& cpu, const Shared& shared) {
  for (std::uint64_t i = 1; i <= shared.setup.records; ++i)
    if (cpu.begin_step()) write_here(cpu, shared, i);
}

/// The first CPU: the task's event is scheduled in, and out when the task leaves or is done; the
/// CPU's event stays, and another task comes.
void write_on_first(CheckedCpu& cpu, const Shared& shared) {
  TaskCpu task_cpu(cpu, shared.task, shared.moves());
  run_task(task_cpu, shared);
  const bool done = !task_cpu.gone();
  const std::uint64_t records = shared.setup.records;
  if (done) cpu.interrupt_point();
  cpu.masking(shared.setup.of_cpu ? 0 : kNmi, [&] {
    if (done) cpu.store(shared.task.place, TaskPlace{records + 1, 0}.number());
    if (shared.setup.dropped != Dropped::switch_barrier) cpu.smp_mb();
    cpu.smp_store_release(shared.task.on_cpu, 0);
  });
  if (!shared.setup.of_cpu) return;
  write_sample(cpu, shared, kForward, records + 3, records + 3);
  cpu.interrupt_point();
}

/// Where the task was preempted.
TaskPlace load_place(CheckedCpu& cpu, const Shared& shared) {
  const Word number = cpu.load(shared.task.place);
  TaskPlace place{1, 0};
  while (!cpu.branch(number < Word(TaskPlace{place.step + 1, 0}.number()))) ++place.step;
  while (!cpu.branch(number == Word(place.number()))) ++place.point;
  return place;
}

/// Another task writes, with an event that it must not write with.
void write_with_other(CheckedCpu& cpu, const Shared& shared) {
  const PerfEvent& event = shared.setup.dropped == Dropped::one_direction ? kBackward : kForward;
  const std::uint64_t before = shared.setup.records;
  // Another clock has not counted what came before.
  const std::uint64_t clock = shared.setup.dropped == Dropped::one_clock ? 0 : before;
  for (std::uint64_t i = 1; i <= shared.setup.records; ++i)
    write_sample(cpu, shared, event, before + i, clock + i);
}

void write_on_second(CheckedCpu& cpu, const Shared& shared) {
  TaskPlace place;
  // No event is active here yet: the unit is off.
  cpu.masking(kNmi, [&] {
    if (shared.setup.dropped != Dropped::one_cpu)
      cpu.assume(cpu.smp_load_acquire(shared.task.on_cpu) == Word(0));
    if (shared.moves()) place = load_place(cpu, shared);
  });
  if (!shared.moves()) return write_with_other(cpu, shared);
  if (place.step > shared.setup.records) return;
  TaskCpu task_cpu(cpu, shared.task, place);
  run_task(task_cpu, shared);
  cpu.interrupt_point();
}

void read_records(CheckedCpu& cpu, const Shared& shared) {
  PerfReader<CheckedCpu> reader;
  for (std::uint64_t i = 0; i < shared.setup.polls; ++i) perf_reader_poll(cpu, shared.rb, reader);
}

std::uint64_t add_word(Program& program, std::string name) {
  const std::uint64_t address = address_of(static_cast<LocId>(program.locations.size()));
  program.locations.push_back({std::move(name), 0});
  return address;
}

void lay_out(Shared& shared, Program& program) {
  PerfBuffer& rb = shared.rb;
  rb = PerfBuffer::make(address_of(0), shared.setup.words);
  rb.marked_data = shared.setup.marked_data;
  // More rounds than the records of another CPU can cause.
  rb.attempts = static_cast<int>(shared.setup.records + shared.setup.interrupts) * 2 + 1;
  rb.plan = shared.setup.plan;
  rb.defects = shared.setup.defects;
  shared.options.local = shared.setup.local;
  shared.options.control = shared.setup.control;
  for (std::uint64_t i = 0; i < PerfBufferCells::count(shared.setup.words); ++i)
    add_word(program, PerfBufferCells::name(i));
  const std::uint64_t first = add_word(program, std::string(TaskCells::kNames[0]));
  add_word(program, std::string(TaskCells::kNames[1]));
  for (std::size_t i = 0; i < TaskCells::kRegisters; ++i)
    add_word(program, "task.register[" + std::to_string(i) + "]");
  shared.task = TaskCells::at(first);
  program.locations[location_of(first)].initial = 1;
}

/// The unit of CPU number `cpu` samples for the event, if that may be active there.
InterruptPlan unit_of(const Shared& shared, std::uint64_t cpu) {
  InterruptPlan plan;
  const bool active =
      cpu == 0 || (shared.moves() && !shared.setup.of_cpu && shared.setup.units == Units::both);
  if (shared.setup.interrupts == 0 || !active) return plan;
  InterruptHandler handler;
  handler.name = "PMU interrupt";
  handler.level = kNmi;
  handler.times = static_cast<int>(shared.setup.interrupts);
  handler.writes = written_by_writers(shared.rb);
  handler.reads = handler.writes;
  handler.reads.set(location_of(shared.rb.at.paused));
  handler.reads.set(location_of(shared.rb.at.data_tail));
  plan.shared = handler.reads;
  const Sample sample{shared.setup.records + 1 + cpu, shared.setup.interrupt_payload};
  handler.body = [&shared, sample](CheckedCpu& on) {
    perf_output_sample(on, shared.rb, sample, kForward);
  };
  plan.handlers.push_back(std::move(handler));
  return plan;
}

PerfProgram build(const Settings& settings, const PerfCase& of) {
  auto shared = std::make_shared<Shared>();
  shared->setup = for_case(settings, of);
  if (settings.dropped == Dropped::preemption && !settings.of_cpu)
    throw InputError({"", 0, 0, "dropped=preemption: expected buffer=cpu"});
  PerfProgram result;
  result.program.name = of.name;
  lay_out(*shared, result.program);
  result.ring = shared->rb;
  result.reader = 2;
  for (const std::uint64_t cpu : {0U, 1U}) shared->interrupts[cpu] = unit_of(*shared, cpu);
  const LocationSet written = written_by_writers(shared->rb);
  LocationSet of_task = written;
  for (std::size_t l = location_of(shared->task.on_cpu); l < result.program.locations.size(); ++l)
    of_task.set(static_cast<LocId>(l));
  LocationSet of_reader;
  if (shared->setup.polls > 0) of_reader.set(location_of(shared->rb.at.data_tail));
  const auto add = [&](const char* name, const LocationSet& writes, auto what) {
    Thread thread;
    thread.name = name;
    thread.may_write = writes;
    thread.body = [shared, what](ThreadRun& run) { what(run, *shared); };
    result.program.threads.push_back(std::move(thread));
  };
  add("first CPU", of_task, [](ThreadRun& run, const Shared& s) {
    CheckedCpu cpu(run, s.options, s.interrupts[0]);
    write_on_first(cpu, s);
  });
  declare_least_tags(result.program, result.program.threads[0], {shared->task.on_cpu},
                     {Tag::release});
  add("second CPU", written, [](ThreadRun& run, const Shared& s) {
    CheckedCpu cpu(run, s.options, s.interrupts[1]);
    write_on_second(cpu, s);
  });
  add("perf", of_reader, [](ThreadRun& run, const Shared& s) {
    CheckedCpu cpu(run, s.options, s.no_interrupts);
    read_records(cpu, s);
  });
  declare_tail_order(result.program, result.program.threads[2], shared->rb);
  return result;
}

}  // namespace

extern const Scenario kPerfDeployment;
const Scenario kPerfDeployment = perf_scenario<Settings>(
    {"perf-deployment", "a task that writes is moved from one CPU to another, and perf reads",
     kParameters, kDeploymentSites, BarrierPlan(), kDeploymentProperties, kMustSee, build});

}  // namespace ringcheck
