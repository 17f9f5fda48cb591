#pragma once
// Readers of an overwrite buffer, on another CPU: pause, read from the newest record back, resume.
// Besides libperf's reader there are shapes that others wrote.
//
// Source: kernel/events/core.c, PERF_EVENT_IOC_PAUSE_OUTPUT;
// tools/perf/tests/backward-ring-buffer.c; gdb/nat/linux-btrace.c linux_read_bts; cilium/ebpf
// perf/ring.go reverseReader; gobpf's dump of a backward ring. Tested by tests/properties.

#include <array>

#include "protocol/overwrite/observations.hpp"
#include "protocol/ring/observations.hpp"
#include "protocol/ring/perf_mmap.hpp"

namespace ringcheck {

/// How an overwrite buffer is read.
enum class OverwriteReader : std::uint8_t {
  libperf,    ///< pause, search for the range, read, resume
  unclamped,  ///< the same without the search: takes all that was ever written to be there
  endless,    ///< the same, from the head on until something looks like no record
  seqlock,    ///< no pause: head, the whole buffer, head again; looks a few times, then takes it
              ///< anyway
};

/// Pauses the buffer. Returns at once: writers that have looked before go on.
/// Source: rb_toggle_paused.
template <Cpu C>
void pause_output(C& cpu, const PerfBuffer& rb) {
  cpu.store(rb.at.paused, 1);
  tell<said::Paused>(cpu);
}

/// Resumes the buffer: by a plain store, as Linux 6.1 does, or by a release after the loads before
/// it.
/// Pre: it has pages. Source: rb_toggle_paused.
template <Cpu C>
void resume_output(C& cpu, const PerfBuffer& rb, Strength strength) {
  if (strength == Strength::release)
    cpu.smp_store_release(rb.at.paused, 0);
  else
    cpu.store(rb.at.paused, 0);
  tell<said::Resumed>(cpu);
}

/// Looks for something to read, the way `kind` does. Returns 0 if there is something.
template <Cpu C>
int begin_overwrite_read(C& cpu, const PerfBuffer& rb, PerfMmap<C>& map, OverwriteReader kind) {
  using Value = typename C::Value;
  if (kind == OverwriteReader::libperf) return perf_mmap_read_init(cpu, rb, map);
  map.start = read_head(cpu, rb, map.prev);
  map.end = kind == OverwriteReader::endless ? map.start + Value(2 * rb.data_size) : map.prev;
  return 0;
}

/// One round of reading a paused buffer: all records from the newest back.
template <Cpu C>
void read_paused(C& cpu, const PerfBuffer& rb, PerfMmap<C>& map, OverwriteReader kind) {
  using Value = typename C::Value;
  if (begin_overwrite_read(cpu, rb, map, kind) != 0) return;
  tell<said::SnapshotBegun>(cpu, map.start, map.end);
  PerfRecord<C> record;
  while (perf_mmap_read_event(cpu, rb, map, record))
    perf_record_use(cpu, rb, record, [](const Value&) {});
  perf_mmap_read_done(cpu, rb, map);
}

inline constexpr std::uint64_t kSeqlockWords = 32;  ///< of the largest buffer that is copied whole

/// Copies the whole buffer between two loads of the head, until they agree but at most `looks`
/// times. Takes records of `record_words` words from its last copy.
template <Cpu C>
void read_seqlock(C& cpu, const PerfBuffer& rb, PerfMmap<C>& map, std::uint64_t record_words,
                  int looks) {
  using Value = typename C::Value;
  const std::uint64_t words = rb.data_size / kWordBytes;
  std::array<Value, kSeqlockWords> copy;
  for (int look = 0; look < looks; ++look) {
    map.start = cpu.read_once(rb.at.data_head);
    tell<said::HeadLoaded>(cpu, map.start, map.prev);
    for (std::uint64_t i = 0; i < words; ++i)
      copy[i] = load_data_word(cpu, rb, map.start + Value(i * kWordBytes));
    if (cpu.branch(cpu.read_once(rb.at.data_head) == map.start)) break;
  }
  tell<said::SnapshotBegun>(cpu, map.start, map.prev);
  for (std::uint64_t i = 0; i + record_words <= words; i += record_words) {
    const Value offset = map.start + Value(i * kWordBytes);
    if (cpu.branch(copy[i] == Value(0)) || cpu.branch(offset == map.prev)) break;
    tell<said::Consumed>(cpu, offset, Value(record_words * kWordBytes), copy[i]);
  }
  map.prev = map.start;
}

}  // namespace ringcheck
