#pragma once
// RingOracle: what must hold of a perf buffer, judged by what lies in its memory.
//
// The oracle does not listen to the protocol code. It knows what each writer should write, looks at
// the words of the buffer whenever a writer or reader gives way, and keeps its own list of the
// records that were published.

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/ring/perf_buffer.hpp"
#include "protocol/ring/perf_event.hpp"

namespace ringcheck {

/// A violation of an invariant.
struct RingViolation {
  std::string_view property;  ///< its id
  std::string what;
};

/// A record as it lies in the stream.
struct RingRecord {
  std::uint64_t offset = 0;          ///< bytes
  std::vector<std::uint64_t> words;  ///< the header first
  [[nodiscard]] std::uint64_t size() const { return words.size() * kWordBytes; }
  friend bool operator==(const RingRecord&, const RingRecord&) = default;
};

/// What occurred in a case.
struct RingClasses {
  bool refused = false;     ///< a record, for lack of space or because the buffer is paused
  bool reported = false;    ///< a LOST record that is published
  bool nested = false;      ///< a writer in another one
  bool woken = false;       ///< a wakeup
  bool read = false;        ///< a record, by the reader or a snapshot
  bool went_round = false;  ///< more was published than the buffer holds
};

/// Judges one buffer.
class RingOracle {
 public:
  /// `sample_id`: the words that a LOST record ends with. Pre: `rb`, `memory` and `events` outlive the
  /// oracle; the buffer is as it starts.
  RingOracle(const PerfBuffer& rb, const std::vector<std::uint64_t>& memory,
             const std::vector<PerfEvent>& events, std::vector<std::uint64_t> sample_id);

  // What the writers do. A writer is known by its number, from 0.
  /// A writer of `words` words of payload, named `name`, enters.
  std::uint64_t writer_comes(std::uint64_t name, std::uint64_t words);
  /// A writer's reservation was made right now.
  void writer_reserved(std::uint64_t writer);
  /// A writer has written all that it writes.
  void writer_is_done(std::uint64_t writer);
  /// A writer has left. `interrupted`: by anything.
  void writer_left(std::uint64_t writer, bool interrupted);
  [[nodiscard]] bool has_reserved(std::uint64_t writer) const { return writers_[writer].reserved; }

  /// Looks at what changed: call it whenever anything may have stored data_head.
  void look();
  /// No writer is active.
  void quiet();

  // What the reader does. It counts positions in 64 bits; for a 32-bit kernel only the lower bits
  // count.
  /// A poll that loads the head once has loaded it.
  void reader_polls_to(std::uint64_t head) { poll_to_ = head; }
  /// Whatever polls now loads the head as it likes.
  void reader_polls_freely() { poll_to_.reset(); }
  void reader_consumed(std::uint64_t position, std::uint64_t size);
  void reader_loaded(std::uint64_t offset, std::uint64_t word);
  void reader_stored_tail(std::uint64_t position);
  void reader_fell_behind();
  /// The reader takes a LOST record to report that many.
  void reader_counted_lost(std::uint64_t offset, std::uint64_t lost);
  /// A snapshot of a backward buffer, from `head` on, is over; it had these records.
  void reader_snapshot(std::uint64_t head, const std::vector<RingRecord>& records);
  void paused();
  void resuming();

  /// From now on the tail is whatever somebody stored: the oracle judges space by it, but not
  /// contents.
  void tail_is_hostile() { hostile_ = true; }
  /// The header at `offset` is not what was written: the oracle judges only the bounds of what the
  /// reader makes of it.
  void header_is_corrupt() { corrupt_ = true; }
  void violate(std::string_view property, std::string what);

  [[nodiscard]] const std::vector<RingViolation>& violations() const { return violations_; }
  [[nodiscard]] RingClasses classes() const {
    return {failed_ != 0, lost_published_ != 0,
            nested_,      seen_wakeups_ != 0,
            read_,        rb_.data_size != 0 && published_bytes_ > rb_.data_size};
  }
  /// Offset of the next record that the reader should hand on, and whether there is one.
  [[nodiscard]] bool has_next() const { return !unread_.empty(); }
  [[nodiscard]] std::uint64_t next() const { return unread_.front().offset; }

 private:
  struct Writer {
    std::uint64_t name, bytes;  ///< of its sample
    // When it entered:
    std::uint64_t nest, lost;
    bool paused;
    std::uint64_t free;     ///< bytes that could be reserved
    std::uint64_t drained;  ///< how often the reader had read all there was
    std::uint64_t stamp, wakeups, tail;
    std::uint64_t events;  ///< rb->events, where samples are counted
    // Since:
    bool reserved = false, done = false, published = false;
    std::uint64_t start = 0, end = 0;  ///< of what it reserved, a LOST record left out
  };

  [[nodiscard]] std::uint64_t word(std::uint64_t address) const { return memory_.at(address); }
  [[nodiscard]] std::uint64_t data(std::uint64_t offset) const {
    return memory_.at(rb_.data_word(offset));
  }
  [[nodiscard]] bool backward() const { return events_.front().write_backward; }
  [[nodiscard]] std::uint64_t wakeups() const;
  /// Bytes of a LOST record.
  [[nodiscard]] std::uint64_t lost_bytes() const { return (3 + sample_id_.size()) * kWordBytes; }
  /// How far `position` is ahead of `other` in the direction of writing (bytes).
  [[nodiscard]] std::int64_t ahead(std::uint64_t position, std::uint64_t other) const;
  void look_at_head();
  void read_published(std::uint64_t from, std::uint64_t to);
  void judge_record(const RingRecord& record);
  void judge_sample(const RingRecord& record);
  void judge_lost(const RingRecord& record);
  void judge_space(const Writer& writer);
  void judge_losses();
  void judge_wakeups();
  void judge_waking(const Writer& writer, bool interrupted);
  void judge_refusal(const Writer& writer);
  void judge_unread();

  const PerfBuffer& rb_;
  const std::vector<std::uint64_t>& memory_;
  const std::vector<PerfEvent>& events_;
  std::vector<std::uint64_t> sample_id_;
  std::vector<Writer> writers_;
  std::map<std::uint64_t, std::uint64_t> by_name_;  ///< of samples, to numbers of writers
  std::deque<RingRecord> unread_;  ///< published; forward: oldest first, backward: newest first
  std::uint64_t seen_head_;        ///< data_head
  std::uint64_t published_to_;     ///< the furthest position so far
  std::uint64_t reserved_to_;      ///< rb->head, by what writers reserved
  std::uint64_t handed_on_to_;     ///< where the reader's next record starts
  std::uint64_t loaded_ = 0;       ///< words of that record, after its header, that it has loaded
  std::optional<std::uint64_t> poll_to_;
  std::uint64_t tail_;
  std::uint64_t snapshot_;     ///< head of the last snapshot
  std::uint64_t failed_ = 0;   ///< begins
  std::uint64_t lost_before_;  ///< rb->lost at the start
  std::uint64_t first_head_, first_stamp_;
  std::uint64_t lost_published_ = 0;
  std::uint64_t published_bytes_ = 0, published_samples_ = 0;
  std::uint64_t seen_wakeups_ = 0, woken_bytes_ = 0, woken_samples_ = 0;
  std::uint64_t drained_ = 0;  ///< how often the reader read all there was
  bool woken_since_drained_ = false;
  std::uint64_t refused_ = 0;                ///< bytes, since all was read; 0: none
  std::vector<std::uint64_t> while_paused_;  ///< data_head and the data; empty: not paused
  bool hostile_ = false, corrupt_ = false, unseen_ = false;
  bool nested_ = false, read_ = false;
  std::vector<RingViolation> violations_;
};

}  // namespace ringcheck
