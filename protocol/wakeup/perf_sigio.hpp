#pragma once
// SIGIO: an event that overflows, and whose owner asked for a signal (O_ASYNC).
//
// An overflow leaves the reason of the signal in event->pending_kill, and the rest to interrupt
// work. PERF_EVENT_IOC_REFRESH lets an event overflow a number of times. The last one turns the
// event off, and says so by another reason.
//
// Source: kernel/events/core.c __perf_event_overflow, perf_event_disable_inatomic. Deviations: an
// event that was turned off does not overflow again, which is up to who calls this; no SIGTRAP.
// Tested by tests/properties/wakeup/perf_sigio_test.cpp.

#include "protocol/lifetime/perf_lifetime.hpp"
#include "protocol/ring/perf_output.hpp"
#include "protocol/wakeup/defects.hpp"

namespace ringcheck {

/// The reason of the signal for an overflow. The last one that the limit allows turns the event
/// off.
template <LifetimeCpu C>
std::uint64_t take_off_limit(C& cpu, const PerfBuffer& rb, const SignalCells& at) {
  using Value = typename C::Value;
  const Value limit = cpu.read_once(at.event_limit);
  cpu.store(at.pending_kill, kPollIn);
  return cpu.scope([&]() -> std::uint64_t {
    if (cpu.branch(limit == Value(0))) return kPollIn;
    if (!cpu.branch(cpu.atomic_dec_and_test(at.event_limit))) return kPollIn;
    if (!rb.has(defect::kLastOverflowNotTold)) cpu.store(at.pending_kill, kPollHup);
    return kPollHup;
  });
}

/// An overflow of `event`: its sample, and a signal. Pre: event.at and event.signal; nothing that
/// overflows or sends signals interrupts it. Source: __perf_event_overflow.
template <LifetimeCpu C>
void perf_event_overflow(C& cpu, const PerfBuffer& rb, const Sample& sample,
                         const PerfEvent& event) {
  using Value = typename C::Value;
  const std::uint64_t reason = take_off_limit(cpu, rb, *event.signal);
  perf_output_sample(cpu, rb, sample, event);
  cpu.scope([&] {
    if (cpu.branch(cpu.load(event.signal->pending_kill) == Value(0))) return;
    cpu.store(event.at->pending_wakeup, 1);
    irq_work_queue(cpu, event.at->pending_irq);
  });
  tell<said::SignalDue>(cpu, Value(reason));
  tell<said::Overflowed>(cpu, Value(sample.name));
}

}  // namespace ringcheck
