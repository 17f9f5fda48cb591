#pragma once
// The first and the final value of a location, when nothing runs any more.

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "graph/check.hpp"
#include "properties/core/perf_view.hpp"

namespace ringcheck {

/// The location with this name. Pre: there is one.
inline LocId location_named(const PerfView& view, std::string_view name) {
  const auto& locations = *view.scenario.locations;
  const auto it = std::ranges::find(locations, name, &Location::name);
  RC_CHECK(it != locations.end(), "no location has this name");
  return static_cast<LocId>(it - locations.begin());
}

/// What that location holds at first, and at the end of the execution.
inline std::uint64_t first_word(const PerfView& view, std::string_view name) {
  return view.graph()[location_named(view, name)].value;
}
inline std::uint64_t last_word(const PerfView& view, std::string_view name) {
  return view.graph()[view.graph().co_last(location_named(view, name))].value;
}

}  // namespace ringcheck
