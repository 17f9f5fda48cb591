// perf-ring-overwrite: a task writes backwards over what is there, and a reader on another CPU
// pauses the buffer, reads from the newest record back, and resumes it.
//
// A pause is a flag that writers look at when they begin; the ioctl that stores it waits for
// nobody. With grace=yes the reader waits until each CPU has been outside of a writer since, as
// synchronize_rcu would.
// Tested by tests/properties/overwrite/perf_ring_overwrite_test.cpp.
#include <memory>
#include <utility>

#include "properties/core/perf_scenario.hpp"
#include "properties/overwrite/invariants.hpp"
#include "properties/ring/invariants.hpp"
#include "properties/ring/perf_program.hpp"
#include "protocol/lifetime/defects.hpp"
#include "protocol/overwrite/perf_overwrite_reader.hpp"
#include "protocol/ring/perf_output.hpp"
#include "protocol/ring/sites.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 4> kReaders = {"libperf", "unclamped", "endless", "seqlock"};
constexpr std::array<std::string_view, 2> kNoYes = {"no", "yes"};
constexpr std::array<std::string_view, 2> kResumes = {"plain", "release"};

constexpr Parameter kReader = {"reader",
                               "libperf: pauses, searches for the range; unclamped: no search; "
                               "endless: no end; seqlock: no pause",
                               0,
                               0,
                               3,
                               false,
                               kReaders};
constexpr Parameter grace(bool standard) {
  return {"grace",  "whether a reader waits for the writers that have begun before its pause",
          standard, 0,
          1,        false,
          kNoYes};
}
constexpr std::array<std::string_view, 2> kDirections = {"backward", "forward"};
constexpr Parameter kDirection = {
    "direction", "how the event writes; the reader starts at the newest record", 0, 0, 1, false,
    kDirections};
constexpr Parameter kLooks = {
    "looks", "how often a seqlock reader copies the buffer in a poll before it takes what it has",
    2, 1, 8};
constexpr Parameter kResume = {
    "resume", "how the pause flag is cleared behind the loads of records", 0, 0, 1, false,
    kResumes};

// Records of 24 bytes in 64: the third wraps, and overwrites the first.
constexpr std::array kParameters = {perf_parameter::records(3),
                                    perf_parameter::payload(2),
                                    perf_parameter::words(8),
                                    perf_parameter::polls(2),
                                    perf_parameter::interrupts(0),
                                    perf_parameter::interrupt_payload(1),
                                    perf_parameter::kFire,
                                    kReader,
                                    kLooks,
                                    grace(false),
                                    kResume,
                                    kDirection,
                                    perf_parameter::kData,
                                    perf_parameter::kLocal,
                                    perf_parameter::control(ControlExtent::ever)};

constexpr std::array kMustSee = {&kBackwardHead, &kReadWindow, &kPauseQuiescence,
                                 &kNoReplay,     &kFits,       &kHeaderStability};

/// Under lkmm the plain accesses to rb->paused alone break what is judged.
constexpr std::array<std::string_view, 6> kModels = {"sc",    "x86-tso", "armv8",
                                                     "riscv", "power",   "rc11"};
constexpr std::array kOverwriteSites = {site::kB, site::kC};

/// What thread bodies share: constant while the program is explored.
struct Shared {
  PerfRingSetup setup;
  PerfEvent event{.id = 77, .write_backward = true};
  OverwriteReader reader = OverwriteReader::libperf;
  int looks = 0;  ///< of a seqlock reader, in a poll
  bool grace = false;
  Strength resume = Strength::none;
  std::uint64_t between = 0;  ///< address: steps that the CPU of the writer is done with
  PerfBuffer rb;
  CheckedCpuOptions options;
  InterruptPlan interrupts;
  InterruptPlan no_interrupts;
};

/// A context switch of the writer's CPU, after so many of its steps.
void switch_context(CheckedCpu& cpu, const Shared& shared, std::uint64_t steps) {
  if (!shared.grace) return;
  cpu.smp_mb();
  cpu.write_once(shared.between, steps);
}

void write_records(CheckedCpu& cpu, const Shared& shared) {
  const std::uint64_t records = shared.setup.records;
  for (std::uint64_t i = 1; i <= records; ++i) {
    if (shared.grace) cpu.smp_mb();
    perf_output_sample(cpu, shared.rb, Sample{i, shared.setup.payload}, shared.event);
    switch_context(cpu, shared, i);
  }
  cpu.interrupt_point();
  // No interrupt comes after this.
  switch_context(cpu, shared, records + 1);
}

/// Waits until the writer's CPU is between two records, or done. Source: synchronize_rcu.
void wait_for_writers(CheckedCpu& cpu, const Shared& shared) {
  cpu.smp_mb();
  const Word before = cpu.read_once(shared.between);
  if (!cpu.branch(before == Word(shared.setup.records + 1)))
    cpu.assume(before < cpu.smp_load_acquire(shared.between));
  cpu.smp_mb();
}

void read_rounds(CheckedCpu& cpu, const Shared& shared) {
  PerfMmap<CheckedCpu> map;
  map.overwrite = true;
  for (std::uint64_t i = 0; i < shared.setup.polls; ++i) {
    if (shared.reader == OverwriteReader::seqlock) {
      read_seqlock(cpu, shared.rb, map, shared.setup.payload + 1, shared.looks);
      continue;
    }
    pause_output(cpu, shared.rb);
    if (shared.grace) wait_for_writers(cpu, shared);
    read_paused(cpu, shared.rb, map, shared.reader);
    resume_output(cpu, shared.rb, shared.resume);
  }
}

LocationSet data_locations(const PerfBuffer& rb) {
  LocationSet set;
  for (std::uint64_t i = 0; i < rb.data_size / kWordBytes; ++i)
    set.set(location_of(rb.at.data + i));
  return set;
}

LocationSet written_by_writer(const Shared& shared) {
  const PerfBuffer& rb = shared.rb;
  LocationSet set = data_locations(rb);
  for (const std::uint64_t cell : {rb.at.head, rb.at.nest, rb.at.wakeup, rb.at.lost, rb.at.poll,
                                   rb.at.data_head, shared.between})
    set.set(location_of(cell));
  return set;
}

InterruptHandler interrupt_writer(const Shared& shared) {
  InterruptHandler handler;
  handler.name = "interrupt";
  handler.times = static_cast<int>(shared.setup.interrupts);
  handler.writes = written_by_writer(shared);
  handler.reads = handler.writes;
  handler.reads.set(location_of(shared.rb.at.paused));
  const Sample sample{shared.setup.records + 1, shared.setup.interrupt_payload};
  handler.body = [&shared, sample](CheckedCpu& cpu) {
    perf_output_sample(cpu, shared.rb, sample, shared.event);
  };
  return handler;
}

void lay_out(Shared& shared, Program& program) {
  PerfBuffer& rb = shared.rb;
  rb = PerfBuffer::make(address_of(0), shared.setup.words);
  for (std::uint64_t i = 0; i < PerfBufferCells::count(shared.setup.words); ++i)
    program.locations.push_back({PerfBufferCells::name(i), 0});
  shared.between = address_of(static_cast<LocId>(program.locations.size()));
  program.locations.push_back({"between", 0});
  rb.overwrite = !shared.setup.defects.has(defect::kWritableBackward);
  rb.marked_data = shared.setup.marked_data;
  rb.attempts = static_cast<int>(shared.setup.interrupts) + 1;
  rb.plan = shared.setup.plan;
  rb.defects = shared.setup.defects;
  shared.options.local = shared.setup.local;
  shared.options.control = shared.setup.control;
  if (shared.setup.interrupts > 0) shared.interrupts.handlers.push_back(interrupt_writer(shared));
  shared.interrupts.shared = data_locations(rb);
  for (const std::uint64_t cell : {rb.at.paused, rb.at.data_head, shared.between})
    shared.interrupts.shared.set(location_of(cell));
  shared.interrupts.everywhere = shared.setup.everywhere;
}

PerfProgram make_overwrite_program(std::string name, const Parameters& parameters,
                                   const BarrierPlan& plan, DefectSet defects) {
  auto shared = std::make_shared<Shared>();
  shared->setup = perf_setup(parameters, plan, defects);
  shared->reader = static_cast<OverwriteReader>(parameters["reader"]);
  shared->looks = static_cast<int>(parameters["looks"]);
  shared->grace = parameters["grace"] == 1;
  for (const Parameter& parameter : parameters.declared())
    if (parameter.name == "direction" && parameters["direction"] == 1)
      shared->event.write_backward = false;
  if (parameters["resume"] == 1) shared->resume = Strength::release;
  PerfProgram result;
  result.program.name = std::move(name);
  lay_out(*shared, result.program);
  result.ring = shared->rb;
  Thread writer;
  writer.name = "writer";
  writer.may_write = written_by_writer(*shared);
  writer.body = [shared](ThreadRun& run) {
    CheckedCpu cpu(run, shared->options, shared->interrupts);
    write_records(cpu, *shared);
  };
  Thread reader;
  reader.name = "reader";
  reader.may_write.set(location_of(shared->rb.at.paused));
  reader.body = [shared](ThreadRun& run) {
    CheckedCpu cpu(run, shared->options, shared->no_interrupts);
    read_rounds(cpu, *shared);
  };
  result.program.threads = {std::move(writer), std::move(reader)};
  return result;
}

PerfProgram build(const Parameters& parameters, const BarrierPlan& plan, DefectSet defects) {
  return make_overwrite_program("perf-ring-overwrite", parameters, plan, defects);
}

// A record of 72 bytes in 64.
constexpr std::array kOversizeParameters = {perf_parameter::records(1),
                                            perf_parameter::payload(8),
                                            perf_parameter::words(8),
                                            perf_parameter::polls(1),
                                            kReader,
                                            kLooks,
                                            grace(true),
                                            kResume,
                                            perf_parameter::kData,
                                            perf_parameter::control(ControlExtent::ever)};
constexpr std::array kOversizeSees = {&kFits};
constexpr std::array<std::string_view, 1> kOversizeModels = {"sc"};

PerfProgram build_oversize(const Parameters& parameters, const BarrierPlan& plan,
                           DefectSet defects) {
  return make_overwrite_program("perf-ring-oversize", parameters, plan, defects);
}

}  // namespace

extern const Scenario kPerfRingOverwrite;
const Scenario kPerfRingOverwrite = perf_scenario(
    {"perf-ring-overwrite",
     "a task writes backwards over what is there; a reader pauses, reads, resumes", kParameters,
     kOverwriteSites, BarrierPlan(), kOverwriteProperties, kMustSee, build, kModels});

extern const Scenario kPerfRingOversize;
const Scenario kPerfRingOversize =
    perf_scenario({"perf-ring-oversize", "a record that is larger than the overwrite buffer",
                   kOversizeParameters, kOverwriteSites, BarrierPlan(), kOverwriteProperties,
                   kOversizeSees, build_oversize, kOversizeModels});

}  // namespace ringcheck
