// Known and explained violations of this area.
// Tested by tests/cli/findings_test.cpp: each shows where it is recorded, and its remedy removes
// it.
#include "properties/core/finding.hpp"

namespace ringcheck {

namespace {

constexpr Finding kPlain = {
    "F-01",
    "Under the Linux-kernel memory model, the control dependency at A does not order plain "
    "stores of data",
    "The writer copies data with plain stores after the branch that tests the space (A is a "
    "control dependency). The Linux-kernel memory model lets a control dependency order marked "
    "stores only: a compiler may do to a plain store whatever keeps a single thread's results, "
    "so the model gives plain stores no place in its happens-before order. Nothing else stands "
    "between the load of data_tail and the copy when local_cmpxchg orders nothing (as on "
    "powerpc). Machines do keep the order: under armv8 the same plan holds. It is restored by "
    "marking the accesses to data (data=marked), by a local_cmpxchg that is fully ordered "
    "(local=full, as on arm64 and riscv), or by smp_load_acquire or smp_mb at A.",
    "Code that must be right by the Linux-kernel memory model's word. No machine shows it, and "
    "no compiler that respects concurrent readers."};

constexpr Finding kOverrun = {
    "F-02",
    "A nested writer between the two loads of the space test lets a reservation run over "
    "records that are not read",
    "Linux 6.1 loads data_tail first and rb->head second. When the buffer is full after the "
    "tail that was loaded, the reader gives space back, and an interrupt writes into it before "
    "rb->head is loaded, then head - tail exceeds the size of the buffer; CIRC_SPACE masks the "
    "difference and reports free space that is not there, and local_cmpxchg succeeds since "
    "head is current. The reservation runs over records that the reader has not read. And where "
    "the distance stays below the size, a record is refused that fitted at every moment of the "
    "call: after the tail of then and the head of then, which are not those that are compared. It "
    "takes no weak memory. Loading rb->head first (reserve=head-first, as Linux does since "
    "local_try_cmpxchg came to __perf_output_begin) removes it: local_cmpxchg then fails. "
    "Nobody publishes between the two loads, since the nest count is raised, so that the tail "
    "is never past the head that was loaded.",
    "Readers of a buffer that is nearly full while interrupts or NMIs write to it, on every "
    "machine: records that were not read are overwritten, or one that fits is lost. Linux 6.12 "
    "loads the head first and "
    "does not have it."};

constexpr Finding kEmptyLost = {
    "F-16", "A LOST record may report nothing",
    "__perf_output_begin looks whether rb->lost is 0 before it reserves, and makes room for a "
    "LOST record if it is not; the count is taken when that record is written. A nested writer "
    "in between sees the same count, brings a LOST record of its own, and takes it: the outer "
    "one's reports 0. No loss is counted twice or forgotten. Taking the count before space is "
    "reserved, and giving it back when there is none (lost=taken-first), removes it.",
    "Readers that take the count of a LOST record to be positive, on every machine. No loss is "
    "forgotten."};

constexpr Finding kUntilEqual = {
    "F-24", "libbpf's reader runs past a 32-bit kernel's head after 4 GiB of records",
    "The kernel counts positions in an unsigned long, and data_head has 64 bits. On a 32-bit "
    "kernel "
    "data_head begins again at 0 after 4 GiB, while a reader that counts in 64 bits goes on: head "
    "and tail are never equal again, and perf_event_read_simple of libbpf hands on stale records, "
    "or never ends at a header whose size is 0. Under a 64-bit kernel the same reader, compiled "
    "for "
    "32 bits, may load half of an old head and half of a new one as positions pass 4 GiB. If head "
    "and tail are compared as longs of the reader (reader=until-equal-as-longs), neither happens; "
    "perf's own reader works with differences of int and unsigned long, and has neither.",
    "Users of libbpf on a 32-bit kernel, or in a process of 32 bits, at 4 GiB of records."};

}  // namespace

std::vector<KnownViolation> ring_violations() {
  return {
      shown(kPlain, "perf-ring", {"lkmm"}, {"I-06"}, "data=marked"),
      shown(kPlain, "perf-ring-full", {"lkmm"}, {"I-06"}, "data=marked"),
      shown(kOverrun, "perf-ring-overrun", {"sc", "x86-tso", "armv8", "riscv", "power", "rc11"},
            {"I-06", "I-07", "I-114"}, "reserve=head-first"),
      // F-01 shows there as well.
      shown(kOverrun, "perf-ring-overrun", {"lkmm"}, {"I-06", "I-07", "I-114"},
            "reserve=head-first data=marked"),
      shown_everywhere(kEmptyLost, "perf-ring-lost", {"I-11"}, "lost=taken-first"),
      shown_everywhere(kUntilEqual, "perf-ring-until-equal", {"I-14", "I-15"},
                       "reader=until-equal-as-longs"),
  };
}

}  // namespace ringcheck
