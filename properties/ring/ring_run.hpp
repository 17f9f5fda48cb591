#pragma once
// RingRun: what happened to a data ring in one execution, gathered from the graph and the
// transcript for all properties.

#include <cstdint>
#include <optional>
#include <vector>

#include "explore/thread_run.hpp"
#include "graph/execution_graph.hpp"
#include "protocol/lifetime/observations.hpp"
#include "protocol/ring/observations.hpp"
#include "protocol/ring/perf_buffer.hpp"

namespace ringcheck {

/// Number of an event slot that never comes.
inline constexpr std::uint16_t kNoSlot = 0xffff;

/// What happened to one data ring in one complete execution. Offsets and sizes are bytes of the
/// stream, running. Within a list, things are in program order of their thread. `slot` tells the
/// place in program order: the number of event slots used before the thing, so the access that it
/// is about is in slot - 1.
struct RingRun {
  struct Reservation {
    std::uint64_t offset, size, tail;
    std::uint16_t slot;
    std::uint16_t
        finished;  ///< slot at which all of its words were stored; kNoSlot if that never happened
    std::uint8_t level;
  };
  struct Refused {
    RefusedFor why;
    std::uint64_t head, tail, size;
    std::uint16_t slot;
    std::uint8_t level;
  };
  struct WordAccess {
    std::uint64_t offset;
    std::uint64_t head;  ///< for a load: the head that the reader had loaded
    EventNumber event;
    std::uint16_t slot;
    std::uint64_t word = 0;  ///< for a store: what the writer means to store
  };
  struct Record {
    std::uint64_t offset, size;
    std::uint64_t name;  ///< for a written one: the sample's name, 0 for LOST
    std::uint16_t slot;
    std::uint64_t time = 0;  ///< of a sample that was written (nanoseconds)
  };
  struct PositionAccess {  ///< a load or store of data_head, a store of data_tail
    std::uint64_t position;
    EventNumber event;
    std::uint16_t slot;
    ThreadId thread;
  };

  struct Step {  ///< a flag was loaded or stored, or a task fell asleep
    std::uint64_t number;
    EventNumber event;
    std::uint16_t slot;
    ThreadId thread;
    std::uint8_t level;
  };
  struct Snapshot {  ///< one round of an overwrite reader
    std::uint64_t start, end;
    std::uint16_t slot;
  };

  std::vector<Reservation> reservations;
  std::vector<Refused> refused;
  std::vector<WordAccess> stores, loads;
  std::vector<Record> written, consumed;
  std::vector<PositionAccess> head_stores, head_loads, tail_stores;
  std::vector<Step> passed_pause;     ///< begins that found the buffer not paused
  std::vector<Step> pauses, resumes;  ///< of the reader
  std::vector<Step> asleep;           ///< polls that sleep; number: address of the trigger
  std::vector<Step> signals_due;      ///< to who asked for SIGIO; number: the reason
  std::vector<Step> signals;          ///< that were sent; number: the reason
  std::vector<Step> overflows;        ///< of an event; number: the name of its sample
  std::vector<Step> breaks;           ///< number: LifetimeBreak
  std::vector<Snapshot> snapshots;
  std::uint64_t lost_reported = 0;          ///< records that LOST records report
  std::uint64_t lost_records = 0;           ///< LOST records
  std::optional<std::uint64_t> empty_lost;  ///< offset of a LOST record that reports nothing
  std::uint64_t retries = 0;                ///< further rounds of put_handle
  std::uint64_t nested_puts = 0;            ///< writers that were not the outermost
  std::uint64_t woken_up = 0;               ///< polls that slept and returned
  std::uint64_t wakeups = 0;                ///< how often a writer had the reader woken
  std::uint64_t lifetime_steps = 0;
  std::uint64_t fell_behind = 0;  ///< polls that found the head too far ahead

  /// Gathers. Reuses what the lists have allocated. `ring`: null for scenarios without one.
  void gather(const ExecutionGraph& graph, const Transcript& transcript,
              const PerfBuffer* ring = nullptr);

  /// The place in the stream of a counter of the buffer (bytes). If a long has 32 bits, it is the
  /// place nearest to where the stream started.
  [[nodiscard]] std::uint64_t in_stream(std::uint64_t counter) const {
    return width_.in_stream(counter, start_);
  }

  /// The store of the word at stream offset `offset`, the first if there are several; kNoEvent if
  /// there is none.
  [[nodiscard]] EventNumber store_of(std::uint64_t offset) const;
  /// The stream offset of the word that store `event` stored; nullopt for an initial write.
  [[nodiscard]] std::optional<std::uint64_t> offset_of(EventNumber event) const;

 private:
  /// Forgets all that was gathered, and keeps what the lists have allocated.
  void clear();

  LongWidth width_{};        ///< of the narrower one of kernel and reader
  std::uint64_t start_ = 0;  ///< of the stream (bytes)
};

/// The location of a cell of `ring`, whose addresses are those of locations.
LocId location_of(std::uint64_t address);

}  // namespace ringcheck
