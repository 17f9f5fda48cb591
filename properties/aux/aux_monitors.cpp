// Monitors of transactions of the AUX area, and of the sessions of the unit in them. Tested by
// tests/properties/core/monitor_test.cpp against the properties.
#include "properties/aux/aux_monitors.hpp"

#include <algorithm>

#include "properties/aux/invariants.hpp"
#include "properties/aux/unit_sessions.hpp"
#include "properties/core/perf_monitor.hpp"
#include "protocol/aux/observations.hpp"

namespace ringcheck {
namespace {

using Words = std::span<std::uint64_t>;
using ConstWords = std::span<const std::uint64_t>;

namespace clobber {

enum MonitorWord : std::size_t { wrong, is_open, running, count };

void step(const MonitorStep& step, Words words) {
  if (step.said<said::AuxBegun>()) words[is_open] = 1;
  if (step.said<said::AuxEnded>()) {
    if (words[is_open] != 0 && words[running] != 0) words[wrong] = 1;
    words[is_open] = 0;
  }
  if (const auto started = step.said<said::UnitStarted>()) {
    if (words[is_open] == 0) words[wrong] = 1;
    words[running] |= session_bit(started->session);
  }
  if (const auto drained = step.said<said::UnitDrained>())
    words[running] &= ~session_bit(drained->session);
}

bool violated(const MonitorEnd&, ConstWords words) {
  return words[wrong] != 0;
}
bool seen(ConstWords) {
  return false;
}

/// If a reader loads trace, the property also asks who stores over unloaded trace, and where room
/// ends. The monitor does not follow that.
std::optional<NotMonitored> not_monitored(const void* view) {
  const PerfRings& rings = static_cast<const PerfView*>(view)->scenario;
  if (rings.aux && rings.aux->overwrite && !rings.trace_is_read) return std::nullopt;
  return NotMonitored{"where a reader loads trace", "an area that is written over and over"};
}

}  // namespace clobber

namespace one {

enum MonitorWord : std::size_t { wrong, begun, is_open, first_ended, nest, count };

void step(const MonitorStep& step, Words words) {
  if (step.said<said::AuxBegun>()) {
    if (words[is_open] != 0) words[wrong] = 1;
    words[is_open] = 1;
    words[begun] = std::min<std::uint64_t>(words[begun] + 1, 2);
  }
  if (step.said<said::AuxEnded>()) {
    if (words[is_open] == 0) words[wrong] = 1;
    if (words[is_open] != 0 && words[begun] == 1) words[first_ended] = 1;
    words[is_open] = 0;
  }
  if (step.said<said::AuxEndWithoutBegin>()) words[wrong] = 1;
  if (const auto rest = step.said<said::AuxRest>()) words[nest] = rest->nest;
}

bool violated(const MonitorEnd&, ConstWords words) {
  return words[wrong] != 0 || words[nest] != words[is_open];
}
bool seen(ConstWords words) {
  return words[begun] > 1 && words[first_ended] != 0;
}

}  // namespace one
}  // namespace

const Monitor kAuxNoClobberMonitor =
    perf_monitor<PerfView, clobber::step, clobber::violated, clobber::seen>(
        &kAuxNoClobber, clobber::count, clobber::not_monitored);
const Monitor kOneTransactionMonitor =
    perf_monitor<PerfView, one::step, one::violated, one::seen>(&kOneTransaction, one::count);

}  // namespace ringcheck
