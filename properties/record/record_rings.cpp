// record-rings: two CPUs write to a ring each, and perf goes through both on a third CPU. A task
// may go from the first CPU to the second in between, and writes to the ring of the CPU that it is
// on.
//
// Perf keeps what it takes from a ring in words of its own, each one more than the value: 0 is
// nothing. The task is switched as in perf-deployment: there is a full barrier where it leaves, and
// a CPU that sees that it has left sees all that it did.
// Source: kernel/sched/core.c __schedule (smp_mb__after_spinlock), finish_task.
// Tested by tests/properties/record/record_rings_test.cpp.
#include "protocol/record/record_rings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>

#include "explore/checked_cpu.hpp"
#include "properties/core/last_word.hpp"
#include "properties/core/least_tags.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/core/task_threads.hpp"
#include "properties/ring/perf_program.hpp"
#include "properties/ring/tail_order.hpp"
#include "protocol/ring/perf_output.hpp"
#include "protocol/ring/sites.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kNoYes = {"no", "yes"};

struct Settings {
  std::uint64_t records = 1;
  std::uint64_t rounds = 2;
  bool moves = true;
};

constexpr std::array kParameters = {
    number<&Settings::records>("records", "records that each CPU writes", 1, 1, 2),
    number<&Settings::rounds>("rounds", "rounds of perf over the rings", 2, 1, 3),
    choice<&Settings::moves>("moves", "whether the task of the first CPU goes to the second",
                             kNoYes, true)};
constexpr std::uint64_t kRingWords = 8;
constexpr std::uint64_t kMostRecords = 3;  ///< of a ring

/// Record `i` of the CPU of `ring`.
constexpr Sample sample_of(std::size_t ring, std::uint64_t i) {
  return Sample{ring * kMostRecords + i + 1, 1};
}
/// What the task writes after it has moved: the last record of the second ring.
constexpr Sample moved_sample(const Settings& settings) {
  return sample_of(1, settings.records);
}
/// Record `i` that perf has taken from a ring, one more than its value. These are the first
/// locations.
constexpr LocId file_of(std::size_t ring, std::uint64_t i) {
  return static_cast<LocId>(ring * kMostRecords + i);
}

std::uint64_t taken_of(const PerfView& view, std::size_t ring, std::uint64_t i) {
  return view.graph()[view.graph().co_last(file_of(ring, i))].value;
}
/// Exactly what was taken from a ring is given back to its writer.
std::optional<Violation> not_given_back(const PerfView& view, std::size_t ring) {
  std::uint64_t bytes = 0;
  for (std::uint64_t i = 0; i < kMostRecords; ++i)
    if (taken_of(view, ring, i) != 0) bytes += sample_of(ring, i).bytes();
  const std::uint64_t tail = last_word(view, fmt::format("rb{}.data_tail", ring));
  if (tail == bytes) return std::nullopt;
  return Violation{"perf takes {0} bytes of a ring, and its tail is {1}", {bytes, tail}};
}

std::optional<Violation> violated(const PerfView& view) {
  for (std::size_t ring = 0; ring < kRecordRings; ++ring)
    if (auto finding = not_given_back(view, ring)) return finding;
  for (std::size_t ring = 0; ring < kRecordRings; ++ring)
    for (std::uint64_t i = 0; i < kMostRecords; ++i) {
      const std::uint64_t taken = taken_of(view, ring, i);
      const bool after_a_gap = taken != 0 && i > 0 && taken_of(view, ring, i - 1) == 0;
      if (taken == 0 || (taken == sample_of(ring, i).payload(0) + 1 && !after_a_gap)) continue;
      return Violation{"perf takes a record of a ring that is not the next one there ({4})",
                       {},
                       view.graph().co_last(file_of(ring, i))};
    }
  return std::nullopt;
}
bool seen(const PerfView& view) {
  return taken_of(view, 0, 0) != 0 && taken_of(view, 1, 0) != 0;
}

constinit const Property kRingsApart =
    property<violated, seen>("I-75",
                             "Rings apart: what perf takes of each ring is what was written to it, "
                             "in its order, and is given back",
                             "perf takes a record of each ring");
constexpr std::array kJudged = {&kRingsApart};
constexpr std::array kRingSites = {site::kA, site::kB, site::kC, site::kD};

/// What thread bodies share: constant while the program is explored.
struct Shared {
  Settings settings;
  std::array<PerfBuffer, kRecordRings> rings;
  std::uint64_t on_cpu = 0;  ///< address: 0 once the task has left the first CPU
  InterruptPlan no_interrupts;
};

void write_record(CheckedCpu& cpu, const Shared& shared, std::size_t ring, const Sample& sample) {
  const PerfEvent event{.id = 70 + ring};
  perf_output_sample(cpu, shared.rings.at(ring), sample, event);
}

void write_on(CheckedCpu& cpu, const Shared& shared, std::size_t ring) {
  for (std::uint64_t i = 0; i < shared.settings.records; ++i)
    cpu.scope([&] { write_record(cpu, shared, ring, sample_of(ring, i)); });
}

void write_on_first(CheckedCpu& cpu, const Shared& shared) {
  write_on(cpu, shared, 0);
  if (!shared.settings.moves) return;
  cpu.smp_mb();
  cpu.smp_store_release(shared.on_cpu, 0);
}

void write_on_second(CheckedCpu& cpu, const Shared& shared) {
  write_on(cpu, shared, 1);
  if (!shared.settings.moves || cpu.branch(cpu.smp_load_acquire(shared.on_cpu) != Word(0))) return;
  write_record(cpu, shared, 1, moved_sample(shared.settings));
}

void read_rings(CheckedCpu& cpu, const Shared& shared) {
  std::array<PerfMmap<CheckedCpu>, kRecordRings> maps{};
  std::array<std::uint64_t, kRecordRings> taken{};
  for (std::uint64_t i = 0; i < shared.settings.rounds; ++i)
    record_read_rings(cpu, shared.rings, maps, [&](std::size_t ring, const Word& word) {
      // Surplus records overwrite the last one, which is then wrong.
      const std::uint64_t slot = std::min(taken.at(ring)++, kMostRecords - 1);
      cpu.store(address_of(file_of(ring, slot)), word + Word(1));
    });
}

PerfProgram build(const Settings& settings, const PerfCase& of) {
  auto shared = std::make_shared<Shared>();
  shared->settings = settings;
  PerfProgram result;
  Program& program = result.program;
  program.name = of.name;
  for (std::size_t ring = 0; ring < kRecordRings; ++ring)
    for (std::uint64_t i = 0; i < kMostRecords; ++i)
      program.locations.push_back({fmt::format("file[{}][{}]", ring, i), 0});
  for (std::size_t ring = 0; ring < kRecordRings; ++ring) {
    PerfBuffer& rb = shared->rings.at(ring);
    rb = PerfBuffer::make(address_of(static_cast<LocId>(program.locations.size())), kRingWords);
    rb.plan = of.plan;
    rb.defects = of.defects;
    for (std::uint64_t i = 0; i < PerfBufferCells::count(kRingWords); ++i)
      program.locations.push_back({fmt::format("rb{}.{}", ring, PerfBufferCells::name(i)), 0});
  }
  shared->on_cpu = address_of(static_cast<LocId>(program.locations.size()));
  program.locations.push_back({"task.on_cpu", 1});
  add_task(program, "first CPU", shared, write_on_first);
  add_task(program, "second CPU", shared, write_on_second);
  add_task(program, "perf", shared, read_rings);
  for (std::size_t ring = 0; ring < kRecordRings; ++ring)
    program.threads[ring].may_write = written_by_writers(shared->rings.at(ring));
  program.threads[0].may_write.set(location_of(shared->on_cpu));
  declare_least_tags(program, program.threads[0], {shared->on_cpu}, {Tag::release});
  LocationSet& of_perf = program.threads[2].may_write;
  for (const PerfBuffer& rb : shared->rings) {
    of_perf -= written_by_writers(rb);
    declare_tail_order(program, program.threads[2], rb);
  }
  return result;
}

}  // namespace

extern const Scenario kRecordRingsRead;
const Scenario kRecordRingsRead = perf_scenario<Settings>(
    {"record-rings",
     "two CPUs write to a ring each, a task moves between them, and perf goes through both",
     kParameters, kRingSites, BarrierPlan(), kJudged, kJudged, build});

}  // namespace ringcheck
