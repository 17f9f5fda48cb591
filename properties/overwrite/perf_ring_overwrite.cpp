// perf-ring-overwrite: a task writes backwards over old records, and a reader on another CPU pauses
// the buffer, reads from the newest record back, and resumes the buffer.
//
// A pause is a flag that writers look at when they begin; the ioctl that stores it waits for
// nobody. With grace=yes the reader waits until each CPU has since been outside of a writer, as
// synchronize_rcu would.
// Tested by tests/properties/overwrite/perf_ring_overwrite_test.cpp.
#include <memory>
#include <utility>

#include "properties/core/perf_scenario.hpp"
#include "properties/core/width_parameters.hpp"
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

constexpr std::array<std::string_view, 2> kDirections = {"backward", "forward"};

/// What differs between such programs.
struct Settings : PerfRingSetup {
  OverwriteReader reader = OverwriteReader::libperf;
  int looks = 0;  ///< of a seqlock reader, in a poll
  bool grace = false;
  bool forward = false;
  bool released = false;  ///< the pause flag is cleared by a release store
};
using Ring = RingParameters<Settings>;
using Width = WidthParameters<Settings>;

constexpr auto kReader =
    choice<&Settings::reader>("reader",
                              "libperf: pauses, searches for the range; unclamped: no search; "
                              "endless: no end; seqlock: no pause",
                              kReaders);
constexpr Setting<Settings> grace(bool standard) {
  return choice<&Settings::grace>(
      "grace", "whether a reader waits for the writers that have begun before its pause", kNoYes,
      standard);
}
constexpr auto kDirection = choice<&Settings::forward>(
    "direction", "how the event writes; the reader starts at the newest record", kDirections);
constexpr auto kLooks = number<&Settings::looks>(
    "looks", "how often a seqlock reader copies the buffer in a poll before it takes what it has",
    2, 1, 8);
constexpr auto kResume = choice<&Settings::released>(
    "resume", "how the pause flag is cleared after the loads of records", kResumes);

// Records of 24 bytes in 64: the third wraps, and overwrites the first.
constexpr std::array kParameters = {Ring::records(3),
                                    Ring::payload(2),
                                    Ring::words(8),
                                    Ring::polls(2),
                                    Ring::interrupts(0),
                                    Ring::interrupt_payload(1),
                                    Ring::kFire,
                                    kReader,
                                    kLooks,
                                    grace(false),
                                    kResume,
                                    kDirection,
                                    Width::widths(Widths::all_64),
                                    Width::halves(),
                                    Ring::start(0),
                                    Ring::kData,
                                    Ring::kLocal,
                                    Ring::control(ControlExtent::ever)};

constexpr std::array kMustSee = {&kBackwardHead, &kReadWindow, &kPauseQuiescence,
                                 &kNoReplay,     &kFits,       &kHeaderStability};

/// Under lkmm the plain accesses to rb->paused alone break what is judged.
constexpr std::array<std::string_view, 6> kModels = {"sc",    "x86-tso", "armv8",
                                                     "riscv", "power",   "rc11"};
constexpr std::array kOverwriteSites = {site::kB, site::kC};

/// What thread bodies share: constant while the program is explored.
struct Shared {
  Settings setup;
  PerfEvent event{.id = 77, .write_backward = true};
  std::uint64_t between = 0;  ///< address: steps that the writer's CPU has completed
  PerfBuffer rb;
  CheckedCpuOptions options;
  InterruptPlan interrupts;
  InterruptPlan no_interrupts;
};

/// A context switch of the writer's CPU, after so many of its steps.
void switch_context(CheckedCpu& cpu, const Shared& shared, std::uint64_t steps) {
  if (!shared.setup.grace) return;
  cpu.smp_mb();
  cpu.write_once(shared.between, steps);
}

void write_records(CheckedCpu& cpu, const Shared& shared) {
  const std::uint64_t records = shared.setup.records;
  for (std::uint64_t i = 1; i <= records; ++i) {
    if (shared.setup.grace) cpu.smp_mb();
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
  map.prev = shared.setup.start;
  for (std::uint64_t i = 0; i < shared.setup.polls; ++i) {
    if (shared.setup.reader == OverwriteReader::seqlock) {
      read_seqlock(cpu, shared.rb, map, shared.setup.payload + 1, shared.setup.looks);
      continue;
    }
    pause_output(cpu, shared.rb);
    if (shared.setup.grace) wait_for_writers(cpu, shared);
    read_paused(cpu, shared.rb, map, shared.setup.reader);
    resume_output(cpu, shared.rb, shared.setup.released ? Strength::release : Strength::none);
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
  if (rb.data_head_high) set.set(location_of(*rb.data_head_high));
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
  add_halves(rb, shared.setup, program);
  set_start(rb, shared.setup.start, program);
  rb.overwrite = !shared.setup.defects.has(defect::kWritableBackward);
  rb.marked_data = shared.setup.marked_data;
  rb.attempts = static_cast<int>(shared.setup.interrupts) + 1;
  rb.plan = shared.setup.plan;
  rb.plan = reader_view(rb, ReaderKind::batch).plan;
  rb.defects = shared.setup.defects;
  shared.options.local = shared.setup.local;
  shared.options.control = shared.setup.control;
  if (shared.setup.interrupts > 0) shared.interrupts.handlers.push_back(interrupt_writer(shared));
  shared.interrupts.shared = data_locations(rb);
  for (const std::uint64_t cell : {rb.at.paused, rb.at.data_head, shared.between})
    shared.interrupts.shared.set(location_of(cell));
  if (rb.data_head_high) shared.interrupts.shared.set(location_of(*rb.data_head_high));
  shared.interrupts.everywhere = shared.setup.everywhere;
}

PerfProgram build(const Settings& settings, const PerfCase& of) {
  auto shared = std::make_shared<Shared>();
  shared->setup = for_case(settings, of);
  shared->event.write_backward = !settings.forward;
  PerfProgram result;
  result.program.name = of.name;
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

// A record of 72 bytes in 64.
constexpr std::array kOversizeParameters = {Ring::records(1), Ring::payload(8),
                                            Ring::words(8),   Ring::polls(1),
                                            kReader,          kLooks,
                                            grace(true),      kResume,
                                            Ring::kData,      Ring::control(ControlExtent::ever)};
constexpr std::array kOversizeSees = {&kFits};

}  // namespace

extern const Scenario kPerfRingOverwrite;
const Scenario kPerfRingOverwrite = perf_scenario<Settings>(
    {"perf-ring-overwrite",
     "a task writes backwards over what is there; a reader pauses, reads, resumes", kParameters,
     kOverwriteSites, BarrierPlan(), kOverwriteProperties, kMustSee, build, kModels});

extern const Scenario kPerfRingOversize;
const Scenario kPerfRingOversize = perf_scenario<Settings>(
    {"perf-ring-oversize", "a record that is larger than the overwrite buffer", kOversizeParameters,
     kOverwriteSites, BarrierPlan(), kOverwriteProperties, kOversizeSees, build});

}  // namespace ringcheck
