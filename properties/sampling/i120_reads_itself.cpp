// I-120: what a task reads of its own counter by the user page is what was counted, before a reset
// or after, and the page tells which counter its event is on. Judged when nothing runs any more.
// Source: include/uapi/linux/perf_event.h struct perf_event_mmap_page, lock. Tested by
// tests/properties/sampling/self_monitoring_test.cpp.
#include "properties/core/last_word.hpp"
#include "properties/sampling/invariants.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kCountedBefore = 12, kCountedAfter = 0;

std::optional<Violation> violated(const PerfView& view) {
  const std::uint64_t read = last_word(view, "task.read");
  if (read != kNothingRead && read != kCountedBefore && read != kCountedAfter)
    return Violation{
        "a task reads {0} of its counter: {1} were counted before the reset, {2} after",
        {read, kCountedBefore, kCountedAfter}};
  // Whoever updates the page leaves it whole.
  const std::uint64_t lock = last_word(view, "page.lock"), index = last_word(view, "page.index");
  const std::uint64_t counted = index != 0 ? kReadCounter : 0;
  const std::uint64_t told = last_word(view, "page.offset") + counted;
  if (lock % 2 != 0 || index != last_word(view, "event.on") ||
      told != last_word(view, "event.count"))
    return Violation{"a page is left with lock {0} (1: odd), index {1} and {2} in all",
                     {lock % 2, index, told}};
  // Whoever may update it has done so.
  if (lock == last_word(view, "lock.at.most") && index != last_word(view, "on.at.last"))
    return Violation{"a page has index {0} after all updates, and the event is on {1}",
                     {index, last_word(view, "on.at.last")}};
  return std::nullopt;
}

bool seen(const PerfView& view) {
  const std::uint64_t read = last_word(view, "task.read");
  return read == kCountedAfter || (read == kCountedBefore && last_word(view, "event.on") == 0);
}

}  // namespace

constinit const Property kReadsItself = property<violated, seen>(
    "I-120", "Self-monitoring: what a task reads of its own counter is what was counted",
    "a task reads its counter after a reset, or when its event has left it");

}  // namespace ringcheck
