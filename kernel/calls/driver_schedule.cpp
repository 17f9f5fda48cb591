// What keeps the core from making calls.
// Tested by `make kernel`.
#include "kernel/calls/driver_schedule.hpp"

namespace ringcheck {
namespace {

/// Calls of the core: no other call of the core comes before they have ended.
bool is_callback(DriverOp op) {
  return op <= DriverOp::del || op == DriverOp::vmx;
}

/// What unit and reader do by themselves.
bool is_free(DriverOp op) {
  return op >= DriverOp::write && op <= DriverOp::mapped;
}

}  // namespace

const CallGuard* DriverSchedule::interrupt_guard() const {
  if (interrupts_ == DriverInterrupts::users) return nullptr;
  if (in_interrupts_ > 0) return &guards::kNmiInNmi;
  if (interrupts_ == DriverInterrupts::any) return nullptr;
  if (interrupts_ == DriverInterrupts::asked_for) return asked_ ? nullptr : &guards::kNotAskedFor;
  if (added_ == 0) return &guards::kNoActiveEvent;
  return traced_ ? nullptr : &guards::kNeverTraced;
}

const CallGuard* DriverSchedule::guard(const Call& call, bool enabled) {
  traced_ = traced_ || enabled;
  const auto op = static_cast<DriverOp>(call.op);
  if (is_free(op)) return nullptr;
  if (op == DriverOp::interrupt) return interrupt_guard();
  if (op == DriverOp::pause && in_pauses_ > 0) return &guards::kPauseInPause;
  const bool from_outside = op == DriverOp::snapshot || op == DriverOp::pause;
  if (under_way_ > 0 && !from_outside) return &guards::kCallbackInCallback;
  const std::uint64_t event = call.at(0) + 1;
  if (op == DriverOp::add) return added_ == 0 ? nullptr : &guards::kExclusive;
  if (op == DriverOp::vmx) return nullptr;
  if (op == DriverOp::snapshot && !traced_) return &guards::kNotEntered;
  if (added_ != event) return &guards::kNotOnCpu;
  if (op == DriverOp::start && !stopped_) return &guards::kNotStopped;
  return nullptr;
}

void DriverSchedule::begin(const Call& call) {
  const auto op = static_cast<DriverOp>(call.op);
  if (is_callback(op)) ++under_way_;
  if (op == DriverOp::interrupt) {
    ++in_interrupts_;
    asked_ = false;
  }
  if (op == DriverOp::pause) ++in_pauses_;
  if (op == DriverOp::add) added_ = call.at(0) + 1;
}

void DriverSchedule::end(const Call& call, std::int64_t result) {
  const auto op = static_cast<DriverOp>(call.op);
  if (is_callback(op)) --under_way_;
  if (op == DriverOp::interrupt) --in_interrupts_;
  if (op == DriverOp::pause) --in_pauses_;
  if (op == DriverOp::add && result != 0) added_ = 0;
  if (op == DriverOp::add) stopped_ = call.at(1) == 0;
  if (op == DriverOp::start) stopped_ = false;
  if (op == DriverOp::stop) stopped_ = true;
  if (op == DriverOp::del) added_ = 0;
}

}  // namespace ringcheck
