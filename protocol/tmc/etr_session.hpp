#pragma once
// Sharing a TMC-ETR: the tracers of a session use one sink and one bounce buffer. The first tracer
// programs the sink, the last one drains it. etr_sysfs.hpp has who uses it when perf does not.
//
// Source: drivers/hwtracing/coresight/coresight-tmc-etr.c tmc_enable_etr_sink_perf,
// tmc_disable_etr_sink, tmc_update_etr_buffer, tmc_alloc_etr_buf, get_perf_etr_buf_cpu_wide,
// tmc_free_etr_buffer.
// Deviations: the spinlock is where steps of this are not interrupted, and sink_sharing.hpp has it;
// a buffer is a number. Tested by tests/properties/aux/aux_mutants_test.cpp and
// `ringcheck kernel --area etr`.

#include <array>
#include <cstdint>
#include <string_view>

#include "protocol/aux/aux_cpu.hpp"
#include "protocol/aux/observations.hpp"
#include "protocol/core/error_number.hpp"
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

/// What the driver does to a sink of which nothing is known but whether it runs.
struct CountedSink {
  SinkCells at{};

  /// The sink is claimed and programmed, and writes to `buffer`; false if that fails.
  template <AuxCpu C>
  bool enable(C& cpu, const typename C::Value&) const {
    etr_enable_hw(cpu, at);
    return true;
  }
  /// The sink is stopped and given back.
  template <AuxCpu C>
  void disable(C& cpu) const {
    cpu.store(at.running, 0);
  }
  /// A sink that sysfs has stops for a reader, and goes on.
  template <AuxCpu C>
  void pause(C& cpu) const {
    cpu.store(at.running, 0);
  }
  template <AuxCpu C>
  void resume(C& cpu) const {
    cpu.store(at.running, 1);
  }
};

/// The buffers of sessions, of which nothing is known but their numbers, and the lock of their
/// table. `unlocked(cpu)` is where memory is allocated, or a defect drops the lock.
template <class Unlocked>
struct CountedBuffers {
  SinkCells at{};
  Unlocked unlocked;

  /// A new buffer: its number, from 1, or 0 if there is no memory.
  template <AuxCpu C>
  typename C::Value allocate(C& cpu) {
    using Value = typename C::Value;
    unlocked(cpu);
    const Value made = cpu.load(at.buffers) + Value(1);
    cpu.store(at.buffers, made);
    return made;
  }
  template <AuxCpu C>
  void free(C&, const typename C::Value&) const {}
  /// Whether there is memory for another entry of the table.
  [[nodiscard]] static bool has_room() { return true; }
  /// The lock of the table.
  template <AuxCpu C>
  void lock(C&) const {}
  template <AuxCpu C>
  void unlock(C&) const {}
  template <AuxCpu C>
  void drop_lock(C& cpu) {
    unlocked(cpu);
  }
};

/// Which tracers use the sink together.
enum class SinkJoinedBy : std::uint8_t {
  pid,     ///< Linux 6.1: those with the pid of its session (docs/findings.md V-64)
  buffer,  ///< a repair: those whose buffer it has as well
};

/// A tracer starts to use the sink. False if another session, sysfs or a debugger has it.
template <AuxCpu C, class Hardware>
bool tmc_enable_etr_sink_perf(C& cpu, const SinkCells& at, const SinkTracer& tracer,
                              const Hardware& hardware, DefectSet defects = {},
                              SinkJoinedBy joined_by = SinkJoinedBy::pid) {
  using Value = typename C::Value;
  if (cpu.branch(cpu.load(at.mode) == Value(kSinkSysfs))) return false;
  const Value pid = cpu.load(at.pid);
  const bool same =
      cpu.branch(pid == Value(tracer.pid)) &&
      (joined_by == SinkJoinedBy::pid || cpu.branch(cpu.load(at.perf_buf) == Value(tracer.buffer)));
  if (!same && !cpu.branch(pid == Value(0))) return false;
  if (!same || defects.has(defect::kSinkAlwaysProgrammed)) {
    if (!hardware.enable(cpu, tracer.buffer)) return false;
    cpu.store(at.pid, tracer.pid);
    cpu.store(at.mode, kSinkPerf);
    cpu.store(at.perf_buf,
              defects.has(defect::kEtrComparesWrappers) ? tracer.wrapper : tracer.buffer);
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
/// sysfs the kernel does nothing. Returns 0, or an error number where the sink stays in use, which
/// the caller ignores (coresight_disable_sink). `reading_keeps_sysfs_only`: perf's tracers leave
/// all the same.
template <AuxCpu C, class Hardware>
int tmc_disable_etr_sink(C& cpu, const SinkCells& at, const Hardware& hardware,
                         DefectSet defects = {}, bool reading_keeps_sysfs_only = false) {
  using Value = typename C::Value;
  if (!cpu.branch(cpu.load(at.reading) == Value(0)) &&
      !(reading_keeps_sysfs_only && cpu.branch(cpu.load(at.mode) == Value(kSinkPerf))))
    return kBusy;
  const Value left = cpu.load(at.refcnt) - Value(1);
  cpu.store(at.refcnt, left);
  if (!defects.has(defect::kSinkLeftByFirst) && !cpu.branch(left == Value(0))) return kBusy;
  hardware.disable(cpu);
  cpu.store(at.pid, 0);
  cpu.store(at.mode, kSinkDisabled);
  cpu.store(at.perf_buf, 0);
  return 0;
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

/// A buffer that has one reference. Returns its number, or 0. Source: tmc_alloc_etr_buf.
template <AuxCpu C, class Buffers>
typename C::Value new_buffer(C& cpu, const SinkCells& at, Buffers& buffers) {
  using Value = typename C::Value;
  const Value made = buffers.allocate(cpu);
  if (!cpu.branch(made == Value(0))) cpu.store(Value(at.references) + made, 1);
  return made;
}

/// The session's buffer, with a reference: the existing one, or a new one. Returns its number, or 0
/// if there is no memory.
template <AuxCpu C, class Buffers>
typename C::Value get_session_buffer(C& cpu, const SinkCells& at, DefectSet defects,
                                     Buffers& buffers) {
  using Value = typename C::Value;
  for (;;) {
    buffers.lock(cpu);
    const Value found = cpu.load(at.entry);
    const bool exists = cpu.branch(!(found == Value(0)));
    if (exists) add_references(cpu, at, found, 1);
    buffers.unlock(cpu);
    if (exists) return found;
    const Value made = new_buffer(cpu, at, buffers);
    if (cpu.branch(made == Value(0))) return 0;
    buffers.lock(cpu);
    const bool taken = cpu.branch(!(cpu.load(at.entry) == Value(0)));
    const bool has_room = taken || buffers.has_room();
    if (!taken && has_room) cpu.store(at.entry, made);
    buffers.unlock(cpu);
    if (has_room && (!taken || defects.has(defect::kSessionBufferNotRetried))) return made;
    buffers.free(cpu, made);
    if (!has_room) return 0;
  }
}

/// What the last reference to a buffer takes out of the table.
enum class EntryRemoved : std::uint8_t {
  of_session,  ///< Linux 6.1: whatever the session has there (docs/findings.md V-63)
  own,         ///< a repair: the buffer itself, if it is there
};

/// Gives a reference back; the last one takes the session's buffer out of the table, and frees its
/// own, if that is the same or the table had none. Returns whether the buffer was freed. An event
/// that follows its task has a buffer of its own, and its session may have another one in the
/// table.
template <AuxCpu C, class Buffers>
bool put_session_buffer(C& cpu, const SinkCells& at, const typename C::Value& buffer,
                        DefectSet defects, Buffers& buffers,
                        EntryRemoved removes = EntryRemoved::of_session) {
  using Value = typename C::Value;
  buffers.lock(cpu);
  const Value left = add_references(cpu, at, buffer, ~std::uint64_t{0});
  if (defects.has(defect::kSessionPutOutsideMutex)) buffers.drop_lock(cpu);
  if (!cpu.branch(left == Value(0))) {
    buffers.unlock(cpu);
    return false;
  }
  const Value removed = cpu.load(at.entry);
  const bool others = removes == EntryRemoved::own && !cpu.branch(removed == buffer);
  if (!others) cpu.store(at.entry, 0);
  buffers.unlock(cpu);
  if (!others && !cpu.branch(removed == Value(0)) && !cpu.branch(removed == buffer)) {
    tell<said::Warned>(cpu, buffer);
    return false;
  }
  buffers.free(cpu, buffer);
  return true;
}

}  // namespace ringcheck
