// The areas whose calls are held.
// Tested by tests/kernel/call_areas_test.cpp.
#include <array>

#include "kernel/calls/call_area.hpp"
#include "kernel/calls/ring_calls.hpp"
#include "kernel/tree/events_unit.hpp"

namespace ringcheck {

std::span<const CallArea> all_call_areas() {
  static const std::array kAreas = {
      CallArea{"ring", "records written with interrupts at any access, pause, poll, any tail",
               events_unit, 6, false, hold_ring_calls},
  };
  return kAreas;
}

}  // namespace ringcheck
