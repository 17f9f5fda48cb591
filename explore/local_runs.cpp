// A run waits for every load, so that all values are known wherever code runs; the graph tracks on
// which loads they depend all the same.
// Tested by tests/explore/reachable_ends_test.cpp.
#include "explore/local_runs.hpp"

#include <algorithm>

namespace ringcheck {

namespace {

/// Mixes `number` into `digest`.
void mix(std::array<std::uint64_t, 2>& digest, std::uint64_t number) {
  constexpr std::array<std::uint64_t, 2> kFactors{0x9e37'79b9'7f4a'7c15, 0xc2b2'ae3d'27d4'eb4f};
  for (std::size_t i = 0; i < 2; ++i) {
    std::uint64_t x = (digest[i] ^ number) + kFactors[i];
    x = (x ^ (x >> 30U)) * 0xbf58'476d'1ce4'e5b9;
    x = (x ^ (x >> 27U)) * 0x94d0'49bb'1331'11eb;
    digest[i] = (x ^ (x >> 31U)) * kFactors[1 - i];
  }
}

void mix_tags(std::array<std::uint64_t, 2>& digest, TagSet tags) {
  std::uint64_t bits = 0;
  for (unsigned t = 0; t < 64; ++t)
    if (tags.has(static_cast<Tag>(t))) bits |= std::uint64_t{1} << t;
  mix(digest, bits);
}

/// Loads of the thread by their slots.
void mix_loads(std::array<std::uint64_t, 2>& digest, const ExecutionGraph& graph,
               const EventSet& loads) {
  for_each(loads, [&](int e) { mix(digest, graph[static_cast<EventNumber>(e)].id.index); });
  mix(digest, UINT64_MAX);
}

/// All of an event but values. That a write is paired with a read is said of the write: the read may
/// stand long before it.
void mix_event(std::array<std::uint64_t, 2>& digest, const ExecutionGraph& graph, EventNumber e) {
  const Event& event = graph[e];
  mix(digest, event.id.index);
  mix(digest, static_cast<std::uint64_t>(event.kind));
  mix(digest, event.level);
  mix(digest, event.location);
  mix(digest, event.instruction);
  mix(digest, static_cast<std::uint64_t>(event.compare));
  mix(digest, static_cast<std::uint64_t>(event.claim));
  mix(digest, event.full ? 1 : 0);
  mix_tags(digest, event.tags);
  mix_tags(digest, event.other_tags);
  if (event.kind == EventKind::write) {
    mix(digest, event.atomic ? 1 : 0);
    mix(digest, event.rmw == kNoEvent ? UINT64_MAX : graph[event.rmw].id.index);
  }
  const Dependencies& dependencies = graph.dependencies(e);
  mix_loads(digest, graph, dependencies.address);
  mix_loads(digest, graph, dependencies.data);
  mix_loads(digest, graph, dependencies.control);
}

}  // namespace

LocalRuns::LocalRuns(const Program& program)
    : program_(program), offers_(program.locations.size()), readers_(program.locations.size()) {
  for (std::size_t l = 0; l < program.locations.size(); ++l)
    offers_[l].push_back({program.locations[l].initial, {kNoStructure}});
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    RunStep& start = steps_.emplace_back();
    start.thread = static_cast<ThreadId>(t);
  }
}

Structure LocalRuns::intern(const Digest& digest, ThreadId t) {
  const auto [at, is_new] =
      structure_by_digest_.try_emplace(digest, static_cast<Structure>(structures_.size()));
  if (is_new) structures_.push_back({t});
  return at->second;
}

/// Of each slot, a digest of all events up to it.
std::vector<LocalRuns::Digest> LocalRuns::digests_of(const ExecutionGraph& graph,
                                                     ThreadId t) const {
  std::vector<Digest> digests;
  Digest digest{t, 1};
  for (int slot = 0; slot < graph.slots(t); ++slot) {
    if (const EventNumber e = graph.at(t, slot); e != kNoEvent) mix_event(digest, graph, e);
    digests.push_back(digest);
  }
  return digests;
}

Structure LocalRuns::structure_of(const ExecutionGraph& graph, ThreadId t, int slot) {
  return intern(digests_of(graph, t)[static_cast<std::size_t>(slot)], t);
}

bool LocalRuns::reads(int s) const {
  const RunPlace& from =
      places_[static_cast<std::size_t>(steps_[static_cast<std::size_t>(s)].place)];
  return from.graph[from.waiting].kind == EventKind::read;
}

/// A read sees the last write of its own thread before it, or a write of another thread: every model
/// here is coherent.
bool LocalRuns::may_read(const RunPlace& place, Structure w) const {
  if (w == kNoStructure) return place.own == kNoStructure;
  return thread_of(w) != place.thread || w == place.own;
}

std::vector<Structure> LocalRuns::sources(int s) const {
  const RunStep& step = steps_[static_cast<std::size_t>(s)];
  const RunPlace& place = places_[static_cast<std::size_t>(step.place)];
  std::vector<Structure> sources;
  for (const Offer& offer : offers_[place.graph[place.waiting].location])
    if (offer.value == step.value)
      std::ranges::copy_if(offer.writes, std::back_inserter(sources),
                           [&](Structure w) { return may_read(place, w); });
  return sources;
}

const std::vector<int>& LocalRuns::issuers(Structure w, std::uint64_t value) const {
  return issuers_.at({w, value});
}

void LocalRuns::add_step(int place, std::uint64_t value) {
  RunPlace& from = places_[static_cast<std::size_t>(place)];
  const Event& read = from.graph[from.waiting];
  if (read.compare == Compare::await_equal && value != read.expected) return;
  for (const int s : from.steps)
    if (steps_[static_cast<std::size_t>(s)].value == value) return;
  from.steps.push_back(static_cast<int>(steps_.size()));
  RunStep& step = steps_.emplace_back();
  step.thread = from.thread;
  step.place = place;
  step.value = value;
  changes_.push_back({.kind = RunChange::Kind::step, .step = from.steps.back()});
}

/// Adds the steps from a place that is new.
void LocalRuns::add_steps(int place) {
  const RunPlace& from = places_[static_cast<std::size_t>(place)];
  const Event& event = from.graph[from.waiting];
  if (event.kind == EventKind::choice) {
    for (std::uint64_t v = 0; v < event.value; ++v) add_step(place, v);
    return;
  }
  readers_[event.location].push_back(place);
  for (const Offer& offer : offers_[event.location])
    if (std::ranges::any_of(offer.writes, [&](Structure w) { return may_read(from, w); }))
      add_step(place, offer.value);
}

/// Step `s` issues `write`, which others may read from then on.
void LocalRuns::offer(int s, const IssuedWrite& write) {
  std::vector<int>& issuers = issuers_[{write.structure, write.value}];
  issuers.push_back(s);
  changes_.push_back(
      {.kind = RunChange::Kind::issuer, .step = s, .write = write.structure, .value = write.value});
  std::vector<Offer>& all = offers_[write.location];
  auto known = std::ranges::find(all, write.value, &Offer::value);
  if (known == all.end()) known = all.insert(known, {write.value, {}});
  if (std::ranges::find(known->writes, write.structure) != known->writes.end()) return;
  known->writes.push_back(write.structure);
  for (const int place : readers_[write.location]) {
    const RunPlace& from = places_[static_cast<std::size_t>(place)];
    if (!may_read(from, write.structure)) continue;
    add_step(place, write.value);
    for (const int reader : from.steps)
      if (steps_[static_cast<std::size_t>(reader)].value == write.value)
        changes_.push_back(
            {.kind = RunChange::Kind::source, .step = reader, .write = write.structure});
  }
}

void LocalRuns::note_writes(int s, const ExecutionGraph& before, const ExecutionGraph& after) {
  const ThreadId t = steps_[static_cast<std::size_t>(s)].thread;
  const std::vector<Digest> digests = digests_of(after, t);
  for (int slot = 0; slot < after.slots(t); ++slot) {
    const EventNumber e = after.at(t, slot);
    if (e == kNoEvent || after[e].kind != EventKind::write || after[e].location == kNoLocation)
      continue;
    if (slot < before.slots(t) && before.at(t, slot) != kNoEvent) continue;
    steps_[static_cast<std::size_t>(s)].writes.push_back(
        {intern(digests[static_cast<std::size_t>(slot)], t), after[e].location, slot,
         after[e].value});
  }
  const std::vector<IssuedWrite> writes = steps_[static_cast<std::size_t>(s)].writes;
  for (const IssuedWrite& write : writes) offer(s, write);
}

int LocalRuns::place_of(const ExecutionGraph& graph, ThreadId t, const Stop& stop,
                        const DeclaredState& declared) {
  const std::vector<Digest> digests = digests_of(graph, t);
  Digest digest = digests.back();
  mix(digest, stop.waiting);
  mix(digest, static_cast<std::uint64_t>(stop.reason));
  mix(digest, graph[stop.waiting].expected);
  mix(digest, graph[stop.waiting].value);
  mix(digest, declared.slot);
  for (std::size_t n = 0; n < declared.count; ++n) mix(digest, declared.values[n]);
  for (int slot = declared.slot; slot < graph.slots(t); ++slot) {
    const EventNumber e = graph.at(t, slot);
    const bool got = e != kNoEvent && graph[e].materialised &&
                     (graph[e].kind == EventKind::read || graph[e].kind == EventKind::choice);
    mix(digest, got ? graph[e].value : 1);
  }
  const auto [known, is_new] =
      place_by_digest_.try_emplace(digest, static_cast<int>(places_.size()));
  if (!is_new) return known->second;
  const int number = known->second;
  RunPlace& place = places_.emplace_back();
  place.thread = t;
  place.waiting = stop.waiting;
  place.graph = graph;
  const Event& event = graph[stop.waiting];
  for (int slot = 0; slot < event.id.index; ++slot)
    if (const EventNumber e = graph.at(t, slot);
        e != kNoEvent && graph[e].kind == EventKind::write && graph[e].location == event.location)
      place.own = intern(digests[static_cast<std::size_t>(slot)], t);
  add_steps(number);
  return number;
}

bool LocalRuns::take(int s) {
  const ThreadId t = steps_[static_cast<std::size_t>(s)].thread;
  const int from = steps_[static_cast<std::size_t>(s)].place;
  ExecutionGraph graph;
  int slot = -1;
  if (from < 0) {
    graph.reset(program_.initial_values(), static_cast<int>(program_.threads.size()), true);
  } else {
    const RunPlace& place = places_[static_cast<std::size_t>(from)];
    const std::uint64_t value = steps_[static_cast<std::size_t>(s)].value;
    graph = place.graph;
    Event& event = graph.event(place.waiting);
    slot = event.id.index;
    if (event.kind == EventKind::choice) {
      event.value = value;
      event.value_known = event.materialised = true;
    } else {
      // Any write of the value serves: which one it is makes no difference to the code.
      graph.event(event.location).value = value;
      graph.resolve_read(place.waiting, event.location);
    }
  }
  const ExecutionGraph before = graph;
  ThreadRun run(program_, graph, t, Dependence::program_order);
  const Stop stop = run.run();
  if (!run.tells_sources_apart()) return false;
  note_writes(s, before, graph);
  RunStep& step = steps_[static_cast<std::size_t>(s)];
  step.taken = true;
  step.stop = stop.reason;
  step.text = stop.text;
  step.slot = slot;
  if (slot >= 0) step.read = structure_of(graph, t, slot);
  if (stop.reason == StopReason::unresolved || stop.reason == StopReason::choice) {
    const int next = place_of(graph, t, stop, run.declared_state());
    steps_[static_cast<std::size_t>(s)].next = next;
    places_[static_cast<std::size_t>(next)].from.push_back(s);
    changes_.push_back({.kind = RunChange::Kind::from, .step = s, .place = next});
  } else {
    step.end = std::move(graph);
  }
  return true;
}

std::vector<std::uint64_t> LocalRuns::values_to(int s) const {
  std::vector<std::uint64_t> values;
  while (steps_[static_cast<std::size_t>(s)].place >= 0) {
    const RunStep& step = steps_[static_cast<std::size_t>(s)];
    values.push_back(step.value);
    s = places_[static_cast<std::size_t>(step.place)].from.front();
  }
  std::ranges::reverse(values);
  return values;
}

}  // namespace ringcheck
