#pragma once
// Questions about a graph that all models shipped with ringcheck answer alike.

#include <cstdint>
#include <optional>
#include <vector>

#include "models/relation_ops.hpp"
#include "models/thread_order.hpp"

namespace ringcheck {

/// Which reads a model may satisfy before earlier writes of their thread are in memory: those
/// outside a read-modify-write that have no tags but these. A fence, a part of a read-modify-write
/// or another read in between prevents it. Nothing: no read may.
using PassingReads = std::optional<TagSet>;

/// True iff `read` must wait for the earlier writes of its thread, since it is not among `passing`.
inline bool waits_for_writes(const PassingReads& passing, const Event& read) {
  return !passing || !passing->has_all(read.tags) || read.claim != Claim::none ||
         read.compare != Compare::none || read.rmw != kNoEvent;
}

/// Answers those questions about a graph of up to 64 * W events (W = kGrowing: of any size) that
/// need no evaluation of a model.
///
/// Yes: its events have an order, as on a machine with store buffers. This union is acyclic: rf, co
/// and fr, without what a thread reads from itself, and program order, without pairs of a write and
/// a later read that may pass it. Besides, each thread's accesses to a location agree with co, and
/// read-modify-writes are atomic. The axioms of the models forbid only cycles of rf, co, fr and
/// relations that go forward in a thread (an empty r & s^-1 forbids one of r and s); this leaves
/// aside grace periods of RCU and SRCU. Without a fence or a read-modify-write, a model orders
/// after a write only a write, or a read from the thread itself within a longer path from a read or
/// to a write. So each cycle is a cycle of this order, or one of coherence. Source of the order:
/// Owens, Sarkar, Sewell, "A better x86 memory model: x86-TSO", TPHOLs 2009; without passing reads
/// it is sequential consistency.
///
/// No: an access would not agree with co and its thread's accesses to the location, or with what
/// its thread knows of through acquire reads that read from release writes. No model here gives up
/// coherence and message passing.
///
/// Neither: only the model can tell.
template <int W>
class BufferedOrder {
 public:
  using Row = BitRow<W>;

  explicit BufferedOrder(PassingReads passing) : passing_(passing) {}

  /// Looks for the order of `graph`.
  void prepare(const ExecutionGraph& graph);
  /// True iff the graph has critical sections and grace periods: then the answer is never yes.
  [[nodiscard]] bool has_grace_periods() const { return sections_ && waiting_; }
  /// Whether `graph` with `extension` is consistent, if that is plain to see. Pre: prepare() was
  /// called on `graph`, which has not changed since.
  [[nodiscard]] std::optional<bool> answer(const ExecutionGraph& graph,
                                           const Extension& extension) const;

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  /// A thread of the machine: its writes go into a buffer, and leave it in order.
  struct Thread {
    ThreadId number;
    int next;          ///< slot to take next
    int drained;       ///< slots below it have no write in the buffer
    int buffered;      ///< writes in the buffer
    bool must_drain;   ///< before the next read
    Row before_reads;  ///< what comes before its next read
    Row in_memory;     ///< its writes that left the buffer, and what comes before these
    Row known;         ///< what it knows of
  };
  bool look_at_thread(const ExecutionGraph& graph, ThreadId t);
  bool arrange(const ExecutionGraph& graph);
  bool drain(const ExecutionGraph& graph, Thread& thread);
  bool take(const ExecutionGraph& graph, Thread& thread);
  [[nodiscard]] std::optional<bool> answer_read(const ExecutionGraph& graph, EventNumber r,
                                                EventNumber w) const;
  [[nodiscard]] std::optional<bool> answer_write(const ExecutionGraph& graph, EventNumber w,
                                                 EventNumber predecessor) const;
  [[nodiscard]] bool knows_of_later(const ExecutionGraph& graph, EventNumber e,
                                    EventNumber w) const;

  PassingReads passing_;
  bool exists_ = false;
  bool sections_ = false;               // there are critical sections of RCU
  bool waiting_ = false;                // there are grace periods
  Row taken_;                           // events that arrange() has taken
  ByEvent<W, Row> before_;              // all that comes before the event
  ByEvent<W, Row> known_;               // what the event's thread knows of at the event
  ByEvent<W, Row> readers_;             // of writes
  ByEvent<W, std::uint16_t> least_;     // of accesses: the least place in co that it may have
  std::vector<Thread> threads_;         // of arrange()
  std::vector<std::uint16_t> reached_;  // of look_at_thread(), by location
};

extern template class BufferedOrder<1>;
extern template class BufferedOrder<2>;
extern template class BufferedOrder<4>;
extern template class BufferedOrder<kGrowing>;

}  // namespace ringcheck
