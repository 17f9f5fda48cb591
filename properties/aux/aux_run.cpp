// AuxRun: one pass over the transcript, and one over the events of the driver's CPU, whose stores
// of trace say nothing about themselves. Tested by tests/properties.
#include "properties/aux/aux_run.hpp"

#include <algorithm>

#include "explore/program.hpp"
#include "protocol/aux/observations.hpp"

namespace ringcheck {

bool AuxRun::is_open() const {
  return !transactions.empty() && transactions.back().ended == kNever;
}

void AuxRun::take(const ExecutionGraph& graph, const Observation& o, Place place) {
  const EventNumber event = o.slot > 0 ? graph.at(o.thread, o.slot - 1) : kNoEvent;
  switch (o.kind) {
    case said::AuxBegun<>::kKind: {
      const auto told = heard<said::AuxBegun>(o.numbers);
      if (is_open()) ++overlapping;
      transactions.push_back({in_stream(told.head), told.room, o.slot});
      if (told.room > 0) cadence.push_back({in_stream(told.head), in_stream(told.wakeup)});
      break;
    }
    case said::AuxEnded<>::kKind: {
      const auto told = heard<said::AuxEnded>(o.numbers);
      if (!is_open()) {
        ++ended_closed;
        break;
      }
      transactions.back().ended = place;
      transactions.back().ended_slot = o.slot;
      transactions.back().offset = in_stream(told.offset);
      transactions.back().size = told.size;
      transactions.back().flags = told.flags;
      break;
    }
    case said::AuxEndWithoutBegin<>::kKind:
      ++ended_closed;
      break;
    case said::AuxSkipped<>::kKind: {
      const auto told = heard<said::AuxSkipped>(o.numbers);
      skipped.push_back({in_stream(told.offset), told.size});
      if (!cadence.empty())
        cadence.push_back({in_stream(told.offset + told.size),
                           told.wakeup != 0 ? in_stream(told.wakeup) : cadence.back().wakeup});
      break;
    }
    case said::AuxHeadStored<>::kKind: {
      const auto told = heard<said::AuxHeadStored>(o.numbers);
      head_stores.push_back({in_stream(told.head), event});
      break;
    }
    case said::AuxTailStored<>::kKind: {
      const auto told = heard<said::AuxTailStored>(o.numbers);
      tail_stores.push_back({in_stream(told.tail), event});
      break;
    }
    case said::AuxFreed<>::kKind:
      ++freed_by_transaction;
      break;
    case said::Warned<>::kKind:
      ++warnings;
      break;
    case said::AuxWindow<>::kKind: {
      const auto told = heard<said::AuxWindow>(o.numbers);
      windows.push_back({told.offset, told.size, told.old_head, told.new_head});
      window_offset_ = in_stream(told.offset);
      window_head_ = in_stream(told.new_head);
      break;
    }
    case said::TraceLoaded<>::kKind:
      loads.push_back({window_offset_, window_head_, event});
      window_offset_ += area_.unit;
      break;
    case said::TraceStored<>::kKind: {
      const auto told = heard<said::TraceStored>(o.numbers);
      if (in_area(graph, event))
        stores.push_back({told.position, event, told.unit, told.session, 0, false});
      break;
    }
    case said::UnitStarted<>::kKind: {
      const auto told = heard<said::UnitStarted>(o.numbers);
      sessions.push_back({told.position, told.units, 0, place,
                          transactions.empty() ? 0 : transactions.size() - 1, is_open()});
      break;
    }
    case said::UnitDrained<>::kKind: {
      const auto told = heard<said::UnitDrained>(o.numbers);
      if (told.session < sessions.size()) {
        sessions[told.session].made = told.units;
        sessions[told.session].drained = place;
      }
      break;
    }
    case said::AuxSampled<>::kKind:
      take_sample(o, place);
      break;
    case said::UnitEnabled<>::kKind: {
      const auto told = heard<said::UnitEnabled>(o.numbers);
      if (told.runs == 0) ++idle;
      break;
    }
    case said::AuxRest<>::kKind: {
      const auto told = heard<said::AuxRest>(o.numbers);
      rest = {in_stream(told.head), in_stream(told.wakeup), told.nest};
      break;
    }
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
  width_ = aux->width;
  start_ = width_.narrow ? graph[location_of(aux->at.user_head)].value : 0;
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
