// Monitors of buffers that are mapped, attached and freed. They keep breaks as they are said, and
// whether each buffer was ever mapped, which values at the end do not tell. Tested by
// tests/properties/core/monitor_test.cpp against the properties.
#include "properties/lifetime/lifetime_monitors.hpp"

#include "properties/core/perf_monitor.hpp"
#include "properties/lifetime/invariants.hpp"
#include "properties/lifetime/lifetime_end.hpp"
#include "protocol/lifetime/observations.hpp"

namespace ringcheck {
namespace {

using Words = std::span<std::uint64_t>;
using ConstWords = std::span<const std::uint64_t>;

enum MonitorWord : std::size_t { wrong, steps, counted, count };

void step(const MonitorStep& step, Words words) {
  if (step.said<said::LifetimeBroken>()) words[wrong] = 1;
  if (step.said<said::LifetimeStep>()) words[steps] = 1;
  if (!step.scenario.lifetime || !step.reaches_memory()) return;
  for (std::uint64_t b = 1; b <= kLifetimeBuffers; ++b)
    if (step.event().location == location_of(step.scenario.lifetime->buffer(b).mmap_count))
      words[counted] |= std::uint64_t{1} << b;
}

bool violated(const MonitorEnd& end, ConstWords words) {
  if (words[wrong] != 0) return true;
  if (end.scenario.aux_pages && aux_left_wrong(end.graph, *end.scenario.aux_pages)) return true;
  if (end.scenario.callchains && chains_left_wrong(end.graph, *end.scenario.callchains))
    return true;
  if (!end.scenario.lifetime) return false;
  if (events_left_wrong(end.graph, end.scenario)) return true;
  const PerfLifetime& all = *end.scenario.lifetime;
  for (std::uint64_t b = 1; b <= kLifetimeBuffers; ++b) {
    const Event& initial = end.graph[location_of(all.buffer(b).mmap_count)];
    const bool was_mapped = initial.value != 0 || (words[counted] >> b & 1U) != 0;
    if (left_wrong(end.graph, all, b, was_mapped)) return true;
  }
  return false;
}
bool seen(ConstWords words) {
  return words[steps] != 0;
}

}  // namespace

const Monitor kNoUseAfterFreeMonitor =
    perf_monitor<PerfView, step, violated, seen>(&kNoUseAfterFree, count);

}  // namespace ringcheck
