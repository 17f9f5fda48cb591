// Known and explained violations of this area.
// Tested by tests/cli/findings_test.cpp: each shows where it is recorded, and its remedy removes
// it.
#include "properties/core/finding.hpp"

namespace ringcheck {

namespace {

constexpr Finding kRemoteReset = {
    "F-31", "A reset on another CPU lets a task read a count that never was",
    "perf_event_update_userpage raises page->lock, stores page->offset as the count, takes off it "
    "what the counter said before, and raises lock again, with barriers for the compiler alone. "
    "That serves a task that reads its own counter if the update interrupts it. "
    "PERF_EVENT_IOC_RESET updates the page on the CPU that calls it: the task sees lock odd, or as "
    "it was, twice, and the offset of a moment in between. It reads what the counter says beside "
    "what was counted. An update on the event's CPU (reset=on-its-cpu) removes it.",
    "A task that reads its counters by rdpmc while another thread or process resets them, on every "
    "machine: a count that is wrong by what the counter says."};

}  // namespace

std::vector<KnownViolation> sampling_violations() {
  return {shown_everywhere(kRemoteReset, "self-monitoring", {"I-120"}, "reset=on-its-cpu")};
}

}  // namespace ringcheck
