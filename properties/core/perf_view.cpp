// What happened to perf's buffers in one execution, and what of it monitors see. The code tells
// right after a store which stream offset the word is for. That is noted, and kept with the store
// as long as something may read the store. Only one CPU writes the data area, so a store has its
// place in coherence order when it is issued. Tested by tests/properties/core/monitor_test.cpp and
// tests/properties/core/state_check_test.cpp.
#include "properties/core/perf_view.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "graph/check.hpp"
#include "properties/core/perf_monitor.hpp"
#include "protocol/ring/observations.hpp"

namespace ringcheck {

namespace {

constexpr std::size_t kMostCells = 64;
constexpr int kPlaceBits = 8;
constexpr int kOffsetBits = 28;
constexpr std::uint64_t kMaxOffset = (std::uint64_t{1} << kOffsetBits) - 1;

}  // namespace

void PerfView::gather(const ExecutionGraph& graph, const Transcript& said) {
  graph_ = &graph;
  ring.gather(graph, said, scenario.ring ? &*scenario.ring : nullptr);
  aux.gather(graph, said, scenario.aux ? &*scenario.aux : nullptr, scenario.writer);
}

std::optional<NotMonitored> PerfView::not_monitored() const {
  if (scenario.wakeup_events != 0)
    return NotMonitored{"where samples are counted", "wakeup-events=0"};
  if (!scenario.ring) return std::nullopt;
  if (const std::uint64_t words = scenario.ring->data_size / kWordBytes; words > kMostCells)
    return NotMonitored{fmt::format("for {} words of data", words),
                        fmt::format("at most {}", kMostCells)};
  // The compiled code has accesses that the protocol's code does not name.
  if (scenario.ring->names_accesses)
    return NotMonitored{"where a compiler is a party", "compiler=0"};
  if (scenario.ring->reader_width.narrow)
    return NotMonitored{"where a long has 32 bits", "widths=64"};
  if (scenario.start != 0) return NotMonitored{"where positions do not start at 0", "start=0"};
  return std::nullopt;
}

std::uint64_t RingCell::note() const {
  RC_CHECK(held <= latest && latest <= kMaxOffset && place >> kPlaceBits == 0,
           "a stream too long for a note");
  return place | held << kPlaceBits | (latest - held) << (kPlaceBits + kOffsetBits);
}

RingCell RingCell::of(std::uint64_t note) {
  const std::uint64_t held = note >> kPlaceBits & kMaxOffset;
  return {held, held + (note >> (kPlaceBits + kOffsetBits)),
          note & ((std::uint64_t{1} << kPlaceBits) - 1)};
}

std::size_t MonitorStep::cell() const {
  const std::size_t count = cells();
  if (count == 0 || event().location == kNoLocation) return count;
  const std::uint64_t first = location_of(scenario.ring->at.data);
  return event().location >= first && event().location - first < count ? event().location - first
                                                                       : count;
}

RingCell MonitorStep::source() const {
  if (cell() == cells()) return {};
  return RingCell::of(path.note_of(event().kind == EventKind::read ? event().rf : event().co_prev));
}

RingCell MonitorStep::latest() const {
  if (cell() == cells()) return {};
  return RingCell::of(path.note_of(
      event().kind == EventKind::read ? path.graph.co_last(event().location) : path.event));
}

std::uint64_t PerfView::note(const PathStep& step) const {
  const MonitorStep shown{step, scenario};
  const auto stored = shown.said<said::WordStored>();
  const bool issued = step.kind == PathStep::Kind::issued && shown.event().kind == EventKind::write;
  if ((!stored && !issued) || shown.cell() == shown.cells()) return 0;
  RC_CHECK(shown.event().materialised, "a data area that several CPUs write");
  const std::uint64_t held = stored ? stored->offset + 1 : 0;
  return RingCell{held, std::max(held, shown.source().latest), shown.event().co_position}.note();
}

}  // namespace ringcheck
