// AuxRun: one pass over the transcript, and one over the events of the driver's CPU, whose stores
// of trace say nothing about themselves. Tested by tests/properties.
#include "properties/aux/aux_run.hpp"

#include <algorithm>

#include "explore/program.hpp"

namespace ringcheck {

bool AuxRun::is_open() const {
  return !transactions.empty() && transactions.back().ended == kNever;
}

void AuxRun::take(const ExecutionGraph& graph, const Observation& o, Place place) {
  const auto& n = o.numbers;
  const EventNumber event = o.slot > 0 ? graph.at(o.thread, o.slot - 1) : kNoEvent;
  switch (static_cast<ObservationKind>(o.kind)) {
    case ObservationKind::aux_begun:
      if (is_open()) ++overlapping;
      transactions.push_back({n[0], n[1], o.slot});
      if (n[1] > 0) cadence.push_back({n[0], n[3]});
      break;
    case ObservationKind::aux_ended:
      if (!is_open()) {
        ++ended_closed;
        break;
      }
      transactions.back().ended = place;
      transactions.back().ended_slot = o.slot;
      transactions.back().offset = n[0];
      transactions.back().size = n[1];
      transactions.back().flags = n[2];
      break;
    case ObservationKind::aux_end_without_begin:
      ++ended_closed;
      break;
    case ObservationKind::aux_skipped:
      skipped.push_back({n[0], n[1]});
      if (!cadence.empty())
        cadence.push_back({n[0] + n[1], n[2] != 0 ? n[2] : cadence.back().wakeup});
      break;
    case ObservationKind::aux_head_stored:
      head_stores.push_back({n[0], event});
      break;
    case ObservationKind::aux_tail_stored:
      tail_stores.push_back({n[0], event});
      break;
    case ObservationKind::aux_freed:
      ++freed_by_transaction;
      break;
    case ObservationKind::warned:
      ++warnings;
      break;
    case ObservationKind::aux_window:
      windows.push_back({n[0], n[1], n[2], n[3]});
      window_offset_ = n[0];
      window_head_ = n[3];
      break;
    case ObservationKind::trace_loaded:
      loads.push_back({window_offset_, window_head_, event});
      window_offset_ += area_.unit;
      break;
    case ObservationKind::trace_stored:
      if (in_area(graph, event)) stores.push_back({n[0], event, n[2], n[1], 0, false});
      break;
    case ObservationKind::unit_started:
      sessions.push_back(
          {n[1], n[2], 0, place, transactions.empty() ? 0 : transactions.size() - 1, is_open()});
      break;
    case ObservationKind::unit_drained:
      if (n[0] < sessions.size()) {
        sessions[n[0]].made = n[1];
        sessions[n[0]].drained = place;
      }
      break;
    case ObservationKind::aux_sampled:
      take_sample(o, place);
      break;
    case ObservationKind::unit_enabled:
      if (n[0] == 0) ++idle;
      break;
    case ObservationKind::aux_rest:
      rest = {n[0], n[1], n[2]};
      break;
    default:
      break;
  }
}

void AuxRun::take_sample(const Observation& o, Place place) {
  if (o.numbers[2] == 0) {
    samples.push_back({place, o.slot, o.numbers[0]});
    return;
  }
  const auto open = std::find_if(samples.rbegin(), samples.rend(),
                                 [](const Sample& sample) { return sample.ended == kNever; });
  if (open == samples.rend()) return;
  open->ended = place;
  open->ended_slot = o.slot;
}

bool AuxRun::in_area(const ExecutionGraph& graph, EventNumber e) const {
  const std::uint64_t l = graph[e].location;
  const std::uint64_t first = location_of(area_.base);
  return l >= first && l < first + area_.words();
}

void AuxRun::gather_stores_of_driver(const ExecutionGraph& graph, ThreadId driver) {
  for (int slot = 0; slot < graph.slots(driver); ++slot) {
    const EventNumber e = graph.at(driver, slot);
    if (e == kNoEvent || graph[e].kind != EventKind::write) continue;
    if (!in_area(graph, e)) continue;
    const std::uint64_t word = graph[e].location - location_of(area_.base);
    Store store{word * area_.unit, e, graph[e].value, std::nullopt, 0, false};
    for (std::size_t t = 0; t < transactions.size(); ++t) {
      const Transaction& transaction = transactions[t];
      if (transaction.begun_slot > slot) break;
      store.transaction = t;
      store.open = slot < transaction.ended_slot;
    }
    if (!transactions.empty()) {
      const std::uint64_t head = transactions[store.transaction].head;
      store.offset = head + (store.offset - head) % area_.bytes;
    }
    stores.push_back(store);
  }
}

void AuxRun::gather(const ExecutionGraph& graph, const Transcript& transcript, const AuxBuffer* aux,
                    ThreadId driver) {
  transactions.clear();
  stores.clear();
  loads.clear();
  windows.clear();
  head_stores.clear();
  tail_stores.clear();
  sessions.clear();
  skipped.clear();
  cadence.clear();
  samples.clear();
  rest = {};
  overlapping = ended_closed = warnings = idle = freed_by_transaction = 0;
  if (aux == nullptr) return;
  area_ = aux->area;
  for (Place place = 0; place < transcript.observations.size(); ++place)
    take(graph, transcript.observations[place], place);
  // A unit says where in the area it stored; the transaction says where in the stream that is.
  for (Store& store : stores)
    if (*store.session < sessions.size() && sessions[*store.session].in_transaction) {
      const std::uint64_t head = transactions[sessions[*store.session].transaction].head;
      store.offset = head + (store.offset - head) % area_.bytes;
    }
  gather_stores_of_driver(graph, driver);
}

const AuxRun::Store* AuxRun::store_of(EventNumber event) const {
  for (const Store& store : stores)
    if (store.event == event) return &store;
  return nullptr;
}

}  // namespace ringcheck
