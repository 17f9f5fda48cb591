// Known and explained violations of this area.
// Tested by tests/cli/findings_test.cpp: each shows where it is recorded, and its remedy removes
// it.
#include "properties/wakeup/findings.hpp"
#include "properties/core/finding.hpp"

namespace ringcheck {

namespace {

constexpr Finding kLateDisable = {
    "F-14",
    "The disabling of an AUX event without room can come after the reader's ENABLE, and poll "
    "then sleeps for ever",
    "perf_aux_output_begin sets the flag of poll and leaves waking and disabling to interrupt "
    "work, which wakes first. A reader that is awake by then takes the flag, makes room and "
    "calls ENABLE, which does nothing, since the event is still active; it polls again and "
    "sleeps. The interrupt work then disables the event, and nobody wakes the reader, who "
    "alone would enable it. If poll's flag is set and the reader woken after the disabling too "
    "(repair=wakes-after-disable), or ENABLE takes a pending disabling back on the event's own "
    "CPU (repair=enable-cancels), it does not happen. Where stores are reordered the flag must "
    "also be released after the head (flag=release), for the reason that F-03 has.",
    "Readers of AUX trace that sleep in poll without a timeout and call ENABLE, on every "
    "machine."};

constexpr Finding kMoved = {
    "F-15",
    "An AUX event that is moved to another buffer while it, or a child of it, traces writes on "
    "to the old one when that is unmapped",
    "ring_buffer_attach stops the event and then stores event->rb. An event of one of two "
    "tasks on a CPU that is scheduled in before the store opens a transaction in the old "
    "buffer. And of an event that is inherited only the event itself is stopped, not the "
    "children, which write through parent->rb: no race is needed. munmap of the old buffer "
    "then stops those whose event points to it, which these do not: it finds a reference left, "
    "and the transaction's end frees the pages where nobody may sleep. If munmap stops who has "
    "a transaction open there (select=transaction), it does not happen.",
    "Who moves an AUX event to another buffer while it is scheduled in, and unmaps the old "
    "one, on every machine."};

constexpr Finding kBegin = {
    "F-18",
    "Nothing orders event->oncpu before the look at aux_mmap_count: munmap misses an event "
    "that is being scheduled in",
    "event_sched_in stores event->oncpu and the state, and perf_aux_output_begin then loads "
    "rb->aux_mmap_count; munmap takes that down, a full barrier, and then loads event->oncpu "
    "of an event that is bound to a task. Each must see what the other one did. Between the "
    "two accesses of the event's CPU stands refcount_inc_not_zero of ring_buffer_get alone, "
    "which is relaxed: where loads pass earlier stores, munmap finds the event on no CPU, and "
    "the event finds the area mapped. On x86 the count is a locked instruction, and it does "
    "not happen. A full barrier there (begin=fenced) removes it.",
    "Who unmaps the AUX area of a task's event while the event is scheduled in, on machines "
    "where loads pass earlier stores across a relaxed read-modify-write: not x86."};

constexpr Finding kContext = {
    "F-19", "munmap of an AUX area through an event of another context stops nobody",
    "An area that an AUX event's PMU has filled may be mapped once more through another event "
    "of the same buffer, such as a hardware counter to which the AUX event is redirected. "
    "perf_pmu_output_stop calls each event's CPU with the event by which the area is unmapped, "
    "and __perf_pmu_output_stop looks through the context of that one's PMU: AUX events have "
    "perf_sw_context, and are not in that of hardware counters. No race is needed. If each "
    "event on the list is looked for in its own context (looks=each-event), it does not happen.",
    "Who maps the AUX area of one event again through another one, of another PMU, and unmaps "
    "it while trace is written, on every machine."};

constexpr Finding kUnlisted = {
    "F-20", "While an AUX event is moved to another buffer, munmap of the old one does not find it",
    "ring_buffer_attach takes the event off the old buffer's list, waits for a grace period, "
    "adds it to the new one's, and only then stops it. perf_pmu_output_stop walks the list: an "
    "event of a task that is not on it is not stopped, unless another event on the list is on "
    "the same CPU in the same context. munmap finds a reference left, and when "
    "ring_buffer_attach stops the event, that frees the pages where nobody may sleep. If the "
    "event is moved under the old buffer's aux_mutex and stopped after that once more "
    "(move=under-mutex), it does not happen.",
    "Who moves an AUX event to another buffer and unmaps the old one meanwhile, on every "
    "machine."};

constexpr Finding kPageHead = {
    "F-23", "A 32-bit kernel's aux_head jumps after 2 GiB of trace",
    "rb->aux_head is a long, and perf_aux_output_end and perf_aux_output_skip store it to the 64 "
    "bits of the user page: with its sign. AUX records have the position as an unsigned long, "
    "without. So from 2 GiB to 4 GiB the offsets of AUXTRACE records, which perf makes of "
    "aux_head, "
    "are none that an AUX record has. And as the upper half changes, a reader of 32 bits may load "
    "half of the old head and half of the new one: if its position in the area is the one where it "
    "has ended before, and the upper half another, perf takes all of the area, since positions are "
    "not equal and have the same offset. Stored without its sign (page-head=unsigned) the upper "
    "half "
    "is always 0, and neither happens; positions still begin again at 0 after 4 GiB.",
    "Who records AUX trace on i386 or 32-bit Arm, more than 2 GiB of it to one buffer."};

constexpr Finding kPublished = {
    "F-25", "Nothing orders what mmap makes of an AUX area before the count that lets it be used",
    "rb_alloc_aux fills in the pages, aux_priv, aux_overwrite and aux_watermark, and perf_mmap "
    "then "
    "sets rb->aux_mmap_count with atomic_set, which orders nothing. perf_aux_output_begin takes no "
    "mutex: it loads the count, takes a reference with refcount_inc_not_zero, which orders no load "
    "after it, and loads the rest. Where loads or stores pass each other it can find the count and "
    "not the area: no aux_priv, so that the driver gives up and the transaction stays open for "
    "good, or that of an area that was freed. If the count is stored with release and loaded with "
    "acquire (count=release), it does not happen.",
    "Who maps an AUX area while its event runs and is scheduled in on another CPU, on machines "
    "where stores or loads are reordered: not x86."};

}  // namespace

std::vector<KnownViolation> aux_violations() {
  return {
      shown(kFlagFinding, "aux-cadence", {"armv8", "riscv", "power", "rc11", "lkmm"}, {"I-29"},
            "flag=release"),
      shown(kLateDisable, "aux-wakeup", {"sc", "x86-tso"}, {"I-28"}, "repair=wakes-after-disable"),
      shown(kLateDisable, "aux-wakeup", {"armv8", "riscv", "power", "rc11", "lkmm"}, {"I-28"},
            "repair=enable-cancels flag=release"),
      shown_everywhere(kMoved, "aux-teardown-attach", {"I-39"}, "select=transaction"),
      shown_everywhere(kMoved, "aux-teardown-inherited", {"I-39"}, "select=transaction"),
      shown(kBegin, "aux-teardown", {"armv8", "riscv", "power", "rc11", "lkmm"}, {"I-39"},
            "begin=fenced"),
      shown(kPublished, "aux-map-running", {"armv8", "riscv", "power", "rc11", "lkmm"}, {"I-39"},
            "count=release"),
      shown_everywhere(kContext, "aux-teardown-mapper", {"I-39"}, "looks=each-event"),
      shown_everywhere(kPageHead, "aux-ring-32", {"I-23", "I-34"}, "page-head=unsigned"),
      shown_everywhere(kUnlisted, "aux-teardown-unlisted", {"I-39"}, "move=under-mutex"),
  };
}

}  // namespace ringcheck
