// Known and explained violations of this area.
// Tested by tests/cli/findings_test.cpp: each shows where it is recorded, and its remedy removes
// it.
#include "properties/core/finding.hpp"

namespace ringcheck {

namespace {

constexpr Finding kSink = {
    "F-10", "A tracer looks whether it is the last one of its session, and leaves its sink later",
    "tmc_update_etr_buffer looks whether its tracer is the last one of its session, and if so "
    "stops the TMC-ETR for the copy; it drops the sink's lock, and tmc_disable_etr_sink takes "
    "the tracer away from refcnt under another hold of it. Two tracers that stop at once each "
    "find the other, and nobody copies. A tracer of the session that starts between the two "
    "finds the session's pid and adds itself without programming the sink, which is stopped: "
    "what it traces is lost, and when it stops it copies the trace of the first one again. If "
    "a tracer leaves under the hold of the lock under which it looks (stop=one-step), neither "
    "happens.",
    "CoreSight sessions of several threads that share a TMC-ETR (arm64): trace is lost, and "
    "other trace is copied twice."};

constexpr Finding kReading = {
    "F-21", "Who has the file of a TMC-ETR open when perf stops keeps its sink for good",
    "tmc_disable_etr_sink returns -EBUSY while drvdata->reading is set, before it takes refcnt "
    "down, and coresight_disable_sink takes no notice. With /dev/tmc_etrN open on what an "
    "earlier run of sysfs left in its buffer, the last tracer of a perf session leaves refcnt "
    "at 1 and its pid in the sink, which is stopped. The session's next tracer finds its own "
    "pid, programs nothing and makes refcnt 2: it traces into a sink that is off, and is never "
    "the last one, so that nothing is copied again. Other sessions get -EBUSY. If reading "
    "keeps sysfs alone from leaving (reading=keeps-sysfs), it does not happen.",
    "Who reads a TMC-ETR's file, with trace of sysfs in it, while perf uses the sink."};

}  // namespace

std::vector<KnownViolation> tmc_violations() {
  return {
      shown_everywhere(kSink, "aux-sink", {"I-38"}, "stop=one-step"),
      shown_everywhere(kReading, "aux-sink-read", {"I-38"}, "reading=keeps-sysfs"),
  };
}

}  // namespace ringcheck
