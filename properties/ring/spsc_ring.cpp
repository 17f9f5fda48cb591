// spsc-ring: the ring of one-word records, one writer and one reader.
// Tested by tests/properties/ring/spsc_ring_test.cpp: the numbers of executions are known.
#include <memory>

#include "explore/checked_cpu.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/ring/invariants.hpp"
#include "protocol/ring/sites.hpp"

namespace ringcheck {
namespace {

struct Settings {
  std::uint64_t records = 0, polls = 0, slots = 0;
};

constexpr std::array kParameters = {
    number<&Settings::records>("records", "records that the writer writes or skips", 4, 1, 24),
    number<&Settings::polls>("polls", "times that the reader polls", 4, 0, 24),
    number<&Settings::slots>("slots", "records that fit", 2, 1, 64)};

constexpr std::array kSpscSites = {site::kA, site::kB, site::kC, site::kD};
constexpr std::array kJudged = {&kSlotsGrow};

/// Branches control all that follows: they decide whether a record is stored or skipped.
constexpr CheckedCpuOptions kCpu = {LocalOrder::none, ControlExtent::ever, false};

struct Shared {
  SpscRing ring;
  Settings settings;
  InterruptPlan no_interrupts;
};

/// The order, apart from fences, of every store of an index whose ordering point has this strength.
TagSet tags_of_store(Strength strength) {
  return strength == Strength::release ? TagSet{Tag::release} : TagSet{Tag::once};
}

PerfProgram build(const Settings& settings, const PerfCase& of) {
  auto shared = std::make_shared<Shared>();
  shared->settings = settings;
  SpscRing& ring = shared->ring;
  ring.head = address_of(0);
  ring.tail = address_of(1);
  ring.data = address_of(2);
  ring.slots = settings.slots;
  ring.plan = of.plan;

  PerfProgram result;
  result.spsc = ring;
  result.program.name = of.name;
  result.program.locations = {{"head", 0}, {"tail", 0}};
  Thread writer;
  writer.name = "writer";
  writer.may_write.set(location_of(ring.head));
  for (std::uint64_t i = 0; i < ring.slots; ++i) {
    result.program.locations.push_back({"data[" + std::to_string(i) + "]", 0});
    writer.may_write.set(location_of(ring.data + i));
  }
  writer.least_tags = {tags_of_store(of.plan.at(site::kB))};
  writer.body = [shared](ThreadRun& run) {
    CheckedCpu cpu(run, kCpu, shared->no_interrupts);
    spsc_write(cpu, shared->ring, shared->settings.records);
  };
  Thread reader;
  reader.name = "reader";
  reader.may_write.set(location_of(ring.tail));
  reader.least_tags = {{}, tags_of_store(of.plan.at(site::kD))};
  reader.body = [shared](ThreadRun& run) {
    CheckedCpu cpu(run, kCpu, shared->no_interrupts);
    spsc_read(cpu, shared->ring, shared->settings.polls);
  };
  result.program.threads = {std::move(writer), std::move(reader)};
  return result;
}

}  // namespace

extern const Scenario kSpscRing;
const Scenario kSpscRing = perf_scenario<Settings>(
    {"spsc-ring", "one writer and one reader, one word a record, acquire and release", kParameters,
     kSpscSites, SpscRing::default_plan(), kJudged, kJudged, build});

}  // namespace ringcheck
