#pragma once
// DriverSchedule: which calls of a trace unit's driver the core makes, and when.

#include <cstdint>

#include "kernel/calls/call_guards.hpp"
#include "kernel/calls/call_program.hpp"

namespace ringcheck {

/// What a program does to a trace unit, in the order of its CallShapes; only some units have the
/// last ones.
enum class DriverOp : unsigned {
  add,             ///< event, whether it is started
  start,           ///< event
  stop,            ///< event, whether the counter is updated
  del,             ///< event
  interrupt,       ///< the unit's, whether it asked for one or not
  write,           ///< how much the unit writes, if it traces, and more of the unit's own
  aux_tail,        ///< the reader's tail: the head, or after the first position
  data_tail,       ///< the reader of records takes all
  mapped,          ///< aux_mmap_count
  vmx,             ///< on (Intel PT)
  irq_work = vmx,  ///< perf's interrupt work runs (Arm SPE, TRBE)
  snapshot,        ///< event, bytes that are sampled (Intel PT)
  pause,           ///< event, whether it is paused or goes on (Intel PT)
};

/// Whose interrupts a driver looks at.
enum class DriverInterrupts : std::uint8_t {
  its_own,    ///< those that the unit may have asked for
  any,        ///< those of others too
  asked_for,  ///< those that the unit has asked for, each once
  users,      ///< none: in their place come other users, also while another one is at work
};

/// Which event is on the unit; leaves out calls that the core never makes.
class DriverSchedule {
 public:
  explicit DriverSchedule(DriverInterrupts interrupts) : interrupts_(interrupts) {}
  /// `enabled`: trace is enabled now.
  [[nodiscard]] const CallGuard* guard(const Call& call, bool enabled);
  /// A call begins, and has ended; `result` is what add returned.
  void begin(const Call& call);
  void end(const Call& call, std::int64_t result);
  /// The unit asks for an interrupt. It comes at some time, whatever the unit says by then.
  void ask_for_interrupt() { asked_ = true; }
  /// True iff no call of the core is under way.
  [[nodiscard]] bool is_at_rest() const { return under_way_ == 0; }
  /// True iff an event, by number from 0, is on the CPU.
  [[nodiscard]] bool is_on(std::uint64_t event) const { return added_ == event + 1; }
  /// Interrupt work took an event, by number from 0, off the CPU.
  void disabled(std::uint64_t event) {
    if (is_on(event)) added_ = 0;
  }

 private:
  [[nodiscard]] const CallGuard* interrupt_guard() const;

  DriverInterrupts interrupts_;
  std::uint64_t added_ = 0;     ///< event that is on the CPU, from 1; 0 for none
  bool stopped_ = false;        ///< it was stopped, and not started since
  unsigned under_way_ = 0;      ///< calls of the driver
  unsigned in_interrupts_ = 0;  ///< interrupts that have not ended
  unsigned in_pauses_ = 0;      ///< pauses that have not ended
  bool traced_ = false;         ///< the unit has been seen to trace
  bool asked_ = false;          ///< an interrupt is to come
};

}  // namespace ringcheck
