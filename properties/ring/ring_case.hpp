#pragma once
// RingCase: a sequence of steps on one perf buffer, with the interrupts that come in between.

#include <rapidcheck/Gen.h>

#include <cstdint>
#include <string>
#include <vector>

#include "protocol/core/writer_point.hpp"
#include "protocol/ring/perf_buffer.hpp"

namespace ringcheck {

/// How the buffer of a case is set up.
struct RingShape {
  bool backward = false;            ///< written downwards, overwrites, mapped read-only
  std::uint64_t page_words = 8;     ///< a power of two
  std::uint64_t pages = 1;          ///< a power of two, or 0
  std::uint64_t watermark = 0;      ///< bytes between wakeups; 0: half the buffer
  std::uint64_t wakeup_events = 0;  ///< samples between wakeups; 0: the watermark decides
  bool sample_id_all = false;       ///< LOST records end with a sample id
  std::uint64_t id_fields = 7;      ///< of its six fields, a bit each, in their order
  std::uint64_t start = 0;          ///< stream offset at which it begins (bytes, whole words)
  std::uint64_t lost = 0;           ///< records lost before that and not reported
  bool oversized = false;           ///< a record may be larger than a backward buffer
  WakeupStamp stamp = WakeupStamp::as_unsigned;
  bool lost_taken_first = false;  ///< with the repair of F-16
  LongWidth width{};              ///< of kernel and reader
  std::uint64_t counted = 0;      ///< samples since the last wakeup, by events that wake less often

  [[nodiscard]] std::uint64_t bytes() const { return page_words * pages * 8; }
};

struct RingInterrupt;

/// A writer of one sample, with what interrupts it.
struct RingWriter {
  std::uint64_t payload_words = 1;  ///< at least 1
  std::uint64_t event = 0;          ///< 0, or 1 for the event that was inherited from it
  std::vector<RingInterrupt> interrupts;
};

/// What comes when a writer passes a point for the `occurrence`-th time, from 0.
struct RingInterrupt {
  WriterPoint point = WriterPoint::get_handle;
  std::uint64_t occurrence = 0;
  bool reader = false;  ///< the reader polls on its CPU; otherwise a writer interrupts
  RingWriter writer{};
};

/// A writer that comes between two accesses of the reader.
struct RingMeanwhile {
  std::uint64_t access = 0;  ///< accesses of this step before it comes
  RingWriter writer{};
};

/// A step of the task on the writers' CPU, or of the reader on another.
struct RingStep {
  enum class Op : std::uint8_t {
    write,
    poll,       ///< the reader as libbpf has it: one head, all records, one tail
    poll_each,  ///< as libperf has it: head and tail for each record
    snapshot,   ///< of a backward buffer: pause, read what is new, resume
    pause,
    resume,
    reopen,   ///< a new reader on the same mapping
    corrupt,  ///< the size in the header of the next record becomes `value`
    tail,     ///< somebody stores the tail, `value` bytes more than it is
  };
  Op op = Op::write;
  RingWriter writer{};                   ///< of write
  std::vector<RingMeanwhile> meanwhile;  ///< during poll, poll_each and snapshot
  std::uint64_t value = 0;
};

/// True iff the reader reads in such a step, so writers may come meanwhile.
bool reads(RingStep::Op op);

/// A whole case.
struct RingCase {
  RingShape shape;
  std::vector<RingStep> steps;
};

/// The case as a list, one step to a line.
std::string to_text(const RingCase& ring_case);

/// The case with records that fit its buffer, where they must: an overwrite buffer refuses none.
RingCase fitted(RingCase ring_case);

/// Cases that are simpler than `ring_case` in one thing; those that leave out most come first.
std::vector<RingCase> smaller_ring_cases(const RingCase& ring_case);

/// Which cases are made.
struct RingCases {
  bool backward = false;
  bool hostile = false;         ///< tails that no reader stores
  bool corrupt = false;         ///< headers that no writer stores
  bool readers_between = true;  ///< polls while a writer is between two accesses
  bool nesting = true;          ///< interrupts of writers
  bool oversized = false;       ///< records that are larger than a backward buffer
  bool without_pages = false;   ///< a buffer to which nothing can be written, and no readers
  std::uint64_t pages = 0;      ///< this many, even if no buffer has so many; 0: any
  std::uint64_t lost = 0;       ///< losses that were not reported before the case
  WakeupStamp stamp = WakeupStamp::as_unsigned;
  bool lost_taken_first = false;  ///< with the repair of F-16
  bool narrow = false;            ///< kernel and reader have longs of 32 bits
  bool large = false;             ///< buffers and records of hundreds of KiB, too
};

/// Random cases of this kind.
rc::Gen<RingCase> ring_cases(const RingCases& kind);

}  // namespace ringcheck
