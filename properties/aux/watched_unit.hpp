#pragma once
// WatchedUnit: a trace unit that keeps what its driver told it, for machines that judge two things:
// whether it runs when its registers say so, and whether all of its trace is in memory when that is
// reported.

namespace ringcheck {

/// A TraceUnit (protocol/aux/trace_unit.hpp) that remembers.
struct WatchedUnit {
  bool runs = false;     ///< it was started, and not stopped since
  bool settled = true;   ///< it was drained since it last ran
  bool refused = false;  ///< it was started or stopped while out of reach
  bool reachable = true;

  template <class C>
  void start(C&) {
    refused = refused || !reachable;
    runs = true;
    settled = false;
  }
  template <class C>
  void stop(C&) {
    refused = refused || !reachable;
    runs = false;
  }
  template <class C>
  void drain(C&) {
    settled = !runs;
  }
  /// The processor itself has stopped the unit and waited for its trace.
  void halt() {
    runs = false;
    settled = true;
  }
};

}  // namespace ringcheck
