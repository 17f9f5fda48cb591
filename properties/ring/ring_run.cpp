// RingRun: one pass over the transcript. Lists are short (tens of entries), so looking things up is
// a scan.
// Tested by tests/properties.
#include "properties/ring/ring_run.hpp"

#include "explore/program.hpp"

namespace ringcheck {

LocId location_of(std::uint64_t address) {
  return static_cast<LocId>(address - kAddressBase);
}

void RingRun::gather(const ExecutionGraph& graph, const Transcript& transcript) {
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
  woken_up = lifetime_steps = 0;

  std::uint64_t loaded_head = 0;
  for (const Observation& o : transcript.observations) {
    const auto& n = o.numbers;
    const EventNumber event = o.slot > 0 ? graph.at(o.thread, o.slot - 1) : kNoEvent;
    switch (static_cast<ObservationKind>(o.kind)) {
      case ObservationKind::refused:
        refused.push_back({static_cast<RefusedFor>(n[0]), n[1], n[2], n[3]});
        break;
      case ObservationKind::reserved:
        reservations.push_back({n[0], n[1], n[2], o.slot, kNoSlot, o.level});
        break;
      case ObservationKind::word_stored:
        stores.push_back({n[0], 0, event, o.slot});
        break;
      case ObservationKind::lost_reported:
        lost_reported += n[1];
        ++lost_records;
        if (n[1] == 0) empty_lost = n[0];
        break;
      case ObservationKind::record_written:
        written.push_back({n[0], n[1], n[2], o.slot, n[3]});
        break;
      case ObservationKind::finished:
        for (Reservation& r : reservations)
          if (r.offset == n[0] && r.finished == kNoSlot) r.finished = o.slot;
        break;
      case ObservationKind::nested_put:
        ++nested_puts;
        break;
      case ObservationKind::head_stored:
        head_stores.push_back({n[0], event, o.slot, o.thread});
        break;
      case ObservationKind::retried:
        ++retries;
        break;
      case ObservationKind::head_loaded:
        loaded_head = n[0];
        head_loads.push_back({n[0], event, o.slot, o.thread});
        break;
      case ObservationKind::fell_behind:
        ++fell_behind;
        break;
      case ObservationKind::word_loaded:
        loads.push_back({n[0], loaded_head, event, o.slot});
        break;
      case ObservationKind::consumed:
        consumed.push_back({n[0], n[1], 0, o.slot});
        break;
      case ObservationKind::passed_pause:
        passed_pause.push_back({n[0], event, o.slot, o.thread, o.level});
        break;
      case ObservationKind::paused:
        pauses.push_back({n[0], event, o.slot, o.thread, o.level});
        break;
      case ObservationKind::resumed:
        resumes.push_back({n[0], event, o.slot, o.thread, o.level});
        break;
      case ObservationKind::asleep:
        asleep.push_back({n[0], event, o.slot, o.thread, o.level});
        break;
      case ObservationKind::lifetime_broken:
        breaks.push_back({n[0], event, o.slot, o.thread, o.level});
        break;
      case ObservationKind::lifetime_step:
        ++lifetime_steps;
        break;
      case ObservationKind::woken_up:
        ++woken_up;
        break;
      case ObservationKind::snapshot_begun:
        snapshots.push_back({n[0], n[1], o.slot});
        break;
      case ObservationKind::tail_stored:
        tail_stores.push_back({n[0], event, o.slot, o.thread});
        break;
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
