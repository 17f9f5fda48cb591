// Monitors of tasks that sleep for ever. They judge how things stand at the end. On the way they
// keep which tasks sleep, as the set of the triggers that these wait for, and what was refused.
// Tested by tests/properties/core/monitor_test.cpp against the properties.
#include "properties/wakeup/wakeup_monitors.hpp"

#include "graph/check.hpp"
#include "properties/aux/invariants.hpp"
#include "properties/core/perf_monitor.hpp"
#include "properties/wakeup/invariants.hpp"
#include "protocol/ring/observations.hpp"
#include "protocol/wakeup/observations.hpp"

namespace ringcheck {
namespace {

using Words = std::span<std::uint64_t>;
using ConstWords = std::span<const std::uint64_t>;

/// Triggers are among the first locations of a program; the set of awaited triggers is a row of
/// words.
constexpr LocId kMostTriggers = 128;
constexpr std::size_t kTriggerWords = kMostTriggers / 64;
enum MonitorWord : std::size_t { asleep, woken = asleep + kTriggerWords, wakeup_count = woken + 1 };

void take_sleepers(const MonitorStep& step, Words words) {
  if (const auto said = step.said<said::Asleep>()) {
    const LocId trigger = location_of(said->trigger);
    RC_CHECK(trigger < kMostTriggers, "a trigger that a monitor has no room for");
    words[asleep + trigger / 64] |= std::uint64_t{1} << (trigger % 64);
  }
  if (step.said<said::WokenUp>()) words[woken] = 1;
}

bool somebody_sleeps(const MonitorEnd& end, ConstWords words) {
  for (LocId l = 0; l < kMostTriggers; ++l)
    if (((words[asleep + l / 64] >> (l % 64)) & 1U) != 0 && end.value(address_of(l)) == 0)
      return true;
  return false;
}

std::uint64_t unread(const MonitorEnd& end) {
  const PerfBufferCells& at = end.scenario.ring->at;
  return end.value(at.data_head) - end.value(at.data_tail);
}

bool violates_wakeup(const MonitorEnd& end, ConstWords words) {
  const std::optional<LocId>& work = end.scenario.irq_work;
  if (work && end.value(address_of(*work)) != 0) return true;
  return somebody_sleeps(end, words) && unread(end) > end.scenario.ring->watermark;
}
bool sees_wakeup(ConstWords words) {
  return words[woken] != 0;
}

namespace full {

enum MonitorWord : std::size_t { lost = wakeup_count, behind, count };

void step(const MonitorStep& step, Words words) {
  take_sleepers(step, words);
  const auto said = step.said<said::Refused>();
  if (!said) return;
  RC_CHECK(step.path.said->thread == step.scenario.writer,
           "a monitor of one writer's CPU sees another");
  const auto& [why, head, tail, size] = *said;
  if (static_cast<RefusedFor>(why) == RefusedFor::no_space) words[lost] = 1;
  words[behind] = head - tail;
}

bool violated(const MonitorEnd& end, ConstWords words) {
  return words[lost] != 0 && somebody_sleeps(end, words) && unread(end) != 0 &&
         unread(end) == words[behind];
}
bool seen(ConstWords words) {
  return words[lost] != 0 && words[woken] != 0;
}

}  // namespace full

/// One more than what the locations called "running" and "state" hold; a missing location counts as
/// holding 1.
namespace disabled {

enum MonitorWord : std::size_t { running = wakeup_count, state, count };

std::optional<LocId> location_of(const PerfRings& scenario, std::string_view name) {
  for (std::size_t l = 0; l < scenario.locations->size(); ++l)
    if ((*scenario.locations)[l].name == name) return static_cast<LocId>(l);
  return std::nullopt;
}

void follow(const MonitorStep& step, std::string_view name, std::uint64_t& word) {
  const auto place = location_of(step.scenario, name);
  if (word == 0) word = 1 + (place ? step.path.graph[*place].value : 1);
  if (place && step.reaches_memory() && step.event().location == *place)
    word = 1 + step.path.graph[step.path.graph.co_last(*place)].value;
}

void step(const MonitorStep& step, Words words) {
  take_sleepers(step, words);
  follow(step, "running", words[running]);
  follow(step, "state", words[state]);
}

bool violated(const MonitorEnd& end, ConstWords words) {
  return somebody_sleeps(end, words) && (words[running] == 1 || words[state] == 1);
}
bool seen(ConstWords words) {
  return words[woken] != 0 && words[running] > 1 && words[state] > 1;
}

}  // namespace disabled
}  // namespace

const Monitor kWakeupMonitor =
    perf_monitor<PerfView, take_sleepers, violates_wakeup, sees_wakeup>(&kWakeup, wakeup_count);
const Monitor kFullLivenessMonitor =
    perf_monitor<PerfView, full::step, full::violated, full::seen>(&kFullLiveness, full::count);
const Monitor kDisabledAndWokenMonitor =
    perf_monitor<PerfView, disabled::step, disabled::violated, disabled::seen>(&kDisabledAndWoken,
                                                                               disabled::count);

}  // namespace ringcheck
