// Trace units as threads.
#include "properties/aux/trace_engine.hpp"
#include "protocol/aux/observations.hpp"

#include <utility>

namespace ringcheck {

namespace {

/// Where a session goes on, and how many units it may make: its doorbell or memory says.
std::pair<Word, Word> programmed(CheckedCpu& cpu, const TraceEngine& engine, const Word& command) {
  const Word doorbell = command - Word(1);
  if (engine.config == 0)
    return {doorbell >> Word(TraceEngine::kAllowedBits),
            doorbell & Word((1U << TraceEngine::kAllowedBits) - 1)};
  cpu.site("unit.index");
  const Word index = cpu.read_once(engine.config);
  cpu.site("unit.maximum");
  const Word maximum = cpu.read_once(engine.config + 1);
  if (!cpu.branch(index < maximum)) return {index, 0};
  return {index, (maximum - index) / Word(engine.memory.unit)};
}

}  // namespace

void run_session(CheckedCpu& cpu, const TraceEngine& engine, std::uint64_t session,
                 std::uint64_t most) {
  const auto tell_done = [&](std::uint64_t made) {
    cpu.site("unit.made");
    cpu.write_once(engine.made + session, made);
    cpu.site("unit.done");
    cpu.smp_store_release(engine.done + session, 1);
  };
  cpu.scope([&] {
    cpu.site("unit.go");
    const Word command = cpu.smp_load_acquire(engine.go + session);
    if (cpu.branch(command == Word(0))) {
      tell_done(0);
      if (engine.posted) cpu.smp_store_release(engine.flushed + session, 1);
      return;
    }
    const auto [position, allowed] = programmed(cpu, engine, command);
    std::uint64_t made = 0;
    while (made + engine.record <= most && cpu.branch(Word(made + engine.record - 1) < allowed) &&
           (!engine.stops_anywhere || cpu.choose(2) == 1))
      made += engine.record;
    const ByteArea memory = engine.memory_of(session);
    if (engine.posted) tell_done(made);
    for (std::uint64_t i = 0; i < made; ++i) {
      const Word at = position + Word(i * memory.unit);
      const std::uint64_t unit = TraceEngine::unit(session, i);
      cpu.site("trace");
      cpu.write_once(memory.address(at % Word(memory.bytes)), unit);
      tell<said::TraceStored>(cpu, at, session, unit);
    }
    if (!engine.posted) return tell_done(made);
    cpu.site("unit.flushed");
    cpu.smp_store_release(engine.flushed + session, 1);
  });
}

void choose_session(CheckedCpu& cpu, const TraceEngine& engine, std::uint64_t session) {
  cpu.store(engine.started, session);
}

void start_session(CheckedCpu& cpu, const TraceEngine& engine, const Word& position,
                   const Word& units) {
  cpu.scope([&] {
    const Word session = cpu.load(engine.started);
    if (!cpu.branch(session < Word(engine.sessions)))
      cpu.fail("more starts of the trace unit than the scenario has sessions");
    cpu.store(engine.started, session + Word(1));
    cpu.site("start");
    cpu.write_once(Word(engine.go) + session, TraceEngine::doorbell(position, units));
    tell<said::UnitStarted>(cpu, session, position, units);
  });
}

bool engine_runs(CheckedCpu& cpu, const TraceEngine& engine) {
  return !cpu.branch(cpu.load(engine.told) == cpu.load(engine.started));
}

Word drain_session(CheckedCpu& cpu, const TraceEngine& engine) {
  return cpu.scope([&]() -> Word {
    const Word started = cpu.load(engine.started);
    if (cpu.branch(started == Word(0))) return 0;
    const Word session = started - Word(1);
    cpu.site("drain");
    cpu.await(Word(engine.done) + session, 1);
    if (engine.drain_is_fence) cpu.smp_mb();
    const Word made = cpu.read_once(Word(engine.made) + session);
    tell<said::UnitDrained>(cpu, session, made);
    return made;
  });
}

}  // namespace ringcheck
