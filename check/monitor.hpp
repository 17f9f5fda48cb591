#pragma once
// Monitor: judges a property step by step while an execution happens on an operational machine.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "check/scenario.hpp"
#include "explore/state_search.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

/// A property as an automaton over the steps of an operational machine. On each complete execution
/// that violates no property of the scenario it answers as Property::violated and Property::seen
/// do. If an execution violates some, one of the scenario's monitors says so. What a monitor
/// remembers is part of the states that a search for verdicts tells apart: the less, the faster.
///
/// Its functions get the subject's view of the property's type, which has gathered nothing.
struct Monitor {
  const Property* property;
  std::size_t words;  ///< that it remembers; 0 at the start
  void (*step)(const void* view, const PathStep&, std::span<std::uint64_t>);
  bool (*violated)(const void* view, const ExecutionGraph&, std::span<const std::uint64_t>);
  bool (*seen)(std::span<const std::uint64_t>);
  /// Why it cannot judge this view's program, although it can judge others; null: it can judge any.
  std::optional<NotMonitored> (*not_monitored)(const void* view) = nullptr;
};

/// The monitors of a scenario's properties, side by side in what a search remembers.
class Monitors {
 public:
  /// `subject` is one of `scenario` and outlives this. Errors: InputError that names a property
  /// without a monitor.
  Monitors(const Scenario& scenario, const Subject& subject);
  /// What that error says; nothing if there is none.
  static std::optional<Diagnostic> refusal(const Scenario& scenario, const Subject& subject);

  [[nodiscard]] std::size_t words() const { return words_; }
  /// Takes a step of a path into `words`, which hold what is remembered of the path. Returns a note
  /// for the event of the step.
  std::uint64_t step(const PathStep& step, std::span<std::uint64_t> words) const;
  /// Whether property number `i` of the scenario is violated in a complete execution.
  [[nodiscard]] bool violated(std::size_t i, const ExecutionGraph& graph,
                              std::span<const std::uint64_t> words) const;
  /// Whether its `sometimes` is seen there.
  [[nodiscard]] bool seen(std::size_t i, std::span<const std::uint64_t> words) const;
  /// Number of properties.
  [[nodiscard]] std::size_t size() const { return rows_.size(); }

 private:
  struct Row {
    const Monitor* monitor;
    const void* view;
    std::size_t first;  ///< its first word
  };
  const Subject& subject_;
  std::vector<Row> rows_;
  std::size_t words_ = 0;
};

/// Watches executions of `scenario` for all of its properties; nothing if one has no monitor. Pre:
/// `subject` is one of `scenario`; both outlive what is returned.
std::optional<StateObserver> observer_of(const Scenario& scenario, const Subject& subject);

}  // namespace ringcheck
