// The monitors of a scenario side by side.
// Tested by tests/properties/core/monitor_test.cpp and tests/properties/core/state_check_test.cpp.
#include "check/monitor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "graph/check.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

const View& view_of(const Subject& subject, const Property& property) {
  const auto view = std::ranges::find(subject.views, property.view, &View::type);
  RC_CHECK(view != subject.views.end(), "no view to judge a property by");
  return *view;
}

}  // namespace

std::optional<Diagnostic> Monitors::refusal(const Scenario& scenario, const Subject& subject) {
  const auto refused = [&](const std::string& what, std::string_view expected) {
    return Diagnostic{
        "", 0, 0,
        fmt::format("{}: no verdict alone{}, expected {}", scenario.name, what, expected)};
  };
  for (const View& view : subject.views)
    if (const auto why = view.not_monitored()) return refused(" " + why->what, why->expected);
  for (const Property* property : scenario.properties) {
    const auto monitor = std::ranges::find(subject.monitors, property, &Monitor::property);
    if (monitor == subject.monitors.end())
      return refused(fmt::format(": property {} has no monitor", property->id),
                     "a scenario whose properties all have one");
    if ((*monitor)->not_monitored == nullptr) continue;
    if (const auto why = (*monitor)->not_monitored(view_of(subject, *property).address()))
      return refused(fmt::format(": property {} has no monitor {}", property->id, why->what),
                     why->expected);
  }
  return std::nullopt;
}

Monitors::Monitors(const Scenario& scenario, const Subject& subject) : subject_(subject) {
  if (const auto refused = refusal(scenario, subject)) throw InputError(*refused);
  for (const Property* property : scenario.properties) {
    const auto monitor = std::ranges::find(subject.monitors, property, &Monitor::property);
    rows_.push_back({*monitor, view_of(subject, *property).address(), words_});
    words_ += (*monitor)->words;
  }
}

std::uint64_t Monitors::step(const PathStep& step, std::span<std::uint64_t> words) const {
  for (const Row& row : rows_)
    row.monitor->step(row.view, step, words.subspan(row.first, row.monitor->words));
  for (const View& view : subject_.views)
    if (const std::uint64_t note = view.note(step); note != 0) return note;
  return 0;
}

bool Monitors::violated(std::size_t i, const ExecutionGraph& graph,
                        std::span<const std::uint64_t> words) const {
  const Row& row = rows_[i];
  return row.monitor->violated(row.view, graph, words.subspan(row.first, row.monitor->words));
}

bool Monitors::seen(std::size_t i, std::span<const std::uint64_t> words) const {
  const Row& row = rows_[i];
  return row.monitor->seen(words.subspan(row.first, row.monitor->words));
}

std::optional<StateObserver> observer_of(const Scenario& scenario, const Subject& subject) {
  if (Monitors::refusal(scenario, subject)) return std::nullopt;
  const auto monitors = std::make_shared<const Monitors>(scenario, subject);
  return StateObserver{monitors->words(),
                       [monitors](const PathStep& step, std::span<std::uint64_t> words) {
                         return monitors->step(step, words);
                       }};
}

}  // namespace ringcheck
