// Monitors of S-01 and S-02. Both follow the reader's loads of slots, which happen in program
// order: a reader of slots does nothing else with them, and its machine performs reads in order.
// Tested by tests/properties/core/state_check_test.cpp against the properties.
#include "properties/ring/slot_monitors.hpp"

#include <algorithm>

#include "check/scenario.hpp"
#include "properties/core/perf_monitor.hpp"
#include "properties/ring/invariants.hpp"

namespace ringcheck {
namespace {

using Words = std::span<std::uint64_t>;
using ConstWords = std::span<const std::uint64_t>;

bool is_slot_access(const PerfRings& scenario, const Event& event) {
  return event.location != kNoLocation && event.location >= location_of(scenario.spsc->data);
}

/// The bit of the slot that `event` accesses. Rings have at most 64 slots.
std::uint64_t slot_bit(const PerfRings& scenario, const Event& event) {
  return std::uint64_t{1} << (event.location - location_of(scenario.spsc->data));
}

namespace grow {

enum MonitorWord : std::size_t { last, wrong, loaded, written, written_twice, next, count };

void step(const MonitorStep& step, Words words) {
  if (step.path.kind != PathStep::Kind::performed) return;
  const Event& event = step.event();
  if (!is_slot_access(step.scenario, event)) return;
  const std::uint64_t slot = slot_bit(step.scenario, event);
  if (event.kind == EventKind::write) {
    words[written_twice] |= words[written] & slot;
    words[written] |= slot;
    return;
  }
  if (event.id.thread != step.scenario.reader) return;
  words[loaded] |= slot;
  if (event.value <= words[last] || slot != std::uint64_t{1} << words[next]) words[wrong] = 1;
  words[last] = event.value;
  words[next] = (words[next] + 1) % step.scenario.spsc->slots;
}

bool violated(const MonitorEnd&, ConstWords words) {
  return words[wrong] != 0;
}
bool seen(ConstWords words) {
  return (words[loaded] & words[written_twice]) != 0;
}

}  // namespace grow

namespace in_order {

enum MonitorWord : std::size_t { loads, wrong, count };

void step(const MonitorStep& step, Words words) {
  if (step.path.kind != PathStep::Kind::performed) return;
  const Event& event = step.event();
  if (event.kind != EventKind::read || event.id.thread != step.scenario.reader ||
      !is_slot_access(step.scenario, event))
    return;
  if (event.value != ++words[loads]) words[wrong] = 1;
}

bool violated(const MonitorEnd&, ConstWords words) {
  return words[wrong] != 0;
}
bool seen(ConstWords words) {
  return words[loads] >= 2;
}

}  // namespace in_order
}  // namespace

const Monitor kSlotsGrowMonitor =
    perf_monitor<SlotView, grow::step, grow::violated, grow::seen>(&kSlotsGrow, grow::count);
const Monitor kSlotsInOrderMonitor =
    perf_monitor<SlotView, in_order::step, in_order::violated, in_order::seen>(&kSlotsInOrder,
                                                                               in_order::count);

}  // namespace ringcheck
