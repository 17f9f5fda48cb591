#pragma once
// perf's snapshot mode, from the signal to the restart: the handler stops the unit; the loop reads
// what the unit wrote, and lets it go on.
//
// Source: tools/perf/builtin-record.c snapshot_sig_handler, hit_auxtrace_snapshot_trigger,
// record__read_auxtrace_snapshot, record__auxtrace_snapshot_exit, __cmd_record.
// Deviations: of the loop only what concerns snapshots; the control file's command is a signal
// without its interruption. Tested by tests/properties/aux/aux_mutants_test.cpp.

#include "protocol/perf_tool/auxtrace_record.hpp"
#include "protocol/perf_tool/defects.hpp"
#include "protocol/perf_tool/snapshot_trigger.hpp"

namespace ringcheck {

/// How perf records, and how far it has got.
struct SnapshotMode {
  SnapshotTrigger at{};
  std::uint64_t done = 0;           ///< address: 1 once recording has to end
  std::span<const Evsel> events{};  ///< of perf's list
  bool on_exit = false;             ///< a last snapshot at the end: option e
  bool own_workload = false;        ///< perf has started the recorded process itself: target__none
  bool disabled = false;            ///< events were disabled for good
  // What would repair Linux 6.1 (docs/findings.md V-21, V-22, V-41).
  bool takes_the_last = false;  ///< a snapshot that was asked for at the end is read
  bool finish_looks = false;    ///< trace is not started again once it was disabled for good
  bool looks_again = false;     ///< a signal's failure is not overwritten (V-41)
  DefectSet defects{};

  [[nodiscard]] constexpr bool has(const Defect& defect) const { return defects.has(defect); }
};

/// A signal: stops the unit, unless the snapshot of an earlier signal is still to be read.
/// Source: hit_auxtrace_snapshot_trigger.
template <AuxCpu C, class Itr>
void hit_auxtrace_snapshot_trigger(C& cpu, const SnapshotMode& mode, Itr& itr) {
  if (!mode.has(defect::kRecordSignalAnyTime) && !trigger_is(cpu, mode.at, TriggerState::ready))
    return;
  trigger_hit(cpu, mode.at);
  cpu.write_once(mode.at.started, 1);
  if (auxtrace_record_snapshot_start(cpu, itr)) trigger_error(cpu, mode.at);
}

/// Reads the snapshot of every buffer and lets the unit go on; then perf takes signals again.
/// `read_all(cpu)`: true if it failed. Source: record__read_auxtrace_snapshot.
template <AuxCpu C, class Itr, class ReadAll>
void record_read_auxtrace_snapshot(C& cpu, const SnapshotMode& mode, Itr& itr, ReadAll&& read_all,
                                   bool on_exit) {
  const bool stays =
      (on_exit && !mode.has(defect::kRecordExitRestarts)) || (mode.finish_looks && mode.disabled);
  const bool first = mode.has(defect::kRecordFinishFirst);
  bool failed = first && auxtrace_record_snapshot_finish(cpu, itr, stays);
  failed = read_all(cpu) || failed;
  if (mode.has(defect::kRecordFailedReadGoesOn)) failed = false;
  if (failed || (!first && auxtrace_record_snapshot_finish(cpu, itr, stays)))
    trigger_error(cpu, mode.at);
  else
    move_trigger(cpu, mode.at, TriggerState::ready, mode.looks_again);
}

/// The last snapshot. A signal that nobody has looked at has stopped the unit already. True if it
/// failed. Source: record__auxtrace_snapshot_exit.
template <AuxCpu C, class Itr, class ReadAll>
bool record_auxtrace_snapshot_exit(C& cpu, const SnapshotMode& mode, Itr& itr, ReadAll&& read_all) {
  using Value = typename C::Value;
  if (trigger_is(cpu, mode.at, TriggerState::error)) return false;
  const bool stopped = !cpu.branch(cpu.read_once(mode.at.started) == Value(0)) ||
                       mode.has(defect::kRecordExitWithoutStop);
  if (!stopped && auxtrace_record_snapshot_start(cpu, itr)) return true;
  record_read_auxtrace_snapshot(cpu, mode, itr, read_all, true);
  return trigger_is(cpu, mode.at, TriggerState::error);
}

/// How perf's loop goes on.
enum class RecordRound : std::uint8_t { again, ended, failed };

/// One round of perf's loop, after draining the data rings. `idle`: nothing was drained, so perf
/// would sleep. Source: __cmd_record.
template <AuxCpu C, class Itr, class ReadAll>
RecordRound record_round(C& cpu, SnapshotMode& mode, Itr& itr, ReadAll&& read_all, bool idle) {
  using Value = typename C::Value;
  const bool late = mode.has(defect::kRecordStartedClearedLate);
  if (!cpu.branch(cpu.read_once(mode.at.started) == Value(0))) {
    if (!late) cpu.write_once(mode.at.started, 0);
    if (mode.has(defect::kRecordFailedStartRead) || !trigger_is(cpu, mode.at, TriggerState::error))
      record_read_auxtrace_snapshot(cpu, mode, itr, read_all, false);
    if (late) cpu.write_once(mode.at.started, 0);
    if (trigger_is(cpu, mode.at, TriggerState::error)) return RecordRound::failed;
  }
  if (idle && !cpu.branch(cpu.read_once(mode.done) == Value(0))) return RecordRound::ended;
  if (!cpu.branch(cpu.read_once(mode.done) == Value(0)) && !mode.disabled && !mode.own_workload) {
    move_trigger(cpu, mode.at, TriggerState::off, mode.looks_again);
    evlist_disable(cpu, mode.events);
    mode.disabled = true;
  }
  return RecordRound::again;
}

/// What follows the loop. True if the last snapshot failed.
template <AuxCpu C, class Itr, class ReadAll>
bool record_end(C& cpu, const SnapshotMode& mode, Itr& itr, ReadAll&& read_all) {
  using Value = typename C::Value;
  move_trigger(cpu, mode.at, TriggerState::off, mode.looks_again);
  if (mode.on_exit) return record_auxtrace_snapshot_exit(cpu, mode, itr, read_all);
  if (!mode.takes_the_last || cpu.branch(cpu.read_once(mode.at.started) == Value(0))) return false;
  if (!trigger_is(cpu, mode.at, TriggerState::error))
    record_read_auxtrace_snapshot(cpu, mode, itr, read_all, true);
  return trigger_is(cpu, mode.at, TriggerState::error);
}

}  // namespace ringcheck
