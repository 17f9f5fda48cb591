// What keeps the core from making calls.
// Tested by `make kernel`.
#include "kernel/calls/driver_schedule.hpp"

namespace ringcheck {

const CallGuard* DriverSchedule::guard(const Call& call, bool enabled) {
  traced_ = traced_ || enabled;
  const auto op = static_cast<DriverOp>(call.op);
  if (op >= DriverOp::write && op != DriverOp::snapshot && op != DriverOp::vmx) return nullptr;
  if (under_way_ > 0 && op != DriverOp::interrupt && op != DriverOp::snapshot)
    return &guards::kCallbackInCallback;
  const std::uint64_t event = call.at(0) + 1;
  if (op == DriverOp::add) return added_ == 0 ? nullptr : &guards::kExclusive;
  if (op == DriverOp::interrupt && added_ == 0) return &guards::kNoActiveEvent;
  if (op == DriverOp::interrupt) return traced_ ? nullptr : &guards::kNeverTraced;
  if (op == DriverOp::vmx) return nullptr;
  if (op == DriverOp::snapshot && !traced_) return &guards::kNotEntered;
  if (added_ != event) return &guards::kNotOnCpu;
  if (op == DriverOp::start && !stopped_) return &guards::kNotStopped;
  return nullptr;
}

void DriverSchedule::begin(const Call& call) {
  if (static_cast<DriverOp>(call.op) <= DriverOp::del ||
      static_cast<DriverOp>(call.op) == DriverOp::vmx)
    ++under_way_;
  if (static_cast<DriverOp>(call.op) == DriverOp::add) added_ = call.at(0) + 1;
}

void DriverSchedule::end(const Call& call, std::int64_t result) {
  const auto op = static_cast<DriverOp>(call.op);
  if (op <= DriverOp::del || op == DriverOp::vmx) --under_way_;
  if (op == DriverOp::add && result != 0) added_ = 0;
  if (op == DriverOp::add) stopped_ = call.at(1) == 0;
  if (op == DriverOp::start) stopped_ = false;
  if (op == DriverOp::stop) stopped_ = true;
  if (op == DriverOp::del) added_ = 0;
}

}  // namespace ringcheck
