// RingRun: one pass over the transcript. Lists are short (tens of entries), so a lookup is a scan.
// Tested by tests/properties.
#include "properties/ring/ring_run.hpp"

#include "explore/program.hpp"
#include "properties/core/hear.hpp"
#include "protocol/lifetime/observations.hpp"
#include "protocol/overwrite/observations.hpp"
#include "protocol/ring/observations.hpp"
#include "protocol/wakeup/observations.hpp"

namespace ringcheck {

LocId location_of(std::uint64_t address) {
  return static_cast<LocId>(address - kAddressBase);
}

namespace {

/// Sorts the transcript into the lists of a run, one observation after the other.
struct Gathering {
  RingRun& run;
  std::uint64_t loaded_head = 0;  ///< by the poll of the current observation
  const Observation* o = nullptr;
  EventNumber event = kNoEvent;  ///< the access that it is about

  void operator()(const said::Refused<>& told) {
    run.refused.push_back({static_cast<RefusedFor>(told.why), run.in_stream(told.head),
                           run.in_stream(told.tail), told.size, o->slot, o->level});
  }
  void operator()(const said::Reserved<>& told) {
    run.reservations.push_back({run.in_stream(told.offset), told.size, run.in_stream(told.tail),
                                o->slot, kNoSlot, o->level});
  }
  void operator()(const said::WordStored<>& told) {
    run.stores.push_back({run.in_stream(told.offset), 0, event, o->slot, told.value});
  }
  void operator()(const said::LostReported<>& told) {
    run.lost_reported += told.records;
    ++run.lost_records;
    if (told.records == 0) run.empty_lost = run.in_stream(told.offset);
  }
  void operator()(const said::RecordWritten<>& told) {
    run.written.push_back({run.in_stream(told.offset), told.size, told.name, o->slot, told.time});
  }
  void operator()(const said::Finished<>& told) {
    for (RingRun::Reservation& r : run.reservations)
      if (r.offset == run.in_stream(told.offset) && r.finished == kNoSlot) r.finished = o->slot;
  }
  void operator()(const said::NestedPut<>&) { ++run.nested_puts; }
  void operator()(const said::HeadStored<>& told) {
    run.head_stores.push_back({run.in_stream(told.head), event, o->slot, o->thread});
  }
  void operator()(const said::Retried<>&) { ++run.retries; }
  void operator()(const said::HeadLoaded<>& told) {
    loaded_head = run.in_stream(told.head);
    run.head_loads.push_back({loaded_head, event, o->slot, o->thread});
  }
  void operator()(const said::FellBehind<>&) { ++run.fell_behind; }
  void operator()(const said::WordLoaded<>& told) {
    run.loads.push_back({run.in_stream(told.offset), loaded_head, event, o->slot});
  }
  void operator()(const said::Consumed<>& told) {
    run.consumed.push_back({run.in_stream(told.offset), told.size, 0, o->slot});
  }
  void operator()(const said::PassedPause<>&) { run.passed_pause.push_back(step(0)); }
  void operator()(const said::Paused<>&) { run.pauses.push_back(step(0)); }
  void operator()(const said::Resumed<>&) { run.resumes.push_back(step(0)); }
  void operator()(const said::Asleep<>& told) { run.asleep.push_back(step(told.trigger)); }
  void operator()(const said::SignalDue<>& told) { run.signals_due.push_back(step(told.reason)); }
  void operator()(const said::Signalled<>& told) { run.signals.push_back(step(told.reason)); }
  void operator()(const said::Overflowed<>& told) { run.overflows.push_back(step(told.name)); }
  void operator()(const said::LifetimeBroken<>& told) { run.breaks.push_back(step(told.what)); }
  void operator()(const said::LifetimeStep<>&) { ++run.lifetime_steps; }
  void operator()(const said::Woken<>&) { ++run.wakeups; }
  void operator()(const said::WokenUp<>&) { ++run.woken_up; }
  void operator()(const said::SnapshotBegun<>& told) {
    run.snapshots.push_back({run.in_stream(told.start), run.in_stream(told.end), o->slot});
  }
  void operator()(const said::TailStored<>& told) {
    run.tail_stores.push_back({run.in_stream(told.tail), event, o->slot, o->thread});
  }

  [[nodiscard]] RingRun::Step step(std::uint64_t number) const {
    return {number, event, o->slot, o->thread, o->level};
  }
};

}  // namespace

void RingRun::clear() {
  reservations.clear();
  refused.clear();
  stores.clear();
  loads.clear();
  written.clear();
  consumed.clear();
  head_stores.clear();
  head_loads.clear();
  tail_stores.clear();
  passed_pause.clear();
  pauses.clear();
  resumes.clear();
  asleep.clear();
  signals_due.clear();
  signals.clear();
  overflows.clear();
  breaks.clear();
  snapshots.clear();
  empty_lost.reset();
  lost_reported = lost_records = retries = nested_puts = fell_behind = 0;
  woken_up = wakeups = lifetime_steps = 0;
}

void RingRun::gather(const ExecutionGraph& graph, const Transcript& transcript,
                     const PerfBuffer* ring) {
  width_ = ring == nullptr ? LongWidth{} : ring->reader_width;
  start_ = width_.narrow ? graph[location_of(ring->at.data_head)].value : 0;
  clear();
  using namespace said;
  Gathering gathering{*this};
  for (const Observation& o : transcript.observations) {
    gathering.o = &o;
    gathering.event = o.slot > 0 ? graph.at(o.thread, o.slot - 1) : kNoEvent;
    hear<WordStored, WordLoaded, HeadStored, HeadLoaded, TailStored, Reserved, Finished,
         RecordWritten, Consumed, said::Refused, LostReported, NestedPut, Retried, FellBehind,
         PassedPause, Paused, Resumed, Asleep, LifetimeBroken, LifetimeStep, Woken, WokenUp,
         SignalDue, Signalled, Overflowed, SnapshotBegun>(o.kind, o.numbers, gathering);
  }
}

EventNumber RingRun::store_of(std::uint64_t offset) const {
  for (const WordAccess& store : stores)
    if (store.offset == offset) return store.event;
  return kNoEvent;
}

std::optional<std::uint64_t> RingRun::offset_of(EventNumber event) const {
  for (const WordAccess& store : stores)
    if (store.event == event) return store.offset;
  return std::nullopt;
}

}  // namespace ringcheck
