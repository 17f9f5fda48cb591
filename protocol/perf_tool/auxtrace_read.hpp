#pragma once
// auxtrace_mmap__read: which bytes of an AUX area a drain or a snapshot takes, and the AUXTRACE
// record that describes them.
//
// Source: tools/perf/util/auxtrace.c __auxtrace_mmap__read, auxtrace_mmap__read,
// auxtrace_mmap__read_snapshot; tools/perf/util/auxtrace.h auxtrace_record__find_snapshot.
// Tested by tests/protocol and, against recorded answers, by tests/properties.

#include "protocol/aux/observations.hpp"
#include "protocol/perf_tool/auxtrace_mmap.hpp"
#include "protocol/perf_tool/defects.hpp"

namespace ringcheck {

/// What AUXTRACE records are padded to. Units: bytes. Source: PERF_AUXTRACE_RECORD_ALIGNMENT.
inline constexpr std::uint64_t kAuxtraceAlignment = 8;

/// A piece of an AUX area. Units: bytes from its start, bytes.
template <Cpu C>
struct AuxPiece {
  typename C::Value at = 0, length = 0;
};

/// The head of a PERF_RECORD_AUXTRACE; the trace follows it.
/// Source: struct perf_record_auxtrace (tools/lib/perf/include/perf/event.h).
template <Cpu C>
struct AuxtraceRecord {
  std::uint32_t type = 71;  ///< PERF_RECORD_AUXTRACE
  std::uint16_t misc = 0;
  std::uint16_t header_size = 48;  ///< of these fields; bytes
  typename C::Value size = 0;      ///< of the trace after, padded; bytes
  typename C::Value offset = 0;    ///< of its first byte (bytes, running)
  std::uint64_t reference = 0;     ///< the driver's: a time
  std::uint32_t idx = 0, tid = 0, cpu = 0;
  std::uint32_t reserved = 0;
};

/// What one read takes: a piece, or two around the end of the area.
template <Cpu C>
struct AuxtraceWindow {
  typename C::Value size = 0;    ///< bytes taken, both pieces together
  typename C::Value offset = 0;  ///< of the first one, as the record has it (bytes, running)
  AuxPiece<C> first, second;
  bool split = false;  ///< there is a second piece, from the area's start; it may be empty

  /// Size of the record's payload, padding included.
  [[nodiscard]] typename C::Value padded() const {
    using Value = typename C::Value;
    const Value up = size + Value(kAuxtraceAlignment - 1);
    return up - up % Value(kAuxtraceAlignment);
  }
};

/// The record that describes `window` of `mm`. `reference`: itr->reference().
template <Cpu C>
AuxtraceRecord<C> auxtrace_record(const AuxtraceMmap& mm, const AuxtraceWindow<C>& window,
                                  std::uint64_t reference) {
  AuxtraceRecord<C> record;
  record.size = window.padded();
  record.offset = window.offset;
  record.reference = reference;
  record.idx = mm.idx;
  record.tid = mm.tid;
  record.cpu = mm.cpu;
  return record;
}

/// How a read is made.
struct AuxtraceReadOptions {
  bool snapshot = false;
  std::uint64_t snapshot_size = 0;  ///< a snapshot takes at most this much; bytes
  std::uint64_t alignment = 0;      ///< itr->alignment: pieces end on a multiple; 0 for any. Bytes
};

/// The offset of a window of `size` bytes that ends at `head`. If the length is not a power of two,
/// the running head wraps at the highest multiple of the length below 2^64.
template <AuxCpu C>
typename C::Value window_offset(C& cpu, const AuxtraceMmap& mm, const typename C::Value& old,
                                const typename C::Value& head, const typename C::Value& size) {
  using Value = typename C::Value;
  const bool plain = mm.mask != 0 || mm.has(defect::kWindowWithoutRemainder) ||
                     cpu.branch(old < head) || !cpu.branch(head < size);
  const std::uint64_t remainder = (0 - mm.len()) % mm.len();
  return plain ? head - size : head - size - Value(remainder);
}

/// The window from `old` to `head`. Positions that are equal in the area are a whole lap apart.
/// Pre: head != old.
template <AuxCpu C>
AuxtraceWindow<C> auxtrace_window(C& cpu, const AuxtraceMmap& mm,
                                  const AuxtraceReadOptions& options, const typename C::Value& old,
                                  const typename C::Value& head) {
  using Value = typename C::Value;
  const Value len = mm.len();
  const bool masked = mm.mask != 0 || mm.has(defect::kWindowMasksAnyLength);
  const Value mask = mm.len() - 1;
  const Value head_off = masked ? head & mask : head % len;
  const Value old_off = masked ? old & mask : old % len;
  AuxtraceWindow<C> window;
  const bool ahead = mm.has(defect::kWindowEmptyWhenEqual) ? !cpu.branch(head_off < old_off)
                                                           : cpu.branch(old_off < head_off);
  window.size = ahead ? head_off - old_off : len - (old_off - head_off);
  if (options.snapshot && cpu.branch(Value(options.snapshot_size) < window.size))
    window.size = options.snapshot_size;
  window.offset = window_offset(cpu, mm, old, head, window.size);
  if (cpu.branch(head_off < window.size)) {
    window.first.length = window.size - head_off;
    window.first.at = len - window.first.length;
    window.second.length = head_off;
    window.split = true;
  } else {
    window.first.length = window.size;
    window.first.at = head_off - window.size;
  }
  if (options.alignment != 0) {
    const Value unwanted = window.first.length % Value(options.alignment);
    window.first.length = window.first.length - unwanted;
    window.size = window.size - unwanted;
  }
  return window;
}

/// What became of a read.
enum class AuxtraceRead : std::uint8_t {
  nothing,        ///< the head has not moved
  data,           ///< a window was handed over
  failed,         ///< finding the snapshot or handing over failed; nothing has moved
  tail_refused,   ///< handed over, but a 32-bit reader cannot store the tail
  finish_failed,  ///< handed over and the tail stored, but the driver's read_finish failed
};

/// One read of an AUX area. `previous` is mm->prev, the position up to which earlier reads went.
///
/// - `find_snapshot(cpu, head, old)` moves the two positions to where the driver finds the
///   snapshot's ends; true if it failed. Called for snapshots only.
/// - `hand_over(cpu, window)` takes the bytes; true if it failed.
/// - `read_finish(cpu)` is the driver's; true if it failed. Called after the tail is stored.
template <AuxCpu C, class FindSnapshot, class HandOver, class ReadFinish>
AuxtraceRead auxtrace_mmap_read(C& cpu, const AuxtraceMmap& mm, const AuxtraceReadOptions& options,
                                typename C::Value& previous, FindSnapshot&& find_snapshot,
                                HandOver&& hand_over, ReadFinish&& read_finish) {
  using Value = typename C::Value;
  Value head = auxtrace_mmap_read_head(cpu, mm);
  Value old = previous;
  if (options.snapshot && find_snapshot(cpu, head, old)) return AuxtraceRead::failed;
  if (cpu.branch(old == head)) return AuxtraceRead::nothing;
  const AuxtraceWindow<C> window = auxtrace_window(cpu, mm, options, old, head);
  tell<said::AuxWindow>(cpu, window.offset, window.size, old, head);
  if (hand_over(cpu, window)) return AuxtraceRead::failed;
  previous = mm.has(defect::kWindowTrimKeptBack) ? window.offset + window.size : head;
  if (options.snapshot && !mm.has(defect::kSnapshotStoresTail)) return AuxtraceRead::data;
  if (!auxtrace_mmap_write_tail(cpu, mm, head)) return AuxtraceRead::tail_refused;
  return read_finish(cpu) ? AuxtraceRead::finish_failed : AuxtraceRead::data;
}

/// Hands a window over as perf's file writer does: loads every unit of both pieces, in order.
/// Source: tools/perf/builtin-record.c record__process_auxtrace.
template <AuxCpu C>
bool load_window(C& cpu, const AuxtraceMmap& mm, const AuxtraceWindow<C>& window) {
  using Value = typename C::Value;
  for (const AuxPiece<C>* piece : {&window.first, &window.second})
    for (std::uint64_t i = 0; cpu.branch(Value(i) < piece->length); i += mm.data.unit) {
      const Value at = piece->at + Value(i);
      tell<said::TraceLoaded>(cpu, at, cpu.load(mm.data.address(at)));
    }
  return false;
}

}  // namespace ringcheck
