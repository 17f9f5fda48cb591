// AuxRun: one pass over the transcript, and one over the events of the driver's CPU, whose stores
// of trace say nothing about themselves. Tested by tests/properties.
#include "properties/aux/aux_run.hpp"

#include <algorithm>
#include <ranges>

#include "explore/program.hpp"
#include "properties/core/hear.hpp"
#include "protocol/aux/observations.hpp"

namespace ringcheck {

bool AuxRun::is_open() const {
  return !transactions.empty() && transactions.back().ended == kNever;
}

/// Sorts the transcript into the lists of a run, one observation after the other.
struct AuxRun::Gathering {
  AuxRun& run;
  const ExecutionGraph& graph;
  const Observation* o = nullptr;
  Place place = 0;               ///< of the observation in the transcript
  EventNumber event = kNoEvent;  ///< the access that it is about

  void operator()(const said::AuxBegun<>& told) {
    if (run.is_open()) ++run.overlapping;
    run.transactions.push_back({run.in_stream(told.head), told.room, o->slot});
    if (told.room > 0)
      run.cadence.push_back({run.in_stream(told.head), run.in_stream(told.wakeup)});
  }
  void operator()(const said::AuxEnded<>& told) {
    if (!run.is_open()) {
      ++run.ended_closed;
      return;
    }
    Transaction& open = run.transactions.back();
    open.ended = place;
    open.ended_slot = o->slot;
    open.offset = run.in_stream(told.offset);
    open.size = told.size;
    open.flags = told.flags;
  }
  void operator()(const said::AuxEndWithoutBegin<>&) { ++run.ended_closed; }
  void operator()(const said::AuxSkipped<>& told) {
    run.skipped.push_back({run.in_stream(told.offset), told.size});
    if (!run.cadence.empty())
      run.cadence.push_back(
          {run.in_stream(told.offset + told.size),
           told.wakeup != 0 ? run.in_stream(told.wakeup) : run.cadence.back().wakeup});
  }
  void operator()(const said::AuxHeadStored<>& told) {
    run.head_stores.push_back({run.in_stream(told.head), event});
  }
  void operator()(const said::AuxTailStored<>& told) {
    run.tail_stores.push_back({run.in_stream(told.tail), event});
  }
  void operator()(const said::AuxFreed<>&) { ++run.freed_by_transaction; }
  void operator()(const said::Warned<>&) { ++run.warnings; }
  void operator()(const said::AuxWindow<>& told) {
    run.windows.push_back({told.offset, told.size, told.old_head, told.new_head});
    run.window_offset_ = run.in_stream(told.offset);
    run.window_head_ = run.in_stream(told.new_head);
  }
  void operator()(const said::TraceLoaded<>&) {
    run.loads.push_back({run.window_offset_, run.window_head_, event});
    run.window_offset_ += run.area_.unit;
  }
  void operator()(const said::TraceStored<>& told) {
    if (run.in_area(graph, event))
      run.stores.push_back({told.position, event, told.unit, told.session, 0, false});
  }
  void operator()(const said::UnitStarted<>& told) {
    const std::size_t begun = run.transactions.size();
    run.sessions.push_back(
        {told.position, told.units, 0, place, begun == 0 ? 0 : begun - 1, run.is_open()});
  }
  void operator()(const said::UnitDrained<>& told) {
    if (told.session >= run.sessions.size()) return;
    run.sessions[told.session].made = told.units;
    run.sessions[told.session].drained = place;
  }
  void operator()(const said::AuxSampled<>& told) {
    if (told.after == 0) {
      run.samples.push_back({place, o->slot, told.position});
      return;
    }
    const auto open =
        std::ranges::find_if(run.samples | std::views::reverse,
                             [](const Sample& sample) { return sample.ended == kNever; });
    if (open == run.samples.rend()) return;
    open->ended = place;
    open->ended_slot = o->slot;
  }
  void operator()(const said::UnitEnabled<>& told) {
    if (told.runs == 0) ++run.idle;
  }
  void operator()(const said::AuxRest<>& told) {
    run.rest = {run.in_stream(told.head), run.in_stream(told.wakeup), told.nest};
  }
};

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
  Gathering gathering{*this, graph};
  for (Place place = 0; place < transcript.observations.size(); ++place) {
    const Observation& o = transcript.observations[place];
    gathering.o = &o;
    gathering.place = place;
    gathering.event = o.slot > 0 ? graph.at(o.thread, o.slot - 1) : kNoEvent;
    hear<said::AuxBegun, said::AuxEnded, said::AuxEndWithoutBegin, said::AuxSkipped,
         said::AuxHeadStored, said::AuxTailStored, said::AuxFreed, said::Warned, said::AuxWindow,
         said::TraceLoaded, said::TraceStored, said::UnitStarted, said::UnitDrained,
         said::AuxSampled, said::UnitEnabled, said::AuxRest>(o.kind, o.numbers, gathering);
  }
  // A unit says where in the area it stored; the transaction tells where that is in the stream.
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
