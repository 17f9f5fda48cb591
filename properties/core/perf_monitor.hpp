#pragma once
// What monitors of perf's properties see of a step.

#include <cstdint>
#include <optional>
#include <span>

#include "check/monitor.hpp"
#include "properties/core/perf_view.hpp"
#include "protocol/core/observation.hpp"

namespace ringcheck {

/// What a word of a data ring's area holds after a store. Offsets are bytes of the stream. The cell
/// keeps one more than an offset, since 0 means none.
struct RingCell {
  std::uint64_t held = 0;    ///< one more than the stream offset of the word that was stored
  std::uint64_t latest = 0;  ///< one more than the largest offset of the words stored up to here
  std::uint64_t place = 0;   ///< of the store in coherence order; 0: nothing was stored

  /// The cell as a number, for a search to keep with the store; 0 for a cell that holds nothing.
  [[nodiscard]] std::uint64_t note() const;
  /// The cell that `note` is for.
  static RingCell of(std::uint64_t note);
};

/// A step of a path as monitors see it.
struct MonitorStep {
  const PathStep& path;
  const PerfRings& scenario;

  /// Words of the data area; 0 without a data ring.
  [[nodiscard]] std::size_t cells() const {
    return scenario.ring ? scenario.ring->data_size / kWordBytes : 0;
  }
  /// What the code says with this step, if it is of kind Said; nothing otherwise.
  template <template <class> class Said>
  [[nodiscard]] std::optional<Said<std::uint64_t>> said() const {
    if (path.said == nullptr || path.said->kind != Said<std::uint64_t>::kKind) return std::nullopt;
    return heard<Said>(path.said->numbers);
  }
  /// The event that happens in this step: one that performs, or is issued.
  [[nodiscard]] const Event& event() const { return path.graph[path.event]; }
  /// True iff a write reaches memory.
  [[nodiscard]] bool reaches_memory() const {
    return path.kind == PathStep::Kind::performed && event().kind == EventKind::write;
  }
  /// The number of the data word that the step's event accesses; cells() if it is none.
  [[nodiscard]] std::size_t cell() const;
  /// What the data word that the step's event accesses holds after the store that the event reads
  /// from or follows; nothing if it accesses none.
  [[nodiscard]] RingCell source() const;
  /// The same after the store that is the event, or the last one for a load.
  [[nodiscard]] RingCell latest() const;
};

/// The end of a path: a complete execution.
struct MonitorEnd {
  const ExecutionGraph& graph;
  const PerfRings& scenario;

  /// What memory holds at `address`.
  [[nodiscard]] std::uint64_t value(std::uint64_t address) const {
    return graph[graph.co_last(location_of(address))].value;
  }
};

/// A monitor of a property that judges by views of type V. Its functions take MonitorStep and
/// words, MonitorEnd and words, and words.
template <class V, auto Step, auto Violated, auto Seen>
constexpr Monitor perf_monitor(
    const Property* property, std::size_t words,
    std::optional<NotMonitored> (*not_monitored)(const void*) = nullptr) {
  return {property,
          words,
          [](const void* view, const PathStep& step, std::span<std::uint64_t> of) {
            Step({step, static_cast<const V*>(view)->scenario}, of);
          },
          [](const void* view, const ExecutionGraph& graph, std::span<const std::uint64_t> of) {
            return Violated({graph, static_cast<const V*>(view)->scenario}, of);
          },
          Seen,
          not_monitored};
}

}  // namespace ringcheck
