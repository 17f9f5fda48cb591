// I-122: interrupt work does all that it was asked to do. Judged when nothing runs any more: nobody
// has anything queued, pending or due. Source: kernel/events/core.c perf_pending_irq,
// perf_event_wakeup. Tested by tests/properties/core/invariants_test.cpp.
#include <array>

#include "properties/core/last_word.hpp"
#include "properties/wakeup/invariants.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 4> kAsked = {"pending_irq", "pending_wakeup",
                                                    "pending_disable", "pending_kill"};

std::optional<Violation> violated(const PerfView& view) {
  for (std::size_t i = 0; i < kAsked.size(); ++i) {
    const std::optional<LocId> word = find_location(view, kAsked.at(i));
    if (word && last_word(view, *word) != 0)
      return Violation{
          "what interrupt work was asked to do is left ({0}: of queued, wakeup, "
          "disable, signal)",
          {i}};
  }
  return std::nullopt;
}

/// Work was queued.
bool seen(const PerfView& view) {
  const std::optional<LocId> word = find_location(view, kAsked.front());
  return word && view.graph().co_last(*word) != *word;
}

}  // namespace

constinit const Property kWorkDone =
    property<violated, seen>("I-122", "Work done: interrupt work does all that it was asked to do",
                             "interrupt work is queued");

}  // namespace ringcheck
