#pragma once
// SnapshotTrigger, the state that perf's loop and its signal handler share: whether a snapshot may
// be asked for, was asked for, or failed.
//
// Source: tools/perf/util/trigger.h; tools/perf/builtin-record.c auxtrace_snapshot_trigger,
// auxtrace_record__snapshot_started.

#include <cstdint>

#include "protocol/aux/aux_cpu.hpp"
#include "protocol/aux/observations.hpp"

namespace ringcheck {

/// The states, in the kernel's order: from `on` on the trigger is available.
enum class TriggerState : std::uint8_t {
  error,  ///< a snapshot failed; stays
  off,    ///< recording is over; stays, unless a snapshot fails
  on,     ///< recording has not begun
  ready,  ///< waits for a signal
  hit,    ///< a signal came, and its snapshot has not been read yet
};

/// Addresses of the words that the loop and the handler share, consecutive from a base address.
struct SnapshotTrigger {
  std::uint64_t state;    ///< trigger::state, a TriggerState
  std::uint64_t started;  ///< auxtrace_record__snapshot_started: 1 while nobody has looked

  static constexpr std::uint64_t kCount = 2;
  /// The layout from address `b` on.
  static constexpr SnapshotTrigger at(std::uint64_t b) { return {b, b + 1}; }
};

constexpr std::uint64_t state_number(TriggerState state) {
  return static_cast<std::uint64_t>(state);
}

/// Source: trigger_is_ready, trigger_is_error.
template <AuxCpu C>
bool trigger_is(C& cpu, const SnapshotTrigger& at, TriggerState state) {
  using Value = typename C::Value;
  return cpu.branch(cpu.read_once(at.state) == Value(state_number(state)));
}

/// Moves on to `state`, unless recording is over or a snapshot has failed. `looks_again`: a signal
/// between the look and the store is not overwritten, which would repair Linux 6.1
/// (docs/findings.md V-41).
/// Source: trigger_ready, trigger_off.
template <AuxCpu C>
void move_trigger(C& cpu, const SnapshotTrigger& at, TriggerState state, bool looks_again = false) {
  using Value = typename C::Value;
  Value seen = cpu.read_once(at.state);
  while (!cpu.branch(seen < Value(state_number(TriggerState::on)))) {
    if (!looks_again) return cpu.write_once(at.state, state_number(state));
    const Value found = cpu.local_cmpxchg(at.state, seen, state_number(state));
    if (cpu.branch(found == seen)) return;
    seen = found;
  }
}

/// Warns if the trigger was not ready. Source: trigger_hit.
template <AuxCpu C>
void trigger_hit(C& cpu, const SnapshotTrigger& at) {
  if (!trigger_is(cpu, at, TriggerState::ready))
    tell<said::Warned>(cpu, state_number(TriggerState::hit));
  move_trigger(cpu, at, TriggerState::hit);
}

/// Source: trigger_error.
template <AuxCpu C>
void trigger_error(C& cpu, const SnapshotTrigger& at) {
  cpu.write_once(at.state, state_number(TriggerState::error));
}

}  // namespace ringcheck
