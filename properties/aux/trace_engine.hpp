#pragma once
// TraceEngine: a trace unit as an agent of its own, whose stores the explorer orders.
//
// A session is what the unit makes between a start and the stop after it, and each session is a
// thread. How what happens stands in a graph, whatever the model:
//
// - *start*: the driver stores one word, the doorbell: where to write, and how much at most. The
//   unit's load of it is an acquire: a unit does nothing for a command that it has not got. Nothing
//   orders the doorbell after what the driver did before, so that what must be ordered is the
//   driver's to order. A unit that finds in memory where to write (BTS: the debug store area) loads
//   that after its doorbell (`config`).
// - *a store of trace* is a store in the unit's thread: a single access without order among its
//   like. Where a model orders stores by itself (sc, x86-tso) they keep the unit's order; no
//   property can tell, because a window is whole only if its last unit is there, which may come
//   late all the same.
// - *made, done*: the registers. A unit that settles when it is drained (CoreSight, SPE, BTS)
//   stores what it made and then, with release, that it is done, after its stores of trace. One
//   that posts its stores (PT) does so before: its registers tell what is not in memory yet.
// - *stop* has no event: how much a session makes is a choice, so that the unit noticed the stop
// anywhere.
// - *drain*: the driver waits, with acquire, until the session is done; where it does so by DSB
//   (SPE, TRBE), a full fence of its CPU follows, and where it polls a register (TMC) none. A
//   session whose doorbell the unit had not seen is done too, and made nothing.
// - *flushed*: stored with release after the stores of trace of a unit that posts them. The
//   driver's wmb and smp_mb wait for it (PostedStores in explore/checked_cpu.hpp). Nothing else
//   does.
//
// A bounce buffer has words of its own for each session (`apart`), since a driver waits for one
// session before it starts the next: that a session which nobody waited for also disturbs a later
// one is not modelled, the first one's trace is judged. It spares a search for orders of stores
// that the waits decide.
//
// What the unit wrote to memory that is not coherent is moved to where the CPU loads it by
// dma_sync_single_for_cpu, as loads and stores of the CPU that syncs; until then the CPU sees what
// it saw. That a cache line may also be fetched anew earlier is not modelled: it shows newer bytes
// only.
// Tested by tests/properties/aux/aux_explored_test.cpp.

#include <cstdint>
#include <optional>
#include <utility>

#include "explore/checked_cpu.hpp"
#include "protocol/aux/byte_area.hpp"

namespace ringcheck {

/// A unit, and the words through which its driver and its sessions speak.
struct TraceEngine {
  std::uint64_t started = 0;  ///< address: sessions started; the driver's own
  std::uint64_t go = 0;       ///< address of the first session's doorbell; 0: not started
  std::uint64_t made = 0;     ///< … of the units that it made
  std::uint64_t done = 0;     ///< … of 1 once it is done
  std::uint64_t flushed = 0;  ///< … of 1 once posted stores are in memory
  std::uint64_t told = 0;  ///< address: sessions whose end the registers tell, the driver's own; 0:
                           ///< each start is followed by one drain
  std::uint64_t sessions = 0;  ///< sessions that there are words for
  ByteArea memory{};           ///< what the first session writes to, around its end
  std::uint64_t apart = 0;     ///< words from there to what the next session writes to
  std::uint64_t record = 1;    ///< units of trace that it makes at a time, all or none
  std::uint64_t config = 0;    ///< address of two words, offsets in the area: where it goes on, and
                               ///< up to where; 0: the doorbell says
  bool posted = false;         ///< it is done before its stores are in memory
  bool drain_is_fence = false;  ///< waiting for it is a full fence of the driver's CPU too
  bool stops_anywhere = true;   ///< it may make less than it is allowed to

  static constexpr std::uint64_t kAllowedBits = 8;
  /// What session `session` writes to.
  [[nodiscard]] ByteArea memory_of(std::uint64_t session) const {
    return {memory.base + session * apart, memory.bytes, memory.unit};
  }
  /// A doorbell: units to make at most, and where to start (bytes of the stream).
  static Word doorbell(const Word& position, const Word& units) {
    return Word(1) + units + position * Word(std::uint64_t{1} << kAllowedBits);
  }
  /// Unit `i` that session `session` makes: no two are the same, and none is 0.
  static constexpr std::uint64_t unit(std::uint64_t session, std::uint64_t i) {
    return ((session + 1) << 8U) | (i + 1);
  }
  /// The session that makes `unit`.
  static constexpr std::uint64_t session_of(std::uint64_t unit) { return (unit >> 8U) - 1; }
};

/// What session `session` does: the body of its thread. `most`: units that any doorbell allows.
void run_session(CheckedCpu& cpu, const TraceEngine& engine, std::uint64_t session,
                 std::uint64_t most);

/// Sets which session is the next one.
void choose_session(CheckedCpu& cpu, const TraceEngine& engine, std::uint64_t session);

/// Rings the next session's doorbell. Fails if there are no more sessions.
void start_session(CheckedCpu& cpu, const TraceEngine& engine, const Word& position,
                   const Word& units);

/// Waits until the last session that was started is done; returns the units that it made. 0 if none
/// was.
Word drain_session(CheckedCpu& cpu, const TraceEngine& engine);

/// Whether a session was started whose end the registers do not tell yet. Pre: engine.told.
bool engine_runs(CheckedCpu& cpu, const TraceEngine& engine);

/// Level that masks NMIs too: what the driver does in one instruction takes several steps here.
inline constexpr std::uint8_t kNoInterrupts = 3;

/// The sessions of an engine as a TraceUnit. `program(cpu)` returns the doorbell's place and units;
/// `report(cpu, units)` stores what the registers tell. Enabling a unit that runs changes nothing,
/// and neither does waiting for one that does not.
template <class Program, class Report>
struct EngineUnit {
  const TraceEngine& engine;
  Program program;
  Report report;

  void start(CheckedCpu& cpu) {
    cpu.masking(kNoInterrupts, [&] {
      if (engine.told != 0 && engine_runs(cpu, engine)) return;
      const std::optional<std::pair<Word, Word>> where = program(cpu);
      if (where) start_session(cpu, engine, where->first, where->second);
    });
  }
  void stop(CheckedCpu&) const {}
  void drain(CheckedCpu& cpu) {
    cpu.masking(kNoInterrupts, [&] {
      if (engine.told != 0 && !engine_runs(cpu, engine)) return;
      const Word made = drain_session(cpu, engine);
      if (engine.told != 0) cpu.store(engine.told, cpu.load(engine.started));
      report(cpu, made);
    });
  }
};

}  // namespace ringcheck
