// I-29: the reader is woken at each boundary that the head passes, and drivers are told the next
// one. aux_wakeup is the last boundary before the head, handle->wakeup lies ahead of the head, and
// nobody who has a boundary to read sleeps for ever.
// In overwrite mode there are no boundaries; wakeups of tasks are judged when nothing runs any
// more. Source: kernel/events/ring_buffer.c perf_aux_output_begin, perf_aux_output_skip,
// perf_aux_output_end, rb_need_aux_wakeup. Tested by tests/properties/aux/aux_cadence_test.cpp.
#include "properties/aux/invariants.hpp"
#include "properties/wakeup/sleepers.hpp"
#include "protocol/aux/aux_output.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> slept_over(const PerfView& view) {
  const AuxBuffer& buffer = *view.scenario.aux;
  const RingRun::Step* task = sleeper(view);
  if (task == nullptr) return std::nullopt;
  const auto last = [&](std::uint64_t address) {
    return view.graph()[view.graph().co_last(location_of(address))].value;
  };
  const std::uint64_t head = last(buffer.at.user_head);
  const std::uint64_t tail = last(buffer.at.user_tail);
  if (head / buffer.watermark == tail / buffer.watermark) return std::nullopt;
  return Violation{
      "the reader sleeps for ever from {4} on, and a multiple of {2} lies between what "
      "it has read, {1}, and aux_head, {0}",
      {head, tail, buffer.watermark},
      task->event};
}

std::optional<Violation> violated(const PerfView& view) {
  const AuxBuffer& buffer = *view.scenario.aux;
  if (buffer.overwrite) return std::nullopt;
  for (const AuxRun::Cadence& told : view.aux.cadence)
    if (told.wakeup - told.head - 1 >= kLongSign)
      return Violation{"the driver goes on at {0}, and is told to interrupt at {1}",
                       {told.head, told.wakeup}};
  const AuxRun::Rest& rest = view.aux.rest;
  if (rest.wakeup % buffer.watermark != 0 || rest.head - rest.wakeup >= buffer.watermark)
    return Violation{"aux_head is {0}, and aux_wakeup {1}, which is not the last multiple of {2}",
                     {rest.head, rest.wakeup, buffer.watermark}};
  return slept_over(view);
}

/// A task that slept is woken.
bool seen(const PerfView& view) {
  return view.ring.woken_up > 0;
}

}  // namespace

constinit const Property kCadence = property<violated, seen>(
    "I-29", "AUX cadence: who waits is woken for each watermark, and drivers are told the next one",
    "a task that slept is woken");

}  // namespace ringcheck
