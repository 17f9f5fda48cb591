// The monitors of a scenario side by side: what the data area holds, then the words of each.
// Which stream offset a stored word is for is told right behind its store, which may still wait
// then: it is noted, and comes back with the store when that reaches memory.
// Tested by tests/properties/monitor_test.cpp and tests/properties/state_check_test.cpp.
#include <fmt/format.h>

#include <algorithm>

#include "graph/diagnostic.hpp"
#include "properties/monitor.hpp"

namespace ringcheck {

namespace {

constexpr std::size_t kMostCells = 64;

std::size_t cell_of(const ScenarioProgram& scenario, const Event& event, std::size_t cells) {
  if (!scenario.ring || event.location == kNoLocation) return cells;
  const std::uint64_t first = location_of(scenario.ring->at.data);
  return event.location >= first && event.location - first < cells ? event.location - first : cells;
}

}  // namespace

std::size_t MonitorStep::cell() const {
  return cell_of(scenario, event(), cells.size());
}

Monitors::Monitors(const Scenario& scenario, const ScenarioProgram& built) : built_(built) {
  if (built.ring) cells_ = built.ring->data_size / kWordBytes;
  if (cells_ > kMostCells)
    throw InputError({"", 0, 0,
                      fmt::format("{}: no verdict alone for {} words of data, expected at most {}",
                                  scenario.name, cells_, kMostCells)});
  if (built.wakeup_events != 0)
    throw InputError({"", 0, 0,
                      fmt::format("{}: no verdict alone where samples are counted, expected "
                                  "wakeup-events=0",
                                  scenario.name)});
  words_ = cells_ * RingCells::kWordsEach;
  for (const Property* property : scenario.properties) {
    const Monitor* monitor = monitor_of(*property);
    if (monitor == nullptr)
      throw InputError({"", 0, 0,
                        fmt::format("{}: no verdict alone: property {} has no monitor, expected "
                                    "a scenario whose properties all have one",
                                    scenario.name, property->id)});
    monitors_.push_back(monitor);
    first_.push_back(words_);
    words_ += monitor->words;
  }
}

std::uint64_t Monitors::step(const PathStep& step, std::span<std::uint64_t> words) const {
  const MonitorStep shown{step, built_, RingCells(words.first(cells_ * RingCells::kWordsEach))};
  for (std::size_t i = 0; i < monitors_.size(); ++i)
    monitors_[i]->step(shown, words.subspan(first_[i], monitors_[i]->words));
  if (const Observation* stored = shown.said(ObservationKind::word_stored))
    return stored->numbers[0] + 1;
  if (!shown.reaches_memory()) return 0;
  if (const std::size_t cell = shown.cell(); cell < cells_) {
    const std::span<std::uint64_t> held = words.subspan(cell * RingCells::kWordsEach);
    held[0] = step.note;
    held[1] = std::max(held[1], step.note);
  }
  return 0;
}

bool Monitors::violated(std::size_t i, const ExecutionGraph& graph,
                        std::span<const std::uint64_t> words) const {
  return monitors_[i]->violated({graph, built_}, words.subspan(first_[i], monitors_[i]->words));
}

bool Monitors::seen(std::size_t i, std::span<const std::uint64_t> words) const {
  return monitors_[i]->seen(words.subspan(first_[i], monitors_[i]->words));
}

}  // namespace ringcheck
