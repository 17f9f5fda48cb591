// Known and explained violations of this area.
// Tested by tests/cli/findings_test.cpp: each shows where it is recorded, and its remedy removes
// it.
#include "properties/core/finding.hpp"

namespace ringcheck {

namespace {

constexpr Finding kEnable = {
    "F-12",
    "Two interrupts between the active state and the enabling of Intel BTS leave it running "
    "without a transaction",
    "__bts_event_start sets bts->state to ACTIVE and then enables BTS. The first NMI in "
    "between disables and enables BTS on its way; BTS stores branches up to its threshold, and "
    "the second NMI, which comes before the next instruction, finds no room: it closes the "
    "transaction and sets the state to STOPPED. The instruction that follows enables BTS all "
    "the same. bts_event_stop takes STOPPED for disabled, so that BTS stays enabled after the "
    "stop. With the state set after the enabling (state=after-enable) interrupts in between "
    "are ignored.",
    "Intel BTS (x86-64) with interrupts as it starts in a nearly full area: it runs on without "
    "a transaction."};

constexpr Finding kSetBack = {
    "F-13", "Any performance interrupt sets a snapshot of Intel BTS back",
    "The performance interrupt disables BTS on its way in and enables it on its way out, and "
    "enabling programs the index with buf->head. In snapshot mode intel_bts_interrupt returns "
    "before it moves buf->head to where BTS has come, so BTS goes on where it started, over "
    "what it has written. Only bts_event_stop moves it. If the interrupt does too "
    "(update=interrupt-too), BTS goes on where it stopped.",
    "Snapshots of Intel BTS (x86-64) with any other performance interrupt."};

}  // namespace

std::vector<KnownViolation> bts_violations() {
  return {
      shown(kEnable, "aux-bts-refused", {"sc"}, {"I-24"}, "state=after-enable"),
      shown(kSetBack, "aux-bts-snapshot", {"sc"}, {"I-31"}, "update=interrupt-too"),
  };
}

}  // namespace ringcheck
