// Known and explained violations of this area.
// Tested by tests/cli/findings_test.cpp: each shows where it is recorded, and its remedy removes
// it.
#include "properties/core/finding.hpp"

namespace ringcheck {

namespace {

constexpr Finding kPause = {
    "F-06", "A pause does not wait for the writers that have begun",
    "PERF_EVENT_IOC_PAUSE_OUTPUT stores a flag that writers look at when they begin, and "
    "returns. A writer that has passed the test goes on: it takes the space below the head, "
    "which is where the oldest records of the reader's window lie, and then lowers data_head. "
    "The reader hands on records whose words are those of others, or sees the head move. "
    "Waiting for a grace period after the flag (grace=yes) removes it. Where later stores are "
    "seen before earlier loads, the flag must also be cleared by a release store "
    "(resume=release), or the next writer overwrites what is still being read.",
    "Who pauses an overwrite buffer and reads it at once, on every machine; on arm64, riscv "
    "and powerpc also who resumes it right after reading."};

constexpr Finding kOversize = {
    "F-07", "A record that is larger than an overwrite buffer is written all the same",
    "The space test is skipped for overwrite buffers, and no other test compares the size of a "
    "record with that of the buffer. The copy runs over its own start, and no reader can parse "
    "what is left. It takes a buffer of few pages, since records are below 64 KiB. A record as "
    "large as the buffer (payload=7) fits.",
    "Overwrite buffers of few pages with records as large, on every machine."};

}  // namespace

std::vector<KnownViolation> overwrite_violations() {
  return {
      shown(kPause, "perf-ring-overwrite", {"sc", "x86-tso", "rc11"},
            {"I-19", "I-20", "I-21", "H-01"}, "grace=yes"),
      shown(kPause, "perf-ring-overwrite", {"armv8", "riscv", "power"},
            {"I-19", "I-20", "I-21", "H-01"}, "grace=yes resume=release"),
      shown_everywhere(kOversize, "perf-ring-oversize", {"I-22"}, "payload=7"),
  };
}

}  // namespace ringcheck
