// Hunts by random sequences on one perf buffer.
// Tested by tests/properties/ring/ring_sequence_test.cpp.
#include "properties/ring/ring_hunts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "properties/core/area.hpp"
#include "properties/core/first_finding.hpp"
#include "properties/core/try_cases.hpp"
#include "properties/ring/ring_sequence.hpp"

namespace ringcheck {

namespace {

/// True iff Linux 6.1 violates the property of this id in cases of `kind` (docs/findings.md):
///  - I-11: a LOST record may report nothing, when a nested writer has reported it all;
///  - I-16, I-16b, I-17: a nested writer may move the stamp of the last wakeup past what the writer
///    that it interrupts has reserved (WakeupStamp).
bool violated_by_mainline(const RingCases& kind, std::string_view property) {
  if (!kind.nesting) return false;
  if (property == "I-11") return !kind.lost_taken_first;
  return kind.stamp == WakeupStamp::as_unsigned &&
         (property == "I-16" || property == "I-16b" || property == "I-17");
}

/// The first of `violations` that counts for `task`.
const RingViolation* first_of(const std::vector<RingViolation>& violations, const RingCases& kind,
                              const HuntTask& task) {
  const auto it = std::ranges::find_if(violations, [&](const RingViolation& v) {
    return task.property.empty() ? task.mainline || !violated_by_mainline(kind, v.property)
                                 : v.property == task.property;
  });
  return it == violations.end() ? nullptr : &*it;
}

/// Whether `ring_case` is a case that `task` looks for, and if so its text.
Hunted judged_case(const RingCase& ring_case, const RingCases& kind, const HuntTask& task) {
  const auto violations = run_ring_case(ring_case, typed(task.defects));
  const RingViolation* shown = first_of(violations, kind, task);
  if (shown == nullptr) return {false, "", 1};
  return {true,
          fmt::format("violated: {}: {}\n{}", shown->property, shown->what, to_text(ring_case)), 1};
}

/// In a buffer of 128 bytes, a nested writer moves the stamp to 64; the writer that it interrupts
/// has reached 24 and moves the stamp on to 128. The reader is woken and reads up to 72; the buffer
/// is full at 199, short of the next wakeup after 192.
Hunted stamp_ahead(WakeupStamp stamp, const HuntTask& task) {
  RingCase ring_case;
  ring_case.shape.page_words = 16;
  ring_case.shape.stamp = stamp;
  RingStep first;
  first.writer = {2, 0, {{WriterPoint::reserved, 0, false, {5, 0, {}}}}};
  ring_case.steps = {first, RingStep{RingStep::Op::poll, {}, {}, 0}};
  for (const std::uint64_t payload_words : {6U, 2U, 2U, 2U})
    ring_case.steps.push_back({RingStep::Op::write, {payload_words, 0, {}}, {}, 0});
  return judged_case(ring_case, {.stamp = stamp}, task);
}

constexpr std::uint64_t kCases = 2000;
constexpr std::uint64_t kLargeCases = 100;

}  // namespace

Hunted hunt_ring_cases(const RingCases& kind, const HuntTask& task) {
  const std::uint64_t standard = kind.large ? kLargeCases : kCases;
  const auto tried = try_cases(ring_cases(kind), task.seed, task.cases != 0 ? task.cases : standard,
                               smaller_ring_cases, [&](const RingCase& c) {
                                 const auto violations = run_ring_case(c, typed(task.defects));
                                 const RingViolation* first = first_of(violations, kind, task);
                                 if (first != nullptr && first_finding != nullptr)
                                   first_finding(first->property);
                                 return first != nullptr;
                               });
  Hunted hunted;
  if (tried.failing) hunted = judged_case(*tried.failing, kind, task);
  hunted.cases = tried.cases;
  return hunted;
}

Hunted forward_sequences(const HuntTask& task) {
  return hunt_ring_cases({}, task);
}

Hunted plain_sequences(const HuntTask& task) {
  return hunt_ring_cases({.readers_between = false, .nesting = false}, task);
}

Hunted backward_sequences(const HuntTask& task) {
  return hunt_ring_cases({.backward = true}, task);
}

Hunted plain_backward_sequences(const HuntTask& task) {
  return hunt_ring_cases({.backward = true, .nesting = false}, task);
}

Hunted hostile_sequences(const HuntTask& task) {
  return hunt_ring_cases({.hostile = true}, task);
}

Hunted corrupt_sequences(const HuntTask& task) {
  return hunt_ring_cases({.corrupt = true}, task);
}

Hunted large_sequences(const HuntTask& task) {
  return hunt_ring_cases({.nesting = false, .large = true}, task);
}

Hunted pageless_sequences(const HuntTask& task) {
  return hunt_ring_cases({.nesting = false, .without_pages = true}, task);
}

Hunted signed_stamp_sequences(const HuntTask& task) {
  return hunt_ring_cases({.stamp = WakeupStamp::as_signed}, task);
}

Hunted lost_first_sequences(const HuntTask& task) {
  return hunt_ring_cases({.lost_taken_first = true}, task);
}

Hunted many_lost_sequences(const HuntTask& task) {
  return hunt_ring_cases({.nesting = false, .lost = 256}, task);
}

Hunted most_lost_sequences(const HuntTask& task) {
  return hunt_ring_cases({.nesting = false, .lost = std::uint64_t{1} << 32U}, task);
}

Hunted oversized_sequences(const HuntTask& task) {
  return hunt_ring_cases({.backward = true, .nesting = false, .oversized = true}, task);
}

Hunted three_page_sequences(const HuntTask& task) {
  return hunt_ring_cases({.nesting = false, .pages = 3}, task);
}

Hunted four_page_sequences(const HuntTask& task) {
  return hunt_ring_cases({.nesting = false, .pages = 4}, task);
}

Hunted narrow_sequences(const HuntTask& task) {
  return hunt_ring_cases({.narrow = true}, task);
}

Hunted narrow_plain_sequences(const HuntTask& task) {
  return hunt_ring_cases({.readers_between = false, .nesting = false, .narrow = true}, task);
}

Hunted narrow_backward_sequences(const HuntTask& task) {
  return hunt_ring_cases({.backward = true, .narrow = true}, task);
}

Hunted narrow_hostile_sequences(const HuntTask& task) {
  return hunt_ring_cases({.hostile = true, .narrow = true}, task);
}

Hunted stamp_ahead_case(const HuntTask& task) {
  return stamp_ahead(WakeupStamp::as_unsigned, task);
}

Hunted signed_stamp_ahead_case(const HuntTask& task) {
  return stamp_ahead(WakeupStamp::as_signed, task);
}

}  // namespace ringcheck
