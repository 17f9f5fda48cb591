// one-slot-ring: writer and reader each try N times to move a record through a ring of one.
//
// The number of its executions is known for every N. Between tries the ring is full or empty. When
// it is full, a try to write fails before a try to read and succeeds after it; when it is empty, it
// is the other way round. So no two neighbouring tries of the two sides can change places
// unnoticed: SC has an execution for each of the C(2N, N) interleavings of N tries with N tries.
// The branches, the releases and the acquires leave weaker models no more executions.
//
// Tested by tests/properties/ring/one_slot_ring_test.cpp.
#include "protocol/ring/one_slot_ring.hpp"

#include <memory>

#include "explore/checked_cpu.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/ring/invariants.hpp"
#include "properties/ring/perf_program.hpp"
#include "protocol/ring/sites.hpp"

namespace ringcheck {
namespace {

struct Settings {
  std::uint64_t times = 0;
  ControlExtent control = ControlExtent::ever;
};

// Both sides carry from try to try how often they succeeded, so all that they access after a branch
// depends on that branch. Ending branches with their scope (control=scope) allows no more
// executions, and is costly.
constexpr std::array kParameters = {
    number<&Settings::times>("records", "times that each side tries", 5, 1, 10),
    RingParameters<Settings>::control(ControlExtent::ever)};

constexpr std::array kOneSlotSites = {site::kA, site::kB, site::kC, site::kD};
constexpr std::array kJudged = {&kSlotsInOrder};

struct Shared {
  SpscRing ring;
  std::uint64_t times = 0;
  CheckedCpuOptions cpu;
  InterruptPlan no_interrupts;
};

PerfProgram build(const Settings& settings, const PerfCase& of) {
  auto shared = std::make_shared<Shared>();
  shared->times = settings.times;
  shared->cpu.control = settings.control;
  SpscRing& ring = shared->ring;
  ring.head = address_of(0);
  ring.tail = address_of(1);
  ring.data = address_of(2);
  ring.plan = of.plan;

  PerfProgram result;
  result.spsc = ring;
  result.slot_tries = settings.times;
  result.program.name = of.name;
  result.program.locations = {{"head", 0}, {"tail", 0}, {"data", 0}};
  Thread writer;
  writer.name = "writer";
  writer.may_write.set(location_of(ring.head));
  writer.may_write.set(location_of(ring.data));
  writer.body = [shared](ThreadRun& run) {
    CheckedCpu cpu(run, shared->cpu, shared->no_interrupts);
    one_slot_write(cpu, shared->ring, shared->times);
  };
  Thread reader;
  reader.name = "reader";
  reader.may_write.set(location_of(ring.tail));
  reader.body = [shared](ThreadRun& run) {
    CheckedCpu cpu(run, shared->cpu, shared->no_interrupts);
    one_slot_read(cpu, shared->ring, shared->times);
  };
  result.program.threads = {std::move(writer), std::move(reader)};
  return result;
}

}  // namespace

extern const Scenario kOneSlotRing;
const Scenario kOneSlotRing = perf_scenario<Settings>(
    {"one-slot-ring", "one slot, writer and reader each try N times, every access marked",
     kParameters, kOneSlotSites, one_slot_plan(), kJudged, kJudged, build});

}  // namespace ringcheck
