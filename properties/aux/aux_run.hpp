#pragma once
// AuxRun: what happened to an AUX area in one execution, gathered from the graph and the transcript
// for all properties.

#include <cstdint>
#include <optional>
#include <vector>

#include "explore/thread_run.hpp"
#include "graph/execution_graph.hpp"
#include "properties/ring/ring_run.hpp"
#include "protocol/aux/aux_buffer.hpp"

namespace ringcheck {

/// What happened to one AUX area in one complete execution. Offsets and sizes are bytes of the
/// stream, running. Within a list, things are in program order of their thread.
struct AuxRun {
  /// A place in the program order of the driver's CPU; later places are larger.
  using Place = std::size_t;
  static constexpr Place kNever = SIZE_MAX;

  struct Transaction {
    std::uint64_t head, room;
    std::uint16_t begun_slot;  ///< slots as in RingRun
    std::uint16_t ended_slot = kNoSlot;
    Place ended = kNever;
    std::uint64_t offset = 0, size = 0, flags = 0;  ///< as the end says
  };
  struct Store {
    std::uint64_t offset;
    EventNumber event;
    std::uint64_t unit;                    ///< what is stored
    std::optional<std::uint64_t> session;  ///< of the unit that stores; none: the driver's CPU
    std::size_t transaction;               ///< index of the driver's open one; none for a session
    bool open;                             ///< one is open
  };
  struct Load {
    std::uint64_t offset, head;
    EventNumber event;
  };
  struct Window {  ///< positions as the reader counts them, in 64 bits
    std::uint64_t offset, size, old, head;
  };
  struct Position {
    std::uint64_t position;
    EventNumber event;
  };
  struct Session {
    std::uint64_t position, units, made;
    Place started;
    std::size_t transaction;  ///< index of the one in which it was started
    bool in_transaction;
    Place drained = kNever;  ///< where the driver had waited for the session
  };
  /// The driver's CPU copies trace to a sample.
  struct Sample {
    Place begun;
    std::uint16_t begun_slot;
    std::uint64_t to;  ///< position up to which is copied
    Place ended = kNever;
    std::uint16_t ended_slot = kNoSlot;
  };
  struct Range {
    std::uint64_t offset, size;
  };
  /// Where a driver goes on, and where it is told to interrupt.
  struct Cadence {
    std::uint64_t head, wakeup;
  };
  struct Rest {
    std::uint64_t head = 0, wakeup = 0, nest = 0;
  };

  std::vector<Transaction> transactions;
  std::vector<Store> stores;
  std::vector<Load> loads;
  std::vector<Window> windows;
  std::vector<Position> head_stores, tail_stores;
  std::vector<Session> sessions;
  std::vector<Range> skipped;
  std::vector<Cadence> cadence;    ///< after each begin and skip; none in overwrite mode
  std::vector<Sample> samples;     ///< in the order in which they begin; they nest
  Rest rest;                       ///< when the driver's CPU is done
  std::uint64_t overlapping = 0;   ///< transactions begun while one was open
  std::uint64_t ended_closed = 0;  ///< ends of no open transaction
  std::uint64_t warnings = 0;
  std::uint64_t idle = 0;  ///< how often a unit did not run though its event was active
  std::uint64_t freed_by_transaction = 0;

  /// Gathers. Reuses what the lists have allocated. `aux`: null for scenarios without an AUX area.
  void gather(const ExecutionGraph& graph, const Transcript& transcript, const AuxBuffer* aux,
              ThreadId driver);

  /// The place in the stream of a counter of the area (bytes). If a long has 32 bits, it is the
  /// place nearest to where the stream started.
  [[nodiscard]] std::uint64_t in_stream(std::uint64_t counter) const {
    return width_.in_stream(counter, start_);
  }

  /// The store that `event` is; null if it is none.
  [[nodiscard]] const Store* store_of(EventNumber event) const;

 private:
  struct Gathering;

  void gather_stores_of_driver(const ExecutionGraph& graph, ThreadId driver);
  [[nodiscard]] bool in_area(const ExecutionGraph& graph, EventNumber e) const;
  [[nodiscard]] bool is_open() const;

  std::uint64_t window_offset_ = 0, window_head_ = 0;  ///< of the load that comes next
  ByteArea area_{};
  LongWidth width_{};
  std::uint64_t start_ = 0;  ///< of the stream (bytes)
};

}  // namespace ringcheck
