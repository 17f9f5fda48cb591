#pragma once
// DriverSchedule: which calls of a trace unit's driver the core makes, and when.

#include <cstdint>

#include "kernel/calls/call_guards.hpp"
#include "kernel/calls/call_program.hpp"

namespace ringcheck {

/// What a program does to a trace unit, in the order of its CallShapes.
enum class DriverOp : unsigned {
  add,        ///< event, whether it is started
  start,      ///< event
  stop,       ///< event, whether the counter is updated
  del,        ///< event
  interrupt,  ///< the unit's, whether it asked for one or not
  write,      ///< bytes that the unit writes, if it traces
  vmx,        ///< on (Intel PT)
  snapshot,   ///< event, bytes that are sampled (Intel PT)
  aux_tail,   ///< the reader's tail: the head, or after the first position
  data_tail,  ///< the reader of records takes all
  mapped,     ///< aux_mmap_count
};

/// Which event is on the unit, so that calls which the core never makes are not made.
class DriverSchedule {
 public:
  /// `enabled`: trace is enabled now.
  [[nodiscard]] const CallGuard* guard(const Call& call, bool enabled);
  /// A call is made, and has ended; `result` is what add returned.
  void begin(const Call& call);
  void end(const Call& call, std::int64_t result);

 private:
  std::uint64_t added_ = 0;  ///< event that is on the CPU, from 1; 0 for none
  bool stopped_ = false;     ///< it was stopped, and not started since
  unsigned under_way_ = 0;   ///< calls of the driver
  bool traced_ = false;      ///< the unit has been seen to trace
};

}  // namespace ringcheck
