#pragma once
// One step of an operational machine.

#include "graph/event.hpp"

namespace ringcheck {

/// One thing that a machine can do next.
struct MachineStep {
  enum class Kind : std::uint8_t {
    drain,   ///< the thread's oldest waiting write reaches memory
    read,    ///< the thread's read performs, and with it the write of an atomic read-modify-write
    choose,  ///< the thread's choice takes `value`
  };
  Kind kind = Kind::drain;
  ThreadId thread = 0;
  /// On a machine with views: for a drain, the write after which the waiting one is placed; for a
  /// read, the write that it reads from.
  std::uint16_t value = 0;
};

}  // namespace ringcheck
