// I-121: an event may overflow as often as it was allowed to, and counts as long as it may. Judged
// when nothing runs any more. Source: kernel/events/core.c _perf_event_refresh. Tested by
// tests/properties/wakeup/perf_refresh_test.cpp.
#include "properties/core/last_word.hpp"
#include "properties/wakeup/invariants.hpp"

namespace ringcheck {
namespace {

bool counts(const PerfView& view) {
  return last_word(view, "state") != 0 && last_word(view, "running") != 0;
}

std::optional<Violation> violated(const PerfView& view) {
  const std::uint64_t limit = last_word(view, "event_limit");
  const std::uint64_t allowed = last_word(view, "allowed");
  if (limit != allowed)
    return Violation{"an event may overflow {0} more times, and {1} were allowed",
                     {limit, allowed}};
  if (limit == 0 || counts(view)) return std::nullopt;
  return Violation{"an event may overflow {0} more times, and does not count", {limit}};
}

bool seen(const PerfView& view) {
  return last_word(view, "event_limit") != 0 && counts(view);
}

}  // namespace

constinit const Property kRefreshed =
    property<violated, seen>("I-121", "Refreshed: an event that may overflow further times counts",
                             "an event that its limit has turned off counts again");

}  // namespace ringcheck
