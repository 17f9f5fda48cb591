#pragma once
// libperf's reader of a perf buffer: init, read, consume, done. It reads forward, and an overwrite
// buffer backward.
//
// Source: tools/lib/perf/mmap.c; tools/include/linux/ring_buffer.h ring_buffer_read_head,
// ring_buffer_write_tail. Deviations: whoever uses a record loads every word of it, once, where it
// lies, also where the library copies a record that wraps; bytes past the end of the buffer are
// those at its start. There is no AUX area (aux_size is 0). A 32-bit reader has no acquire and release
// of words that it accesses half by half, so that its plan has smp_rmb for C and smp_mb for D.
// Tested by tests/protocol, tests/properties and, against the library, `ringcheck conform`.

#include "protocol/core/cpu.hpp"
#include "protocol/ring/compiled_access.hpp"
#include "protocol/ring/defects.hpp"
#include "protocol/ring/observations.hpp"
#include "protocol/ring/perf_buffer.hpp"
#include "protocol/ring/sites.hpp"

namespace ringcheck {

/// A reader's own state. Positions are stream offsets (bytes).
template <Cpu C>
struct PerfMmap {
  typename C::Value prev = 0;   ///< up to where it has read (overwrite: where it began)
  typename C::Value start = 0;  ///< of what is still to be read
  typename C::Value end = 0;
  std::uint64_t flush = 0;   ///< bytes that must be there before it reads any
  bool overwrite = false;    ///< the buffer is an overwrite one, mapped read-only
  std::uint64_t refcnt = 2;  ///< 1: no event is left; 0: unmapped
};

/// What perf_mmap__read_init returns besides 0.
inline constexpr int kTryAgain = -11;  ///< -EAGAIN
inline constexpr int kNoEntry = -2;    ///< -ENOENT

/// Loads data_head before ordering point C. Source: ring_buffer_read_head.
template <Cpu C>
typename C::Value read_head(C& cpu, const PerfBuffer& rb, const typename C::Value& own_tail) {
  using Value = typename C::Value;
  const Strength c = rb.plan.at(site::kC);
  cpu.site("C");
  const Value head = rb.reader_width.narrow ? read_in_halves(cpu, rb.head_word())
                     : c == Strength::acquire
                         ? cpu.smp_load_acquire(rb.at.data_head)
                         : load_at(cpu, rb, site::kReaderHead, rb.at.data_head);
  tell<said::HeadLoaded>(cpu, head, own_tail);
  if (c == Strength::acquire || c == Strength::none) return head;
  cpu.site("C");
  if (c == Strength::rmb) cpu.smp_rmb();
  if (c == Strength::mb) cpu.smp_mb();
  return head;
}

/// Stores data_tail after ordering point D. Source: ring_buffer_write_tail.
template <Cpu C>
void write_tail(C& cpu, const PerfBuffer& rb, const typename C::Value& position) {
  using Value = typename C::Value;
  const Value tail = rb.has(defect::kTailMasked) ? position & Value(rb.data_size - 1) : position;
  const Strength d = rb.plan.at(site::kD);
  cpu.site("D");
  if (d == Strength::wmb) cpu.smp_wmb();
  if (d == Strength::rmb) cpu.smp_rmb();
  if (d == Strength::mb) cpu.smp_mb();
  if (rb.reader_width.narrow) {
    write_in_halves(cpu, rb.tail_word(), tail);
  } else if (d == Strength::release) {
    cpu.smp_store_release(rb.at.data_tail, tail);
  } else {
    store_at(cpu, rb, site::kReaderTail, rb.at.data_tail, tail);
  }
  tell<said::TailStored>(cpu, tail);
}

/// Loads the eight bytes of data at stream offset `offset`.
template <Cpu C>
typename C::Value load_data_word(C& cpu, const PerfBuffer& rb, const typename C::Value& offset) {
  using Value = typename C::Value;
  const auto load = [&](const Value& at) {
    const Value address = rb.data_word(at);
    return rb.marked_data ? cpu.read_once(address) : cpu.load(address);
  };
  Value word = load(offset);
  if (!rb.whole_words) {
    // Offsets within a word occur only on machines of plain numbers, and are never explored.
    if constexpr (std::is_same_v<Value, std::uint64_t>) {
      const std::uint64_t shift = offset % kWordBytes * 8;
      if (shift != 0) word = (word >> shift) | (load(offset + kWordBytes) << (64 - shift));
    } else {
      cpu.reach_bound("parts of a word");
    }
  }
  tell<said::WordLoaded>(cpu, offset, word);
  return word;
}

/// A record that the reader has found: a union perf_event.
template <Cpu C>
struct PerfRecord {
  typename C::Value offset = 0;  ///< stream offset
  typename C::Value header = 0;  ///< its first word
  typename C::Value size = 0;    ///< as its header says (bytes)
};

/// Source: perf_mmap__put, perf_mmap__munmap.
template <Cpu C>
void perf_mmap_put(PerfMmap<C>& map) {
  --map.refcnt;
}

/// Gives back what was read; unmaps a buffer that nobody writes to any more, once it is read.
/// Source: perf_mmap__consume, perf_mmap__empty.
template <Cpu C>
void perf_mmap_consume(C& cpu, const PerfBuffer& rb, PerfMmap<C>& map) {
  if (!map.overwrite) write_tail(cpu, rb, map.prev);
  if (map.refcnt == 1 && cpu.branch(read_head(cpu, rb, map.prev) == map.prev)) perf_mmap_put(map);
}

/// Finds the end of the records from `start` on: after the last whole one within the size of the
/// buffer, or where a size of 0 says that nothing was written yet. Source: overwrite_rb_find_range.
template <Cpu C>
typename C::Value overwrite_rb_find_range(C& cpu, const PerfBuffer& rb,
                                          const typename C::Value& start) {
  using Value = typename C::Value;
  Value end = start;
  Value size = 0;
  // Each record is at least a byte long, so the loop reaches the size of the buffer.
  while (rb.has(defect::kRangeWithoutEnd) || cpu.branch(end - start < Value(rb.data_size))) {
    size = load_data_word(cpu, rb, end) >> Value(48);
    if (cpu.branch(size == Value(0))) return end;
    end = end + size;
  }
  if (rb.has(defect::kRangeKeepsTornRecord)) return end;
  if (rb.has(defect::kRangeDropsLastRecord)) return end - size;
  if (cpu.branch(Value(rb.data_size) < end - start)) end = end - size;
  return end;
}

/// Looks for something to read; returns 0, kTryAgain or kNoEntry.
/// Source: perf_mmap__read_init, __perf_mmap__read_init.
template <Cpu C>
int perf_mmap_read_init(C& cpu, const PerfBuffer& rb, PerfMmap<C>& map) {
  using Value = typename C::Value;
  if (map.refcnt == 0) return kNoEntry;
  const Value head = read_head(cpu, rb, map.prev);
  map.start = map.overwrite ? head : map.prev;
  map.end = map.overwrite ? map.prev : head;
  const Value unread = map.end - map.start;
  if (map.flush != 0 && cpu.branch(unread < Value(map.flush))) return kTryAgain;
  if (!cpu.branch(Value(rb.data_size) < rb.reader_width.unsigned_long(unread))) return 0;
  if (map.overwrite) {
    if (!rb.has(defect::kRangeIsPrevious)) map.end = overwrite_rb_find_range(cpu, rb, map.start);
    return 0;
  }
  tell<said::FellBehind>(cpu, head, map.prev);
  map.prev = head;
  perf_mmap_consume(cpu, rb, map);
  return kTryAgain;
}

/// `bytes` cut to an int, and moved up so that unsigned comparison orders ints.
template <class Value>
Value int_order(const Value& bytes) {
  constexpr std::uint64_t kSign = 1ULL << 31U;
  return (bytes + Value(kSign)) & Value(UINT32_MAX);
}

/// Reads the record at map.start, if a whole one lies before map.end; moves past it and returns
/// true. Source: perf_mmap__read; the distance is an int there.
template <Cpu C>
bool perf_mmap_read(C& cpu, const PerfBuffer& rb, PerfMmap<C>& map, PerfRecord<C>& record) {
  using Value = typename C::Value;
  const Value left = int_order(map.end - map.start);
  if (cpu.branch(left < int_order(Value(kWordBytes)))) return false;
  record.offset = map.start;
  at_place(cpu, rb, PlainPlace::header_load);
  record.header = load_data_word(cpu, rb, map.start);
  record.size = record.header >> Value(48);
  const bool small =
      !rb.has(defect::kSizeZeroAccepted) && cpu.branch(record.size < Value(kWordBytes));
  if (small ||
      (!rb.has(defect::kSizeBeyondHeadAccepted) && cpu.branch(left < int_order(record.size)))) {
    tell<said::BadRecord>(cpu, record.offset, record.size);
    return false;
  }
  map.start = map.start + record.size;
  return true;
}

/// The next record, if there is one: returns whether there is. Source: perf_mmap__read_event.
template <Cpu C>
bool perf_mmap_read_event(C& cpu, const PerfBuffer& rb, PerfMmap<C>& map, PerfRecord<C>& record) {
  if (map.refcnt == 0) return false;
  if (!map.overwrite) map.end = read_head(cpu, rb, map.prev);
  const bool found = perf_mmap_read(cpu, rb, map, record);
  if (!map.overwrite) map.prev = map.start;
  return found;
}

/// Ends a round of reading an overwrite buffer: the next one ends where this one began.
/// Source: perf_mmap__read_done.
template <Cpu C>
void perf_mmap_read_done(C& cpu, const PerfBuffer& rb, PerfMmap<C>& map) {
  if (map.refcnt == 0 || rb.has(defect::kPrevNotUpdated)) return;
  map.prev = read_head(cpu, rb, map.prev);
}

/// Records that the LOST record at `offset` reports. Source: struct perf_record_lost.
template <Cpu C>
typename C::Value perf_record_lost(C& cpu, const PerfBuffer& rb, const typename C::Value& offset) {
  using Value = typename C::Value;
  const std::uint64_t field = rb.has(defect::kLostReadFromId) ? 1 : 2;
  return load_data_word(cpu, rb, offset + Value(field * kWordBytes));
}

/// Bytes of a record that wraps which the library of Linux 6.1 copies: sizeof(union perf_event).
inline constexpr std::uint64_t kPerfEventBytes = 4168;

/// True iff `record` reaches the end of the buffer, where the library hands on a copy.
template <Cpu C>
typename C::Truth perf_record_copied(const PerfBuffer& rb, const PerfRecord<C>& record) {
  using Value = typename C::Value;
  const Value mask(rb.data_size - 1);
  return !((record.offset & mask) + record.size == ((record.offset + record.size) & mask));
}

/// Loads word `i` of `record` as if its words lay one after the other in memory, even past the
/// buffer's end.
template <Cpu C>
typename C::Value load_unwrapped(C& cpu, const PerfBuffer& rb, const PerfRecord<C>& record,
                                 std::uint64_t i) {
  using Value = typename C::Value;
  const Value word = cpu.load(rb.data_word(record.offset) + Value(i));
  tell<said::WordLoaded>(cpu, record.offset + Value(i * kWordBytes), word);
  return word;
}

/// Leaves the load of the word at stream offset `offset`, whose use is elsewhere, to a machine on
/// which the compiler may make it later. Returns false on any other machine.
template <Cpu C>
bool load_word_later(C& cpu, const PerfBuffer& rb, const typename C::Value& offset) {
  const auto place = static_cast<unsigned>(PlainPlace::word_load);
  const std::uint32_t kind = said::WordLoaded<>::kKind;
  if constexpr (requires { cpu.load_later(place, offset, kind, offset); })
    return !rb.marked_data && cpu.load_later(place, rb.data_word(offset), kind, offset);
  else
    return false;
}

/// Loads the rest of `record` and gives each word, the header first, to `use`. Words that the
/// library does not copy are not given; whoever uses the copy finds those of an earlier one there.
template <Cpu C, class Use>
void perf_record_use(C& cpu, const PerfBuffer& rb, const PerfRecord<C>& record, Use&& use) {
  using Value = typename C::Value;
  use(record.header);
  for (std::uint64_t i = kWordBytes; cpu.branch(Value(i) < record.size); i += kWordBytes) {
    if (i >= kPerfEventBytes && !rb.copies_whole && cpu.branch(perf_record_copied(rb, record)))
      break;
    const Value offset = record.offset + Value(i);
    if (load_word_later(cpu, rb, offset)) continue;
    use(rb.has(defect::kCopyDoesNotWrap) ? load_unwrapped(cpu, rb, record, i / kWordBytes)
                                         : load_data_word(cpu, rb, offset));
  }
  tell<said::Consumed>(cpu, record.offset, record.size, record.header);
}

}  // namespace ringcheck
