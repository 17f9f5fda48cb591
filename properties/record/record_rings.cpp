// record-rings: two CPUs write to a ring each, and perf goes through both, on a third.
//
// What perf takes of a ring is kept in a word of its own, one more than what it was: 0 is nothing.
// Tested by tests/properties/record/record_rings_test.cpp.
#include "protocol/record/record_rings.hpp"

#include <memory>
#include <string>
#include <utility>

#include "explore/checked_cpu.hpp"
#include "properties/core/perf_scenario.hpp"
#include "protocol/ring/perf_output.hpp"
#include "protocol/ring/sites.hpp"

namespace ringcheck {
namespace {

struct Settings {
  std::uint64_t rounds = 1;
};

constexpr std::array kParameters = {
    number<&Settings::rounds>("rounds", "rounds of perf over the rings", 1, 1, 2)};
constexpr std::uint64_t kRingWords = 4;

/// The sample that the CPU of a ring writes.
constexpr Sample sample_of(std::size_t ring) {
  return Sample{ring + 1, 1};
}
/// What perf has taken of a ring, one more than it was: the first locations of the program.
constexpr LocId file_of(std::size_t ring) {
  return static_cast<LocId>(ring);
}

std::uint64_t taken_of(const PerfView& view, std::size_t ring) {
  return view.graph()[view.graph().co_last(file_of(ring))].value;
}
std::optional<Violation> violated(const PerfView& view) {
  for (std::size_t ring = 0; ring < kRecordRings; ++ring) {
    const std::uint64_t taken = taken_of(view, ring);
    if (taken == 0 || taken == sample_of(ring).payload(0) + 1) continue;
    return Violation{"perf takes a record of a ring that the ring does not have ({4})",
                     {},
                     view.graph().co_last(file_of(ring))};
  }
  return std::nullopt;
}
bool seen(const PerfView& view) {
  return taken_of(view, 0) != 0 && taken_of(view, 1) != 0;
}

constinit const Property kRingsApart = property<violated, seen>(
    "I-75", "Rings apart: what perf takes of each ring is what was written to it",
    "perf takes a record of each ring");
constexpr std::array kJudged = {&kRingsApart};
constexpr std::array kRingSites = {site::kA, site::kB, site::kC, site::kD};

/// What thread bodies share: constant while the program is explored.
struct Shared {
  Settings settings;
  std::array<PerfBuffer, kRecordRings> rings;
  InterruptPlan no_interrupts;
};

void read_rings(CheckedCpu& cpu, const Shared& shared) {
  std::array<PerfMmap<CheckedCpu>, kRecordRings> maps{};
  for (std::uint64_t i = 0; i < shared.settings.rounds; ++i)
    record_read_rings(cpu, shared.rings, maps, [&](std::size_t ring, const Word& word) {
      cpu.store(address_of(file_of(ring)), word + Word(1));
    });
}

PerfProgram build(const Settings& settings, const PerfCase& of) {
  auto shared = std::make_shared<Shared>();
  shared->settings = settings;
  PerfProgram result;
  Program& program = result.program;
  program.name = of.name;
  for (std::size_t ring = 0; ring < kRecordRings; ++ring)
    program.locations.push_back({"file[" + std::to_string(ring) + "]", 0});
  for (std::size_t ring = 0; ring < kRecordRings; ++ring) {
    PerfBuffer& rb = shared->rings.at(ring);
    rb = PerfBuffer::make(address_of(static_cast<LocId>(program.locations.size())), kRingWords);
    rb.plan = of.plan;
    rb.defects = of.defects;
    for (std::uint64_t i = 0; i < PerfBufferCells::count(kRingWords); ++i)
      program.locations.push_back(
          {"rb" + std::to_string(ring) + "." + PerfBufferCells::name(i), 0});
  }
  LocationSet everything;
  for (std::size_t l = 0; l < program.locations.size(); ++l) everything.set(static_cast<LocId>(l));
  const auto add = [&](std::string name, auto what) {
    Thread thread;
    thread.name = std::move(name);
    thread.may_write = everything;
    thread.body = [shared, what](ThreadRun& run) {
      CheckedCpu cpu(run, {LocalOrder::none, ControlExtent::ever, false}, shared->no_interrupts);
      what(cpu, *shared);
    };
    program.threads.push_back(std::move(thread));
  };
  for (std::size_t ring = 0; ring < kRecordRings; ++ring)
    add("cpu" + std::to_string(ring), [ring](CheckedCpu& cpu, const Shared& s) {
      const PerfEvent event{.id = 70 + ring};
      perf_output_sample(cpu, s.rings.at(ring), sample_of(ring), event);
    });
  add("perf", read_rings);
  return result;
}

}  // namespace

extern const Scenario kRecordRingsRead;
const Scenario kRecordRingsRead = perf_scenario<Settings>(
    {"record-rings", "two CPUs write to a ring each, and perf goes through both", kParameters,
     kRingSites, BarrierPlan(), kJudged, kJudged, build});

}  // namespace ringcheck
