// RingRun: one pass over the transcript. Lists are short (tens of entries), so looking things up is
// a scan.
// Tested by tests/properties.
#include "properties/ring/ring_run.hpp"

#include "explore/program.hpp"
#include "protocol/lifetime/observations.hpp"
#include "protocol/overwrite/observations.hpp"
#include "protocol/ring/observations.hpp"
#include "protocol/wakeup/observations.hpp"

namespace ringcheck {

LocId location_of(std::uint64_t address) {
  return static_cast<LocId>(address - kAddressBase);
}

void RingRun::gather(const ExecutionGraph& graph, const Transcript& transcript,
                     const PerfBuffer* ring) {
  width_ = ring == nullptr ? LongWidth{} : ring->reader_width;
  start_ = width_.narrow ? graph[location_of(ring->at.data_head)].value : 0;
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
  breaks.clear();
  snapshots.clear();
  empty_lost.reset();
  lost_reported = lost_records = retries = nested_puts = fell_behind = 0;
  woken_up = wakeups = lifetime_steps = 0;

  std::uint64_t loaded_head = 0;
  for (const Observation& o : transcript.observations) {
    const EventNumber event = o.slot > 0 ? graph.at(o.thread, o.slot - 1) : kNoEvent;
    switch (o.kind) {
      case said::Refused<>::kKind: {
        const auto told = heard<said::Refused>(o.numbers);
        refused.push_back({static_cast<RefusedFor>(told.why), in_stream(told.head),
                           in_stream(told.tail), told.size, o.slot, o.level});
        break;
      }
      case said::Reserved<>::kKind: {
        const auto told = heard<said::Reserved>(o.numbers);
        reservations.push_back(
            {in_stream(told.offset), told.size, in_stream(told.tail), o.slot, kNoSlot, o.level});
        break;
      }
      case said::WordStored<>::kKind: {
        const auto told = heard<said::WordStored>(o.numbers);
        stores.push_back({in_stream(told.offset), 0, event, o.slot});
        break;
      }
      case said::LostReported<>::kKind: {
        const auto told = heard<said::LostReported>(o.numbers);
        lost_reported += told.records;
        ++lost_records;
        if (told.records == 0) empty_lost = in_stream(told.offset);
        break;
      }
      case said::RecordWritten<>::kKind: {
        const auto told = heard<said::RecordWritten>(o.numbers);
        written.push_back({in_stream(told.offset), told.size, told.name, o.slot, told.time});
        break;
      }
      case said::Finished<>::kKind: {
        const auto told = heard<said::Finished>(o.numbers);
        for (Reservation& r : reservations)
          if (r.offset == in_stream(told.offset) && r.finished == kNoSlot) r.finished = o.slot;
        break;
      }
      case said::NestedPut<>::kKind:
        ++nested_puts;
        break;
      case said::HeadStored<>::kKind: {
        const auto told = heard<said::HeadStored>(o.numbers);
        head_stores.push_back({in_stream(told.head), event, o.slot, o.thread});
        break;
      }
      case said::Retried<>::kKind:
        ++retries;
        break;
      case said::HeadLoaded<>::kKind: {
        const auto told = heard<said::HeadLoaded>(o.numbers);
        loaded_head = in_stream(told.head);
        head_loads.push_back({loaded_head, event, o.slot, o.thread});
        break;
      }
      case said::FellBehind<>::kKind:
        ++fell_behind;
        break;
      case said::WordLoaded<>::kKind: {
        const auto told = heard<said::WordLoaded>(o.numbers);
        loads.push_back({in_stream(told.offset), loaded_head, event, o.slot});
        break;
      }
      case said::Consumed<>::kKind: {
        const auto told = heard<said::Consumed>(o.numbers);
        consumed.push_back({in_stream(told.offset), told.size, 0, o.slot});
        break;
      }
      case said::PassedPause<>::kKind:
        passed_pause.push_back({0, event, o.slot, o.thread, o.level});
        break;
      case said::Paused<>::kKind:
        pauses.push_back({0, event, o.slot, o.thread, o.level});
        break;
      case said::Resumed<>::kKind:
        resumes.push_back({0, event, o.slot, o.thread, o.level});
        break;
      case said::Asleep<>::kKind: {
        const auto told = heard<said::Asleep>(o.numbers);
        asleep.push_back({told.trigger, event, o.slot, o.thread, o.level});
        break;
      }
      case said::LifetimeBroken<>::kKind: {
        const auto told = heard<said::LifetimeBroken>(o.numbers);
        breaks.push_back({told.what, event, o.slot, o.thread, o.level});
        break;
      }
      case said::LifetimeStep<>::kKind:
        ++lifetime_steps;
        break;
      case said::Woken<>::kKind:
        ++wakeups;
        break;
      case said::WokenUp<>::kKind:
        ++woken_up;
        break;
      case said::SnapshotBegun<>::kKind: {
        const auto told = heard<said::SnapshotBegun>(o.numbers);
        snapshots.push_back({in_stream(told.start), in_stream(told.end), o.slot});
        break;
      }
      case said::TailStored<>::kKind: {
        const auto told = heard<said::TailStored>(o.numbers);
        tail_stores.push_back({in_stream(told.tail), event, o.slot, o.thread});
        break;
      }
      default:
        break;
    }
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
