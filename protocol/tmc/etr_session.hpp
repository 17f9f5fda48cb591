#pragma once
// Sharing a TMC-ETR: the tracers of a session use one sink and one bounce buffer. The first tracer
// programs the sink, the last one drains it; sysfs uses it when perf does not.
//
// Source: drivers/hwtracing/coresight/coresight-tmc-etr.c tmc_enable_etr_sink_perf,
// tmc_enable_etr_sink_sysfs, tmc_disable_etr_sink, tmc_update_etr_buffer, tmc_read_prepare_etr,
// tmc_read_unprepare_etr, get_perf_etr_buf_cpu_wide, tmc_free_etr_buffer.
// Deviations: the spinlock and the mutex are where steps of this are not interrupted; memory can
// always be had, and programming the hardware (tmc_etr_enable_hw) never fails; a buffer is a
// number, and all sizes of sysfs are the same.
// sink_sharing.hpp has the locks. Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <array>
#include <cstdint>
#include <string_view>

#include "protocol/aux/aux_cpu.hpp"
#include "protocol/aux/observations.hpp"
#include "protocol/tmc/defects.hpp"

namespace ringcheck {

/// drvdata->mode.
inline constexpr std::uint64_t kSinkDisabled = 0, kSinkSysfs = 1, kSinkPerf = 2;

/// Addresses of the words of a sink that is shared, and of one session's entry in its table of
/// buffers, consecutive from a base address.
struct SinkCells {
  std::uint64_t mode;        ///< drvdata->mode
  std::uint64_t pid;         ///< of the session that uses the sink; 0: none
  std::uint64_t refcnt;      ///< csdev->refcnt
  std::uint64_t perf_buf;    ///< drvdata->perf_buf: number of the buffer that perf gave it, or 0
  std::uint64_t programmed;  ///< how often the hardware was programmed
  std::uint64_t running;     ///< 1 while it takes trace
  std::uint64_t entry;       ///< the table's: number of the session's buffer, or 0
  std::uint64_t buffers;     ///< buffers that were allocated
  std::uint64_t clashes;     ///< how often it was programmed while it took trace
  std::uint64_t reading;     ///< drvdata->reading: 1 while /dev/tmc_etrN is open
  std::uint64_t sysfs_buf;   ///< drvdata->sysfs_buf: 1 while there is one
  std::uint64_t references;  ///< first of the reference counts of buffers, by number

  static constexpr std::uint64_t kMostBuffers = 8;
  /// Names of all but the reference counts.
  static constexpr std::array<std::string_view, 11> kNames = {
      "mode",  "pid",     "refcnt",  "perf_buf", "programmed", "running",
      "entry", "buffers", "clashes", "reading",  "sysfs_buf"};
  static constexpr std::uint64_t kCount = kNames.size() + kMostBuffers;
  /// The layout from address `b` on.
  static constexpr SinkCells at(std::uint64_t b) {
    return {b, b + 1, b + 2, b + 3, b + 4, b + 5, b + 6, b + 7, b + 8, b + 9, b + 10, b + 11};
  }
};

/// What a tracer brings to the sink. Source: struct etr_perf_buffer.
struct SinkTracer {
  std::uint64_t pid = 0;      ///< of its session
  std::uint64_t wrapper = 0;  ///< number of its own struct
  std::uint64_t buffer = 0;   ///< number of the session's buffer, which it shares
};

/// Programs the hardware. Source: tmc_etr_enable_hw.
template <AuxCpu C>
void etr_enable_hw(C& cpu, const SinkCells& at) {
  using Value = typename C::Value;
  if (cpu.branch(!(cpu.load(at.running) == Value(0)))) {
    cpu.store(at.clashes, cpu.load(at.clashes) + Value(1));
    tell<said::Warned>(cpu, 0);
  }
  cpu.store(at.programmed, cpu.load(at.programmed) + Value(1));
  cpu.store(at.running, 1);
}

/// A tracer starts to use the sink. False if another session or sysfs has it.
template <AuxCpu C>
bool tmc_enable_etr_sink_perf(C& cpu, const SinkCells& at, const SinkTracer& tracer,
                              DefectSet defects) {
  using Value = typename C::Value;
  if (cpu.branch(cpu.load(at.mode) == Value(kSinkSysfs))) return false;
  const Value pid = cpu.load(at.pid);
  const bool same = cpu.branch(pid == Value(tracer.pid));
  if (!same && !cpu.branch(pid == Value(0))) return false;
  if (!same || defects.has(defect::kSinkAlwaysProgrammed)) {
    etr_enable_hw(cpu, at);
    cpu.store(at.pid, tracer.pid);
    cpu.store(at.mode, kSinkPerf);
    cpu.store(at.perf_buf,
              defects.has(defect::kEtrComparesWrappers) ? tracer.wrapper : tracer.buffer);
  }
  cpu.store(at.refcnt, cpu.load(at.refcnt) + Value(1));
  return true;
}

/// sysfs starts to use the sink. `allocate(cpu)` is where the lock is dropped to allocate memory,
/// if there is no buffer. False if perf has the sink, or somebody reads its buffer.
template <AuxCpu C, class Allocate>
bool tmc_enable_etr_sink_sysfs(C& cpu, const SinkCells& at, DefectSet defects,
                               Allocate&& allocate) {
  using Value = typename C::Value;
  Value mode = cpu.load(at.mode);
  if (cpu.branch(cpu.load(at.sysfs_buf) == Value(0))) allocate(cpu);
  if (!defects.has(defect::kSysfsModeNotRechecked)) mode = cpu.load(at.mode);
  if (!cpu.branch(cpu.load(at.reading) == Value(0))) return false;
  if (cpu.branch(mode == Value(kSinkPerf))) return false;
  if (cpu.branch(mode == Value(kSinkDisabled))) {
    cpu.store(at.sysfs_buf, 1);
    etr_enable_hw(cpu, at);
    cpu.store(at.mode, kSinkSysfs);
  }
  cpu.store(at.refcnt, cpu.load(at.refcnt) + Value(1));
  return true;
}

/// Whether `tracer` drains the sink: the last tracer does, if the sink has its buffer.
/// Source: tmc_update_etr_buffer.
template <AuxCpu C>
bool etr_drains(C& cpu, const SinkCells& at, const SinkTracer& tracer, DefectSet defects) {
  using Value = typename C::Value;
  if (!defects.has(defect::kSinkAlwaysDrained) && !cpu.branch(cpu.load(at.refcnt) == Value(1)))
    return false;
  const Value mine = defects.has(defect::kEtrComparesWrappers) ? tracer.wrapper : tracer.buffer;
  return cpu.branch(cpu.load(at.perf_buf) == mine);
}

/// A tracer, or sysfs, leaves the sink; the last one stops it. While somebody reads the buffer of
/// sysfs the kernel does nothing, and the caller ignores -EBUSY (coresight_disable_sink).
/// `reading_keeps_sysfs_only`: perf's tracers leave all the same.
template <AuxCpu C>
void tmc_disable_etr_sink(C& cpu, const SinkCells& at, DefectSet defects = {},
                          bool reading_keeps_sysfs_only = false) {
  using Value = typename C::Value;
  if (!cpu.branch(cpu.load(at.reading) == Value(0)) &&
      !(reading_keeps_sysfs_only && cpu.branch(cpu.load(at.mode) == Value(kSinkPerf))))
    return;
  const Value left = cpu.load(at.refcnt) - Value(1);
  cpu.store(at.refcnt, left);
  if (!defects.has(defect::kSinkLeftByFirst) && !cpu.branch(left == Value(0))) return;
  cpu.store(at.running, 0);
  cpu.store(at.pid, 0);
  cpu.store(at.mode, kSinkDisabled);
  cpu.store(at.perf_buf, 0);
}

/// Somebody opens /dev/tmc_etrN, to read the buffer of sysfs; the sink stops if sysfs has it. False
/// if it is open, or there is no buffer.
template <AuxCpu C>
bool tmc_read_prepare_etr(C& cpu, const SinkCells& at) {
  using Value = typename C::Value;
  if (!cpu.branch(cpu.load(at.reading) == Value(0))) return false;
  if (cpu.branch(cpu.load(at.sysfs_buf) == Value(0))) return false;
  if (cpu.branch(cpu.load(at.mode) == Value(kSinkSysfs))) cpu.store(at.running, 0);
  cpu.store(at.reading, 1);
  return true;
}

/// … and closes it: the sink goes on if sysfs has it, otherwise the buffer is freed.
template <AuxCpu C>
void tmc_read_unprepare_etr(C& cpu, const SinkCells& at) {
  using Value = typename C::Value;
  if (cpu.branch(cpu.load(at.mode) == Value(kSinkSysfs)))
    cpu.store(at.running, 1);
  else
    cpu.store(at.sysfs_buf, 0);
  cpu.store(at.reading, 0);
}

/// Adds to the references of buffer `buffer`; returns the new count.
template <AuxCpu C>
typename C::Value add_references(C& cpu, const SinkCells& at, const typename C::Value& buffer,
                                 std::uint64_t by) {
  const typename C::Value address = typename C::Value(at.references) + buffer;
  const typename C::Value references = cpu.load(address) + typename C::Value(by);
  cpu.store(address, references);
  return references;
}

/// The session's buffer, with a reference: the existing one, or a new one. `unlocked(cpu)` is where
/// the mutex is dropped to allocate memory. Returns its number, from 1.
template <AuxCpu C, class Unlocked>
typename C::Value get_session_buffer(C& cpu, const SinkCells& at, DefectSet defects,
                                     Unlocked&& unlocked) {
  using Value = typename C::Value;
  for (;;) {
    const Value found = cpu.load(at.entry);
    if (cpu.branch(!(found == Value(0)))) {
      add_references(cpu, at, found, 1);
      return found;
    }
    unlocked(cpu);
    const Value made = cpu.load(at.buffers) + Value(1);
    cpu.store(at.buffers, made);
    const bool taken = cpu.branch(!(cpu.load(at.entry) == Value(0)));
    if (taken && !defects.has(defect::kSessionBufferNotRetried)) continue;
    add_references(cpu, at, made, 1);
    if (!taken) cpu.store(at.entry, made);
    return made;
  }
}

/// Gives a reference back; the last one takes the buffer out of the table and frees it.
/// `unlocked(cpu)` is where the mutex is not held, if a defect drops it. Returns whether the buffer
/// was freed.
template <AuxCpu C, class Unlocked>
bool put_session_buffer(C& cpu, const SinkCells& at, const typename C::Value& buffer,
                        DefectSet defects, Unlocked&& unlocked) {
  using Value = typename C::Value;
  const Value left = add_references(cpu, at, buffer, ~std::uint64_t{0});
  if (defects.has(defect::kSessionPutOutsideMutex)) unlocked(cpu);
  if (!cpu.branch(left == Value(0))) return false;
  if (cpu.branch(cpu.load(at.entry) == buffer)) cpu.store(at.entry, 0);
  return true;
}

}  // namespace ringcheck
