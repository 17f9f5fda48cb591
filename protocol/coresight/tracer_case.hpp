#pragma once
// TracerCase: what an event of CoreSight finds on its CPU.
//
// Source: drivers/hwtracing/coresight/coresight-etm-perf.c etm_event_start, etm_event_stop.

#include <cstdint>

namespace ringcheck {

/// Whether the tracer of a CPU traces an event.
enum class TracerCase : std::uint8_t {
  traces,
  missing,    ///< the CPU has none: the event is stopped
  elsewhere,  ///< the session has no path from it: the event runs, and nothing is traced
  refuses,    ///< it cannot be enabled: the event is stopped
};

}  // namespace ringcheck
