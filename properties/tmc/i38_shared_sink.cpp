// I-38: the last of the tracers that share a sink copies its buffer; nobody programs the sink while
// it takes trace; the sink takes trace as long as anybody traces; its file, if opened, is closed in
// the end; and sysfs, which stops what it has started, does not have the sink then. Judged when
// nothing runs any more, by the counts in the words of protocol/tmc/sink_sharing.hpp.
// Source: drivers/hwtracing/coresight/coresight-tmc-etr.c. Tested by
// tests/properties/tmc/aux_sink_test.cpp.
#include "properties/core/last_word.hpp"
#include "properties/tmc/invariants.hpp"
#include "protocol/tmc/etr_session.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> violated(const PerfView& view) {
  if (const std::uint64_t clashes = last_word(view, "sink.clashes"); clashes > 0)
    return Violation{"the sink is programmed {0} times while it takes trace", {clashes}};
  if (const std::uint64_t unheard = last_word(view, "sink.unheard"); unheard > 0)
    return Violation{"{0} tracers trace while the sink that they have started is stopped",
                     {unheard}};
  if (last_word(view, "sink.reading") != 0)
    return Violation{"the sink is being read for good, although nobody has its file open"};
  if (last_word(view, "sink.mode") == kSinkSysfs)
    return Violation{"sysfs has the sink for good, although it has stopped it"};
  const std::uint64_t drained = last_word(view, "sink.drained");
  if (const std::uint64_t taken = last_word(view, "sink.by_perf"); drained != taken)
    return Violation{"a session takes the sink {0} times, and its buffer is copied {1} times",
                     {taken, drained}};
  return std::nullopt;
}

/// Two tracers shared the sink, or one took it after another had left it, and each time it was
/// copied.
bool seen(const PerfView& view) {
  const std::uint64_t taken = last_word(view, "sink.by_perf");
  return taken > 0 && last_word(view, "sink.drained") == taken &&
         (last_word(view, "sink.joined") > 0 || taken > 1);
}

}  // namespace

constinit const Property kSharedSink = property<violated, seen>(
    "I-38", "Shared sink: the last tracer copies, and the sink takes trace as long as one traces",
    "two tracers share the sink, or one takes it after another, and its buffer is copied each "
    "time");

}  // namespace ringcheck
