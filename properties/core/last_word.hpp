#pragma once
// The first and the final value of a location, when nothing runs any more.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "graph/check.hpp"
#include "properties/core/perf_view.hpp"

namespace ringcheck {

/// The location with this name; nullopt if there is none.
inline std::optional<LocId> find_location(const PerfView& view, std::string_view name) {
  if (!view.scenario.locations) return std::nullopt;
  const auto& locations = *view.scenario.locations;
  const auto it = std::ranges::find(locations, name, &Location::name);
  if (it == locations.end()) return std::nullopt;
  return static_cast<LocId>(it - locations.begin());
}
/// The location with this name. Pre: there is one.
inline LocId location_named(const PerfView& view, std::string_view name) {
  const std::optional<LocId> location = find_location(view, name);
  RC_CHECK(location.has_value(), "no location has this name");
  return *location;
}

/// What a location holds at the end of the execution.
inline std::uint64_t last_word(const PerfView& view, LocId location) {
  return view.graph()[view.graph().co_last(location)].value;
}
/// What the location with this name holds at first, and at the end. Pre: there is one.
inline std::uint64_t first_word(const PerfView& view, std::string_view name) {
  return view.graph()[location_named(view, name)].value;
}
inline std::uint64_t last_word(const PerfView& view, std::string_view name) {
  return last_word(view, location_named(view, name));
}

}  // namespace ringcheck
