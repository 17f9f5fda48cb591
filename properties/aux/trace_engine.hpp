#pragma once
// TraceEngine: a trace unit as an agent of its own; the explorer orders its stores.
//
// A session is what the unit makes between a start and the stop after it, and each session is a
// thread. An execution graph shows it like this, whatever the model:
//
// - *start*: the driver stores one word, the doorbell: where to write, and how much at most. The
//   unit's load of it is an acquire: a unit does nothing for a command that it has not got. Nothing
//   orders the doorbell after what the driver did before; the driver must order whatever has to be.
//   A unit that finds in memory where to write (BTS: the debug store area) loads that after its
//   doorbell (`config`).
// - *a store of trace* is a store in the unit's thread: a single access, not ordered among other
//   such stores. If a model orders stores by itself (sc, x86-tso), they keep the unit's order. No
//   property can tell the difference: a window is whole only if its last unit is there, and that
//   may still come late.
// - *made, done*: the registers. A unit that settles when it is drained (CoreSight, SPE, BTS)
//   stores what it made and then, with release, that it is done, after its stores of trace. One
//   that posts its stores (PT) does so before: its registers tell what is not in memory yet.
// - *stop* has no event: how much a session makes is a choice, as if the unit could notice the stop
// anywhere.
// - *drain*: the driver waits, with acquire, until the session is done. If it waits by DSB (SPE,
//   TRBE), a full fence of its CPU follows; if it polls a register (TMC), none does. A session
//   whose doorbell the unit had not seen is done too, and made nothing.
// - *flushed*: stored with release after the stores of trace of a unit that posts them. The
//   driver's wmb and smp_mb wait for it (PostedStores in explore/checked_cpu.hpp); nothing else
//   does.
//
// A bounce buffer has words of its own for each session (`apart`), since a driver waits for one
// session before it starts the next. A session that nobody waited for might also disturb a later
// one; this is not modelled, but the first session's trace is judged. It spares a search for orders
// of stores that the waits decide.
//
// If memory is not coherent, dma_sync_single_for_cpu moves what the unit wrote to where the CPU
// loads it, as loads and stores of the CPU that syncs; until then the CPU sees old bytes. A cache
// line may also be fetched anew earlier; this is not modelled, since it only shows newer bytes.
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
  std::uint64_t made = 0;     ///< … of the number of units that it made
  std::uint64_t done = 0;     ///< … of 1 once it is done
  std::uint64_t flushed = 0;  ///< … of 1 once posted stores are in memory
  std::uint64_t told = 0;  ///< address: sessions whose end the registers tell, the driver's own; 0:
                           ///< each start is followed by one drain
  std::uint64_t sessions = 0;  ///< how many sessions there are words for
  ByteArea memory{};           ///< what the first session writes to, around its end
  std::uint64_t apart = 0;     ///< words from there to what the next session writes to
  std::uint64_t record = 1;    ///< units of trace that it makes at a time, all or none
  std::uint64_t config = 0;    ///< address of two words, offsets in the area: where it goes on, and
                               ///< up to where; 0: the doorbell says
  bool posted = false;         ///< it is done before its stores are in memory
  bool drain_is_fence = false;  ///< waiting for it is a full fence of the driver's CPU too
  bool stops_anywhere = true;   ///< it may make less than it is allowed to

  static constexpr std::uint64_t kAllowedBits = 8;
  /// The memory that session `session` writes to.
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

/// The body of the thread of session `session`. `most`: the most units that any doorbell allows.
void run_session(CheckedCpu& cpu, const TraceEngine& engine, std::uint64_t session,
                 std::uint64_t most);

/// Sets which session is the next one.
void choose_session(CheckedCpu& cpu, const TraceEngine& engine, std::uint64_t session);

/// Rings the next session's doorbell. Fails if there are no more sessions.
void start_session(CheckedCpu& cpu, const TraceEngine& engine, const Word& position,
                   const Word& units);

/// Waits until the last session that was started is done; returns how many units it made, 0 if none
/// was started.
Word drain_session(CheckedCpu& cpu, const TraceEngine& engine);

/// Whether a session was started whose end the registers do not tell yet. Pre: engine.told.
bool engine_runs(CheckedCpu& cpu, const TraceEngine& engine);

/// A level that masks NMIs too: what the driver does in one instruction takes several steps here.
inline constexpr std::uint8_t kNoInterrupts = 3;

/// The sessions of an engine as a TraceUnit. `program(cpu)` returns the doorbell's place and units;
/// `report(cpu, units)` stores what the registers tell. Enabling a running unit changes nothing,
/// and neither does waiting for one that does not run.
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
