// I-120: what a task reads of its own counter by the user page is what was counted, before a reset
// or after. Judged when nothing runs any more. Source: include/uapi/linux/perf_event.h struct
// perf_event_mmap_page, lock. Tested by tests/properties/sampling/self_monitoring_test.cpp.
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
  const std::uint64_t told = last_word(view, "page.offset") + kReadCounter;
  if (lock % 2 != 0 || index != 1 || told != last_word(view, "event.count"))
    return Violation{"a page is left with lock {0}, index {1} and {2} in all", {lock, index, told}};
  return std::nullopt;
}

bool seen(const PerfView& view) {
  return last_word(view, "task.read") == kCountedAfter;
}

}  // namespace

constinit const Property kReadsItself = property<violated, seen>(
    "I-120", "Self-monitoring: what a task reads of its own counter is what was counted",
    "a task reads its counter after a reset");

}  // namespace ringcheck
