#pragma once
// Findings that show in several areas. That of the wakeup flag shows wherever a task polls.

#include "properties/core/finding.hpp"

namespace ringcheck {

inline constexpr Finding kFlagFinding = {
    "F-03", "A task can take the flag of a wakeup and not see the head that it was set for",
    "perf_output_wakeup sets rb->poll by atomic_set, a relaxed store, after the store of "
    "data_head, and nothing orders the two. Where stores are reordered, a task that is awake "
    "can take the flag in poll (an exchange, fully ordered) and load the old head; it finds "
    "nothing, and polls again. The interrupt work then wakes it, perf_poll finds the flag as "
    "0, and it sleeps until a later record owes a wakeup. The full barrier of irq_work_queue "
    "stands after both stores. A release store of the flag (flag=release) removes it.",
    "A task that sleeps in poll without a timeout, where a single record owes a wakeup "
    "(wakeup_events=1, or a watermark below a record's size), on arm64, riscv and powerpc: it "
    "sleeps over a record until the next one. Not on x86-64."};

}  // namespace ringcheck
