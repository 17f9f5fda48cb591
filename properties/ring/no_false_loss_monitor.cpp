// The monitor of I-114: keeps the reservations that nested in the call under way, and judges each
// refusal by them. It keeps nothing once the outermost writer has reserved or was refused.
// Tested by tests/properties/core/monitor_test.cpp against the property.
#include <algorithm>

#include "properties/core/perf_monitor.hpp"
#include "properties/ring/invariants.hpp"
#include "properties/ring/writer_monitors.hpp"
#include "protocol/ring/observations.hpp"

namespace ringcheck {
namespace {

using Words = std::span<std::uint64_t>;
using ConstWords = std::span<const std::uint64_t>;

/// How many reservations are kept; no more of them nest in one call of the scenarios.
constexpr std::size_t kMost = 12;
enum MonitorWord : std::size_t { wrong, refused, nest, kept, first, count = first + 3 * kMost };
/// Words of a kept reservation.
enum Field : std::size_t { offset, end, tail, fields };

bool fits(std::uint64_t room, std::uint64_t size, std::uint64_t head, std::uint64_t after) {
  const std::uint64_t used = static_cast<std::uint32_t>(head - after);
  return used <= room && size <= room - used;
}

/// Whether the record that `no` refuses fitted at each moment that its CPU knows of.
bool fitted_always(ConstWords words, const said::Refused<std::uint64_t>& no, std::uint64_t room) {
  std::uint64_t head = no.head;
  for (std::size_t left = words[kept]; left > 0; --left) {
    const ConstWords at = words.subspan(first + (left - 1) * fields, fields);
    if (at[end] != head || static_cast<std::int32_t>(at[tail] - no.tail) <= 0) break;
    if (!fits(room, no.size, head, at[tail])) return false;
    head = at[offset];
  }
  return head != no.head && fits(room, no.size, head, no.tail);
}

void forget(Words words) {
  std::fill(words.begin() + kept, words.end(), 0);
}

void step(const MonitorStep& step, Words words) {
  const PerfBuffer& rb = *step.scenario.ring;
  const auto* said = step.path.said;
  if (said == nullptr) {
    const Event& event = step.event();
    if (event.id.thread == step.scenario.writer && event.kind == EventKind::write &&
        !step.reaches_memory() && event.location == location_of(rb.at.nest))
      words[nest] = event.value;
    return;
  }
  if (const auto made = step.said<said::Reserved>()) {
    if (words[nest] < 2) return forget(words);
    RC_CHECK(words[kept] < kMost, "more writers nest in one call than a monitor remembers");
    const Words at = words.subspan(first + words[kept]++ * fields, fields);
    at[offset] = made->offset;
    at[end] = made->offset + made->size;
    at[tail] = made->tail;
  } else if (const auto no = step.said<said::Refused>()) {
    if (static_cast<RefusedFor>(no->why) == RefusedFor::no_space) {
      if (said->level == 0) words[refused] = 1;
      if (!rb.overwrite && fitted_always(words, *no, rb.data_size - 1)) words[wrong] = 1;
    }
    if (words[nest] < 2) forget(words);
  }
}

bool violated(const MonitorEnd&, ConstWords words) {
  return words[wrong] != 0;
}
bool seen(ConstWords words) {
  return words[refused] != 0;
}

}  // namespace

const Monitor kNoFalseLossMonitor =
    perf_monitor<PerfView, step, violated, seen>(&kNoFalseLoss, count);

}  // namespace ringcheck
