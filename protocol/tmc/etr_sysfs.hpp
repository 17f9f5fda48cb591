#pragma once
// Who uses a TMC-ETR beside perf: sysfs, with a buffer of its own, and whoever reads that buffer by
// a file.
//
// Source: drivers/hwtracing/coresight/coresight-tmc-etr.c tmc_enable_etr_sink_sysfs,
// tmc_etr_get_sysfs_buffer, tmc_read_prepare_etr, tmc_read_unprepare_etr, tmc_etr_get_sysfs_trace.
// Deviations: those of etr_session.hpp.
// Tested by `ringcheck kernel --area etr` and tests/properties/aux/aux_mutants_test.cpp.

#include "protocol/tmc/etr_buf.hpp"
#include "protocol/tmc/etr_session.hpp"

namespace ringcheck {

/// When sysfs enables the sink with the buffer that it has got.
enum class SysfsEnables : std::uint8_t {
  at_once,  ///< Linux 6.1: before the lock is dropped
  later,    ///< Linux 6.12: under another hold of the lock, without a look at readers (V-62)
};

/// Buffers of sysfs of which nothing is known: there is one, whose size is never changed.
/// `unlocked(cpu)` is where memory is allocated.
template <class Unlocked>
struct OneSysfsBuffer {
  Unlocked unlocked;

  /// A new buffer: its number, or 0 if there is no memory.
  template <AuxCpu C>
  typename C::Value allocate(C& cpu) {
    unlocked(cpu);
    return 1;
  }
  template <AuxCpu C>
  void free(C&, const typename C::Value&) const {}
  /// Whether a buffer has the size that sysfs says, and whether two have one size.
  template <AuxCpu C>
  [[nodiscard]] bool fits(C&, const typename C::Value&) const {
    return true;
  }
  template <AuxCpu C>
  [[nodiscard]] bool same_size(C&, const typename C::Value&, const typename C::Value&) const {
    return true;
  }
  /// The lock of the sink, which whoever calls holds.
  template <AuxCpu C>
  void lock(C&) const {}
  template <AuxCpu C>
  void unlock(C&) const {}
};

/// What sysfs gets.
template <AuxCpu C>
struct SysfsBuffer {
  int result = 0;                 ///< 0 or an error number
  typename C::Value buffer = 0;   ///< its number
  typename C::Value surplus = 0;  ///< number of a buffer that nobody needs, or 0
};

/// Whether sysfs has a buffer of the size that it says.
template <AuxCpu C, class Buffers>
bool has_fitting_buffer(C& cpu, const SinkCells& at, const Buffers& buffers) {
  using Value = typename C::Value;
  const Value existing = cpu.load(at.sysfs_buf);
  return !cpu.branch(existing == Value(0)) && buffers.fits(cpu, existing);
}

/// Chooses between the buffer that sysfs has and a new one, `made`, if there is one. In `mode`
/// others may have the sink.
template <AuxCpu C, class Buffers>
SysfsBuffer<C> choose_sysfs_buffer(C& cpu, const SinkCells& at, const typename C::Value& mode,
                                   const typename C::Value& made, const Buffers& buffers,
                                   DefectSet defects) {
  using Value = typename C::Value;
  if (!defects.has(defect::kSysfsReaderIgnored) && !cpu.branch(cpu.load(at.reading) == Value(0)))
    return {kBusy, 0, made};
  if (cpu.branch(mode == Value(kSinkPerf))) return {kBusy, 0, made};
  const Value existing = cpu.load(at.sysfs_buf);
  if (cpu.branch(mode == Value(kSinkSysfs))) return {0, existing, made};
  const bool none = cpu.branch(existing == Value(0));
  const bool stays =
      !none && (defects.has(defect::kSysfsSizeKept) || cpu.branch(made == Value(0)) ||
                buffers.same_size(cpu, existing, made));
  if (stays) return {0, existing, made};
  cpu.store(at.sysfs_buf, made);
  return {0, made, existing};
}

/// sysfs takes the sink, with `buffer`, or joins who has enabled it by sysfs. Returns 0 or an error
/// number.
template <AuxCpu C, class Hardware>
int take_by_sysfs(C& cpu, const SinkCells& at, const typename C::Value& buffer,
                  const Hardware& hardware) {
  using Value = typename C::Value;
  if (!cpu.branch(cpu.load(at.mode) == Value(kSinkSysfs))) {
    if (!hardware.enable(cpu, buffer)) return kBusy;
    cpu.store(at.mode, kSinkSysfs);
  }
  cpu.store(at.refcnt, cpu.load(at.refcnt) + Value(1));
  return 0;
}

/// The same under another hold of the lock: perf may have got in between, and a reader may have
/// freed `buffer`, for which nobody looks (docs/findings.md V-62).
template <AuxCpu C, class Hardware, class Buffers>
int take_later_by_sysfs(C& cpu, const SinkCells& at, const typename C::Value& buffer,
                        const Hardware& hardware, Buffers& buffers) {
  using Value = typename C::Value;
  buffers.lock(cpu);
  const Value mode = cpu.load(at.mode);
  const bool by_perf = cpu.branch(mode == Value(kSinkPerf));
  const bool none = cpu.branch(buffer == Value(0));
  int result = kBusy;
  if (by_perf) {
    cpu.store(at.sysfs_buf, 0);
  } else if (none && !cpu.branch(mode == Value(kSinkSysfs))) {
    tell<said::Warned>(cpu, 0);
    result = kInvalid;
  } else {
    result = take_by_sysfs(cpu, at, buffer, hardware);
  }
  buffers.unlock(cpu);
  if (by_perf && !none) buffers.free(cpu, buffer);
  return result;
}

/// sysfs gets a buffer, which is chosen under the lock, and with `at_once` takes the sink under it.
/// The lock is dropped while memory is allocated, if there is no buffer or one of another size.
template <AuxCpu C, class Hardware, class Buffers>
SysfsBuffer<C> get_sysfs_buffer(C& cpu, const SinkCells& at, const Hardware& hardware,
                                Buffers& buffers, bool at_once, DefectSet defects) {
  using Value = typename C::Value;
  buffers.lock(cpu);
  Value mode = cpu.load(at.mode);
  SysfsBuffer<C> got;
  if (at_once || !cpu.branch(mode == Value(kSinkSysfs))) {
    Value made = 0;
    if (!has_fitting_buffer(cpu, at, buffers)) {
      const bool locked = defects.has(defect::kSysfsAllocatesLocked);
      if (!locked) buffers.unlock(cpu);
      made = buffers.allocate(cpu);
      if (cpu.branch(made == Value(0))) return {kNoMemory};
      if (!locked) buffers.lock(cpu);
      if (!defects.has(defect::kSysfsModeNotRechecked)) mode = cpu.load(at.mode);
    }
    got = choose_sysfs_buffer(cpu, at, mode, made, buffers, defects);
  }
  if (at_once && got.result == 0) got.result = take_by_sysfs(cpu, at, got.buffer, hardware);
  buffers.unlock(cpu);
  if (!cpu.branch(got.surplus == Value(0)) && !defects.has(defect::kSysfsSurplusKept))
    buffers.free(cpu, got.surplus);
  return got;
}

/// sysfs's buffer, whatever it is when the lock has been dropped. Source: Linux 6.12.
template <AuxCpu C, class Hardware, class Buffers>
SysfsBuffer<C> tmc_etr_get_sysfs_buffer(C& cpu, const SinkCells& at, const Hardware& hardware,
                                        Buffers& buffers, DefectSet defects = {}) {
  SysfsBuffer<C> got = get_sysfs_buffer(cpu, at, hardware, buffers, false, defects);
  if (got.result == 0) got.buffer = cpu.load(at.sysfs_buf);
  return got;
}

/// sysfs starts to use the sink. Returns 0, or an error number: perf has the sink, somebody reads
/// the buffer, there is no memory, or the hardware cannot be had.
template <AuxCpu C, class Hardware, class Buffers>
int tmc_enable_etr_sink_sysfs(C& cpu, const SinkCells& at, const Hardware& hardware,
                              Buffers& buffers, SysfsEnables enables, DefectSet defects = {}) {
  if (enables == SysfsEnables::at_once)
    return get_sysfs_buffer(cpu, at, hardware, buffers, true, defects).result;
  const SysfsBuffer<C> got = tmc_etr_get_sysfs_buffer(cpu, at, hardware, buffers, defects);
  if (got.result != 0) return got.result;
  return take_later_by_sysfs(cpu, at, got.buffer, hardware, buffers);
}

/// Somebody opens /dev/tmc_etrN, to read the buffer of sysfs; the sink stops if sysfs has it.
/// Returns 0, or an error number: it is open, or there is no buffer.
template <AuxCpu C, class Hardware>
int tmc_read_prepare_etr(C& cpu, const SinkCells& at, const Hardware& hardware) {
  using Value = typename C::Value;
  if (!cpu.branch(cpu.load(at.reading) == Value(0))) return kBusy;
  if (cpu.branch(cpu.load(at.sysfs_buf) == Value(0))) return kInvalid;
  if (cpu.branch(cpu.load(at.mode) == Value(kSinkSysfs))) hardware.pause(cpu);
  cpu.store(at.reading, 1);
  return 0;
}

/// … and closes it: the sink goes on if sysfs has it. Otherwise the buffer is sysfs's no more, and
/// is to be freed: its number, or 0.
template <AuxCpu C, class Hardware>
typename C::Value tmc_read_unprepare_etr(C& cpu, const SinkCells& at, const Hardware& hardware) {
  using Value = typename C::Value;
  Value freed = 0;
  if (cpu.branch(cpu.load(at.mode) == Value(kSinkSysfs))) {
    hardware.resume(cpu);
  } else {
    freed = cpu.load(at.sysfs_buf);
    cpu.store(at.sysfs_buf, 0);
  }
  cpu.store(at.reading, 0);
  return freed;
}

/// A sink that sysfs has is stopped: after lost trace, a barrier packet. Source:
/// tmc_etr_sync_sysfs_buf.
template <AuxCpu C>
void sync_sysfs_buffer(C& cpu, const EtrBuf& buf) {
  using Value = typename C::Value;
  tmc_sync_etr_buf(cpu, buf);
  if (!cpu.branch(cpu.load(buf.at.full) == Value(0)))
    tmc_etr_buf_insert_barrier_packet(cpu, buf, Value(cpu.load(buf.at.offset)));
}

/// Trace of a stopped sink, as who reads its file gets it.
template <AuxCpu C>
struct SysfsTrace {
  typename C::Value bytes = 0;  ///< negative, as a long: the position is beyond the trace or memory
  typename C::Value offset = 0;  ///< in the buffer, of the first of them
};

/// At most `wanted` bytes of the trace from `position` on, as far as they lie in one piece.
template <AuxCpu C>
SysfsTrace<C> tmc_etr_get_sysfs_trace(C& cpu, const EtrBuf& buf, const typename C::Value& position,
                                      const typename C::Value& wanted) {
  using Value = typename C::Value;
  const Value length = cpu.load(buf.at.len);
  if (cpu.branch(length < position)) return {length - position, 0};
  const Value actual = min_of(cpu, length - position, wanted);
  if (cpu.branch(actual == Value(0))) return {};
  const Value start = buf.has(defect::kSysfsReadFromStart) ? Value(0) : cpu.load(buf.at.offset);
  Value offset = start + position;
  if (!cpu.branch(offset < Value(buf.size()))) offset = offset - Value(buf.size());
  const Value bytes = etr_contiguous(cpu, buf, offset, actual);
  if (cpu.branch(bytes == Value(0))) return {Value(static_cast<std::uint64_t>(kInvalid)), 0};
  return {bytes, offset};
}

}  // namespace ringcheck
