#pragma once
// The final value of a location, when nothing runs any more.

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "graph/check.hpp"
#include "properties/core/perf_view.hpp"

namespace ringcheck {

/// What the location with this name holds at the end of the execution. Pre: there is one.
inline std::uint64_t last_word(const PerfView& view, std::string_view name) {
  const auto& locations = *view.scenario.locations;
  const auto it = std::ranges::find(locations, name, &Location::name);
  RC_CHECK(it != locations.end(), "no location has this name");
  return view.graph()[view.graph().co_last(static_cast<LocId>(it - locations.begin()))].value;
}

}  // namespace ringcheck
