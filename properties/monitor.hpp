#pragma once
// Monitor: a property judged while an execution happens on an operational machine, step by step.

#include <cstdint>
#include <span>

#include "explore/state_search.hpp"
#include "properties/property.hpp"
#include "properties/scenario.hpp"

namespace ringcheck {

/// What a word of a data ring's area holds behind a store. Offsets are bytes of the stream; 0
/// stands for none, so one more is kept.
struct RingCell {
  std::uint64_t held = 0;    ///< one more than the stream offset of the word that was stored
  std::uint64_t latest = 0;  ///< one more than the largest offset of the words stored up to here
  std::uint64_t place = 0;   ///< of the store in coherence order; 0: nothing was stored

  /// A number for it, for a search to keep with the store; 0 for one that holds nothing.
  [[nodiscard]] std::uint64_t note() const;
  /// The cell that `note` is for.
  static RingCell of(std::uint64_t note);
};

/// A step of a path as monitors see it.
struct MonitorStep {
  const PathStep& path;
  const ScenarioProgram& scenario;
  std::size_t cells;  ///< words of the data area; 0 without a data ring

  /// What the code says with this step, if it is of `kind`; null otherwise.
  [[nodiscard]] const Observation* said(ObservationKind kind) const {
    return path.said != nullptr && path.said->kind == kind_number(kind) ? path.said : nullptr;
  }
  /// The event that happens in this step: one that performs, or is issued.
  [[nodiscard]] const Event& event() const { return path.graph[path.event]; }
  /// True iff a write reaches memory.
  [[nodiscard]] bool reaches_memory() const {
    return path.kind == PathStep::Kind::performed && event().kind == EventKind::write;
  }
  /// The number of the data word that the step's event accesses; `cells` if it is none.
  [[nodiscard]] std::size_t cell() const;
  /// What the data word that the step's event accesses holds behind the store that the event reads
  /// from, or stands behind; nothing if it accesses none.
  [[nodiscard]] RingCell source() const;
  /// The same behind the store that is the event, or the last one for a load.
  [[nodiscard]] RingCell latest() const;
};

/// The end of a path: a complete execution.
struct MonitorEnd {
  const ExecutionGraph& graph;
  const ScenarioProgram& scenario;

  /// What memory holds at `address`.
  [[nodiscard]] std::uint64_t value(std::uint64_t address) const {
    return graph[graph.co_last(location_of(address))].value;
  }
};

/// A property as an automaton over the steps of an operational machine. On each complete
/// execution in which no property of the scenario is violated it answers as Property::violated and
/// Property::seen do; and if some are violated, one of the scenario's monitors says so. What it
/// remembers is a part of the states that a search for verdicts tells apart: the less, the faster.
struct Monitor {
  const Property* property;
  std::size_t words;  ///< that it remembers; 0 at the start
  void (*step)(const MonitorStep&, std::span<std::uint64_t>);
  bool (*violated)(const MonitorEnd&, std::span<const std::uint64_t>);
  bool (*seen)(std::span<const std::uint64_t>);
};

/// The monitor of `property`; null if there is none.
const Monitor* monitor_of(const Property& property);

/// The monitors of a scenario's properties, side by side in what a search remembers.
class Monitors {
 public:
  /// `built` is a program of `scenario` and outlives this. Errors: InputError that names a property
  /// without a monitor.
  Monitors(const Scenario& scenario, const ScenarioProgram& built);

  [[nodiscard]] std::size_t words() const { return words_; }
  /// Takes in a step of a path, into `words`, which hold what was remembered of the path; returns a
  /// note for its event.
  std::uint64_t step(const PathStep& step, std::span<std::uint64_t> words) const;
  /// Whether property number `i` of the scenario is violated in a complete execution.
  [[nodiscard]] bool violated(std::size_t i, const ExecutionGraph& graph,
                              std::span<const std::uint64_t> words) const;
  /// Whether its `sometimes` is seen there.
  [[nodiscard]] bool seen(std::size_t i, std::span<const std::uint64_t> words) const;
  /// Number of properties.
  [[nodiscard]] std::size_t size() const { return monitors_.size(); }

 private:
  const ScenarioProgram& built_;
  std::size_t cells_ = 0;  ///< words of the data area
  std::vector<const Monitor*> monitors_;
  std::vector<std::size_t> first_;  ///< word of each monitor
  std::size_t words_ = 0;
};

}  // namespace ringcheck
