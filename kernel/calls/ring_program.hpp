#pragma once
// RingProgram: calls on one buffer and its events, with calls that interrupt them at any access.

#include <rapidcheck/Gen.h>

#include <cstdint>
#include <string>
#include <vector>

#include "protocol/core/long_width.hpp"

namespace ringcheck {

/// A call, by a writer on the buffer's CPU or by somebody on another CPU.
struct RingCall {
  enum class Op : std::uint8_t {
    write,   ///< begin, copy and skip pieces, end
    sample,  ///< begin, perf_output_sample, end
    tail,    ///< the reader stores data_tail
    pause,   ///< PERF_EVENT_IOC_PAUSE_OUTPUT
    poll,
    irq,  ///< the interrupt work of an event
  };
  /// A call that comes before an access of the call that it is part of.
  struct Interrupt;

  Op op = Op::write;
  unsigned event = 0;
  unsigned size = 0;        ///< bytes (write), words of payload (sample)
  std::vector<int> pieces;  ///< write: bytes copied; negative: skipped
  std::uint64_t value = 0;  ///< tail: what is stored, relative to the buffer's first head
  bool paused = false;      ///< pause
  std::vector<Interrupt> interrupts;
};

struct RingCall::Interrupt {
  unsigned access = 0;  ///< index, among traced accesses, of the one that it comes before
  RingCall call;
};

/// An event of the buffer. The first one is a parent; the others may be its children.
struct RingProgramEvent {
  std::uint64_t sample_type = 0;
  bool sample_id_all = false;
  unsigned wakeup_events = 0;
  bool watermark = false;  ///< attr.watermark
  bool child = false;      ///< inherited from the first event
  bool attached = true;    ///< event->rb is set
  int state = 0;           ///< event->state: 0 inactive, -2 in error, -3 its task has exited
  bool has_child = false;  ///< on event->child_list
};

/// What the events of a program see of the running task.
enum class RingTask : std::uint8_t {
  seen,
  outside,  ///< it is in another namespace
  ended,    ///< and has ended
};

/// A buffer and the calls on it.
struct RingProgram {
  unsigned nr_pages = 1;  ///< 0 or a power of two
  std::int64_t watermark = 0;
  bool writable = true;
  bool backward = false;
  bool whole_words = true;   ///< all sizes are; then stores of data are traced, too
  bool named_begin = false;  ///< begins by perf_output_begin_forward or …_backward
  std::uint64_t head = 0;    ///< where the stream starts
  std::uint64_t lost = 0;
  RingTask task = RingTask::seen;
  std::vector<RingProgramEvent> events;
  std::vector<RingCall> calls;
};

/// Random programs for pages of `page_bytes` bytes, on a kernel with this `long`.
rc::Gen<RingProgram> ring_programs(unsigned page_bytes, LongWidth width = {});
/// Programs that are each a little simpler than `program`.
std::vector<RingProgram> smaller(const RingProgram& program);
std::string to_text(const RingProgram& program);

}  // namespace ringcheck
