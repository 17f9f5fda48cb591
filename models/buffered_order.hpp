#pragma once
// Questions about a graph that all models that ringcheck ships answer alike.

#include <cstdint>
#include <optional>
#include <vector>

#include "models/relation_ops.hpp"
#include "models/thread_order.hpp"

namespace ringcheck {

/// Which reads of a model may be satisfied before earlier writes of their thread are in memory:
/// those that are no part of a read-modify-write and have none but these tags, unless a fence, a
/// part of a read-modify-write or another read stands in between. Nothing: none may.
using PassingReads = std::optional<TagSet>;

/// True iff `read` comes after the earlier writes of its thread, since it is not among `passing`.
inline bool waits_for_writes(const PassingReads& passing, const Event& read) {
  return !passing || !passing->has_all(read.tags) || read.claim != Claim::none ||
         read.compare != Compare::none || read.rmw != kNoEvent;
}

/// Answers questions about a graph of up to 64 * W events (W = kGrowing: of any size) for which no model has to be evaluated.
///
/// Yes: there is an order of its events, as a machine with store buffers has it. Acyclic is the
/// union of rf, co and fr, without what a thread reads from itself, and of program order, without
/// pairs of a write and a later read that may pass it. Besides, each thread's accesses to a
/// location agree with co, and read-modify-writes are atomic. All that the axioms of the models
/// forbid is a cycle of rf, co, fr and relations that go forward in a thread (an empty r & s^-1
/// forbids one of r and s); grace periods of RCU and SRCU are left aside. What a model puts in
/// order after a write without a fence or a read-modify-write is a write, or a read from the
/// thread itself within a longer path from a read or to a write. So each cycle is one of this
/// order, or one of coherence. Source of the order: Owens, Sarkar, Sewell, "A better x86 memory
/// model: x86-TSO", TPHOLs 2009; without passing reads it is sequential consistency.
///
/// No: an access would not agree with co and its thread's accesses to the location, or with what
/// its thread knows of by way of acquire reads that read from release writes. That is coherence,
/// and message passing, which no model here gives up.
///
/// Neither: it takes the model.
template <int W>
class BufferedOrder {
 public:
  using Row = BitRow<W>;

  explicit BufferedOrder(PassingReads passing) : passing_(passing) {}

  /// Looks for the order of `graph`.
  void prepare(const ExecutionGraph& graph);
  /// True iff the graph has critical sections and grace periods: then no answer is yes.
  [[nodiscard]] bool has_grace_periods() const { return sections_ && waiting_; }
  /// Whether `graph` with `extension` is consistent, if that is plain. Pre: prepare() was called on
  /// `graph`, which has not changed since.
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
  Row taken_;                           // of the events, by arrange()
  ByEvent<W, Row> before_;              // all that comes before it
  ByEvent<W, Row> known_;               // what its thread knows of when it comes
  ByEvent<W, Row> readers_;             // of writes
  ByEvent<W, std::uint16_t> least_;     // of accesses: place in co that it must not be below
  std::vector<Thread> threads_;         // of arrange()
  std::vector<std::uint16_t> reached_;  // of look_at_thread(), by location
};

extern template class BufferedOrder<1>;
extern template class BufferedOrder<2>;
extern template class BufferedOrder<4>;
extern template class BufferedOrder<kGrowing>;

}  // namespace ringcheck
