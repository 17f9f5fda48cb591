// I-41: who asked for SIGIO gets a signal after each wakeup and each overflow, and one that says so
// after the event was turned off, by the last overflow that its limit allows. Each overflow counts
// against that limit, if there is one, and leaves its sample. Judged when nothing runs any more:
// one signal may serve several wakeups.
// Source: kernel/events/core.c __perf_event_overflow, perf_event_wakeup;
// kernel/events/ring_buffer.c perf_output_wakeup. Tested by
// tests/properties/wakeup/perf_sigio_test.cpp.
#include <algorithm>

#include "properties/core/last_word.hpp"
#include "properties/wakeup/invariants.hpp"
#include "protocol/ring/perf_event.hpp"

namespace ringcheck {
namespace {

/// True iff a signal follows `due`, with its reason if that is that the event is off. All of it
/// happens on one CPU.
bool is_sent(const PerfView& view, const RingRun::Step& due) {
  return std::ranges::any_of(view.ring.signals, [&](const RingRun::Step& sent) {
    return sent.slot > due.slot && (due.number != kPollHup || sent.number == kPollHup);
  });
}

/// How many of `steps` say that the event is off.
std::uint64_t say_off(const std::vector<RingRun::Step>& steps) {
  return static_cast<std::uint64_t>(std::ranges::count(steps, kPollHup, &RingRun::Step::number));
}

/// A reason is one of two, and is that the event is off once, if its limit is used up.
std::optional<Violation> wrong_reason(const PerfView& view) {
  for (const auto* steps : {&view.ring.signals_due, &view.ring.signals})
    for (const RingRun::Step& step : *steps)
      if (step.number != kPollIn && step.number != kPollHup)
        return Violation{"a signal has reason {0} at {4}", {step.number}, step.event};
  const std::uint64_t limit = first_word(view, "event_limit"),
                      left = last_word(view, "event_limit");
  const std::uint64_t off = say_off(view.ring.signals_due);
  const std::uint64_t counted = limit != 0 ? view.ring.overflows.size() : 0;
  if (off == (limit != 0 && left == 0 ? 1 : 0) && left + counted == limit) return std::nullopt;
  return Violation{"of {0} overflows that are allowed {1} are left, and {2} turn the event off",
                   {limit, left, off}};
}

/// Overflows that leave fewer samples, or more.
std::optional<Violation> wrong_samples(const PerfView& view) {
  for (const RingRun::Step& overflow : view.ring.overflows) {
    const auto due =
        std::ranges::count(view.ring.overflows, overflow.number, &RingRun::Step::number);
    const auto left =
        std::ranges::count(view.ring.written, overflow.number, &RingRun::Record::name);
    if (left != due)
      return Violation{"{0} overflows leave {1} samples, the first at {4}",
                       {static_cast<std::uint64_t>(due), static_cast<std::uint64_t>(left)},
                       overflow.event};
  }
  return std::nullopt;
}

std::optional<Violation> violated(const PerfView& view) {
  if (auto finding = wrong_reason(view)) return finding;
  if (auto finding = wrong_samples(view)) return finding;
  for (const RingRun::Step& due : view.ring.signals_due) {
    if (is_sent(view, due)) continue;
    return Violation{due.number == kPollHup
                         ? "the event is off from {4} on, and no signal says so"
                         : "a wakeup is due at {4}, and no signal comes after it",
                     {},
                     due.event};
  }
  return std::nullopt;
}

bool seen(const PerfView& view) {
  return !view.ring.signals.empty();
}

}  // namespace

constinit const Property kSignals = property<violated, seen>(
    "I-41", "Signals: who asked for SIGIO gets one after each wakeup, and is told of the last one",
    "a signal is sent to who asked for it");

}  // namespace ringcheck
