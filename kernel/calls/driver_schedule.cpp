// What keeps the core from making calls.
// Tested by `make kernel`.
#include "kernel/calls/driver_schedule.hpp"

namespace ringcheck {

const char* DriverSchedule::guard(const Call& call, bool enabled) {
  traced_ = traced_ || enabled;
  const auto op = static_cast<DriverOp>(call.op);
  if (op >= DriverOp::write && op != DriverOp::snapshot && op != DriverOp::vmx) return nullptr;
  if (under_way_ > 0 && op != DriverOp::interrupt && op != DriverOp::snapshot)
    return "pmu callbacks and VMX run with interrupts masked: kernel/events/core.c ctx->lock, pt.c "
           "intel_pt_handle_vmx";
  const std::uint64_t event = call.at(0) + 1;
  if (op == DriverOp::add)
    return added_ == 0 ? nullptr
                       : "PERF_PMU_CAP_EXCLUSIVE: one event on a CPU, core.c "
                         "exclusive_event_installable";
  if (op == DriverOp::interrupt && added_ == 0)
    return "arch/x86/events/core.c perf_event_nmi_handler: active_events";
  if (op == DriverOp::interrupt)
    return traced_ ? nullptr : "a unit that has never traced has no interrupt to ask for";
  if (op == DriverOp::vmx) return nullptr;
  if (op == DriverOp::snapshot && !traced_)
    return "who samples is of the AUX event's group, which its leader enters first: core.c "
           "group_sched_in";
  if (added_ != event) return "core.c calls these for an event that is on the CPU: event->oncpu";
  if (op == DriverOp::start && !stopped_)
    return "pmu->start follows pmu->stop: core.c __perf_event_stop, __perf_event_period";
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
