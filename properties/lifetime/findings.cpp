// Known and explained violations of this area.
// Tested by tests/cli/findings_test.cpp: each shows where it is recorded, and its remedy removes
// it.
#include "properties/core/finding.hpp"

namespace ringcheck {

namespace {

constexpr Finding kClose = {
    "F-08", "Two munmaps of one event can both leave the detaching and the accounting to the other",
    "perf_mmap_close takes rb->mmap_count down, and then event->mmap_count under the event's "
    "mutex. What is left to do for the buffer is done by who sees both become 0. Of two "
    "munmaps of mappings of one event, in two address spaces, the first can take the buffer's "
    "count from 2 to 1, the second from 1 to 0 and the event's from 2 to 1, and then the first "
    "the event's from 1 to 0: neither sees both. Events that were redirected to the buffer go "
    "on pointing to it although nobody can map it any more, and the locked memory stays "
    "charged for good. Both counts taken down under the mutex (close=under-mutex) remove it.",
    "Processes that both map one event (a descriptor passed on) and unmap it at the same time, "
    "on every machine: events stay redirected, locked memory stays charged."};

constexpr Finding kRefused = {
    "F-26", "An mmap of the AUX area that fails can be the last to leave the buffer",
    "perf_mmap counts the mapping of an AUX area in rb->mmap_count before there is an area, and if "
    "none can be had (no memory, more than the limit of locked pages) takes it down again, without "
    "a look whether it was the last. If the last mapping of the buffer is closed meanwhile, "
    "perf_mmap_close finds it not to be the last, waits for the event's mutex and leaves: nobody "
    "detaches the events that were redirected to the buffer, and the locked memory stays charged "
    "for good. A count that is taken once the area is there (aux-count=last) removes it.",
    "Two processes that have a descriptor of one event: one maps its AUX area, which fails, while "
    "the other closes the last mapping, on every machine."};

constexpr Finding kCharged = {
    "F-29", "The user's limit of locked pages is looked at and charged apart",
    "perf_mmap reads user->perf_mlock, works out what is above the limit, allocates the buffer, "
    "and adds to user->perf_mlock at its end. What it holds in between, the event's mutex and the "
    "lock of the address space, belongs to one event and one process. Processes of one user that "
    "map buffers of events of their own at the same time read the same count, and all pass the "
    "same limit: the user is charged more than may be locked, and nothing of it goes to an address "
    "space, whose limit would refuse it. A mutex of the user, held from the look to the charge "
    "(charge=under-mutex), removes it.",
    "A machine that relies on perf_event_mlock_kb: a user who starts mmap in many processes at "
    "once gets as many times the limit."};

constexpr Finding kCounted = {
    "F-30", "Pages of an AUX area are counted before it is known where they lie",
    "rb_alloc_aux counts rb->aux_nr_pages up as it allocates pages, and stores rb->aux_pgoff when "
    "all is there; until the first area of a buffer is, it is 0. perf_mmap_to_page and "
    "perf_mmap_close go by both and hold neither mutex. A fault in another process's mapping of "
    "the data meanwhile takes its page for one of the area: it maps an AUX page instead, one that "
    "__rb_free_aux has freed if the mmap fails, or none (SIGBUS). A munmap of the data takes "
    "itself for one of the area, and frees it although it is mapped. An offset that is stored "
    "first, and a count that is stored with release and loaded with acquire "
    "(offset=first-released), remove it.",
    "Two processes that have a descriptor of one event: one maps its AUX area for the first time, "
    "while the other touches pages of data that it has mapped, or unmaps them, on every machine."};

}  // namespace

std::vector<KnownViolation> lifetime_violations() {
  return {
      shown_everywhere(kClose, "mmap-close-twice", {"I-39"}, "close=under-mutex"),
      shown_everywhere(kRefused, "mmap-aux-refused", {"I-39"}, "aux-count=last"),
      shown_everywhere(kCharged, "mmap-charged", {"I-113"}, "charge=under-mutex"),
      shown_everywhere(kCounted, "aux-map-faults", {"I-39"}, "offset=first-released"),
  };
}

}  // namespace ringcheck
