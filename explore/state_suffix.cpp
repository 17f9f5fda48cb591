// Tested by tests/explore/counted_subtrees_test.cpp.
#include "explore/state_suffix.hpp"

#include <algorithm>
#include <bit>
#include <climits>
#include <utility>

#include "explore/ending.hpp"

namespace ringcheck {

namespace {

/// The tags of fences that order no write before them with a read after them.
constexpr TagSet kWeakFences{Tag::rmb,
                             Tag::wmb,
                             Tag::acquire,
                             Tag::release,
                             Tag::compiler_barrier,
                             Tag::context_sync,
                             Tag::order_rr,
                             Tag::order_rw,
                             Tag::order_ww,
                             Tag::domain_system,
                             Tag::domain_outer,
                             Tag::domain_non_shareable};

bool is_weak_fence(const Event& event) {
  return event.kind == EventKind::fence && kWeakFences.has_all(event.tags);
}

std::uint64_t bits_of(TagSet tags) {
  return std::bit_cast<std::uint64_t>(tags);
}

}  // namespace

StateSuffix::StateSuffix(const Program& program, PassingReads passing, SuffixForgetting forgetting)
    : program_(program), passing_(passing), forgetting_(forgetting) {
  for (const Thread& thread : program.threads) alone_ |= thread.keeps;
}

ValueHistory StateSuffix::key(const State& state, WatchedPath& path) {
  find(state, path);
  key_ = {};
  for (std::size_t t = 0; t < program_.threads.size(); ++t)
    add_thread(state, path, static_cast<ThreadId>(t));
  add_memory(state.graph, path);
  for (const ThreadProgress& progress : state.threads)
    if (progress.stop.reason == StopReason::unresolved && !forgets(SuffixForgetting::exclusions))
      add_exclusion(state, progress.stop.waiting);
  if (!forgets(SuffixForgetting::watched))
    for (const std::uint64_t word : path.words) key_.add(word);
  return key_;
}

/// Finds R.
void StateSuffix::find(const State& state, WatchedPath& path) {
  const ExecutionGraph& graph = state.graph;
  const auto locations = static_cast<std::size_t>(graph.locations());
  low_.assign(locations, 0);
  for (std::size_t l = 0; l < locations; ++l) {
    const auto location = static_cast<LocId>(l);
    int base = graph[graph.co_last(location)].co_position;
    if (!alone_.test(static_cast<int>(l)))
      for (std::size_t t = 0; t < program_.threads.size(); ++t)
        base = std::min(base, least_place(state, path, static_cast<ThreadId>(t), location));
    low_[l] = static_cast<std::uint16_t>(base + 1);
  }
  first_.clear();
  for (std::size_t t = 0; t < program_.threads.size(); ++t)
    first_.push_back(state.threads[t].stop.reason == StopReason::unresolved
                         ? graph[state.threads[t].stop.waiting].id.index
                         : static_cast<std::uint16_t>(graph.slots(static_cast<ThreadId>(t))));
  first_write_ = first_;
  for (bool grew = true; grew;) {
    grew = false;
    for (std::size_t t = 0; t < program_.threads.size(); ++t)
      grew = extend(graph, static_cast<ThreadId>(t), path) || grew;
  }
  for (std::size_t t = 0; t < program_.threads.size(); ++t) {
    path.threads[t].settled = first_write_[t];
    const WatchedPath::Declaration* last = path.declared_by(static_cast<ThreadId>(t), first_[t]);
    const int kept = last == nullptr ? 0 : last->slot;
    std::erase_if(path.declarations, [&](const WatchedPath::Declaration& one) {
      return one.thread == t && one.slot < kept;
    });
  }
}

/// The least place that thread `t` may still read from, or write after, at `l`; INT_MAX for none.
int StateSuffix::least_place(const State& state, const WatchedPath& path, ThreadId t,
                             LocId l) const {
  const Stop& stop = state.threads[t].stop;
  if (ending_of(stop.reason) || program_.threads[t].leaves_alone.test(l)) return INT_MAX;
  const int place = path.known.least_place(state.graph, t, l);
  if (stop.reason != StopReason::unresolved) return place;
  const Event& read = state.graph[stop.waiting];
  // It does not read below what it reads from. What else it then learns is another question.
  const bool learns_more = path.known.pass_always() || is_told_by(read);
  return learns_more || read.location == l ? std::max(place, place_told(state, path, t, l)) : place;
}

/// True iff the thread of `read` learns by it all that the writer of its value knew.
bool StateSuffix::is_told_by(const Event& read) const {
  return read.id.index == 0 && program_.threads[read.id.thread].is_told_by_first_read;
}

/// The same, from what thread `t` learns by the read that it waits for, whatever that reads.
int StateSuffix::place_told(const State& state, const WatchedPath& path, ThreadId t,
                            LocId l) const {
  const ExecutionGraph& graph = state.graph;
  const EventNumber r = state.threads[t].stop.waiting;
  const bool untold_leaves =
      graph[r].id.index == 0 && program_.threads[t].leaves_alone_untold.test(l);
  int place = INT_MAX;
  state.for_each_option(r, [&](EventNumber w) {
    if (w >= graph.locations() || !untold_leaves)
      place = std::min(place, path.known.least_place_told(graph, w, l));
    return place > 0;
  });
  for (std::size_t u = 0; u < program_.threads.size(); ++u) {
    const auto writer = static_cast<ThreadId>(u);
    if (u == t || ending_of(state.threads[u].stop.reason) ||
        !program_.threads[u].may_write.test(graph[r].location))
      continue;
    place = std::min(place, path.known.pass_always() || graph[r].location == l
                                ? path.known.least_place(graph, writer, l)
                                : path.known.least_place_passed_on(graph, writer, l));
  }
  return place;
}

/// True iff an access is in R because of what it is co- or rf-after.
bool StateSuffix::is_in(const ExecutionGraph& graph, const Event& event) const {
  if (event.kind == EventKind::fence || event.kind == EventKind::choice || !event.materialised ||
      alone_.test(event.location))
    return false;
  const int low = low_[event.location];
  if (event.kind == EventKind::write) return event.co_position >= low;
  if (forgets(SuffixForgetting::early_reads)) return false;
  return graph[event.rf].co_position >= low ||
         (event.rmw != kNoEvent && graph[event.rmw].materialised &&
          graph[event.rmw].co_position >= low);
}

/// Makes R begin earlier in thread `t` if it must. Returns true iff it does.
bool StateSuffix::extend(const ExecutionGraph& graph, ThreadId t, const WatchedPath& path) {
  for (int slot = path.threads[t].settled; slot < first_[t]; ++slot) {
    const EventNumber e = graph.at(t, slot);
    if (e == kNoEvent || !is_in(graph, graph[e])) continue;
    const bool is_write = graph[e].kind == EventKind::write;
    if (is_write && slot >= first_write_[t]) continue;
    if (is_write)
      include_writes(graph, t, slot);
    else
      include(graph, t, slot);
    return true;
  }
  return false;
}

/// True iff `event` comes after the earlier writes of its thread, and so does all after it.
bool StateSuffix::waits(const Event& event) const {
  if (forgets(SuffixForgetting::waiting)) return false;
  return event.kind == EventKind::fence
             ? !is_weak_fence(event)
             : event.kind == EventKind::read && waits_for_writes(passing_, event);
}

/// The writes of thread `t` are in R from slot `first` on, and so is all from the first event that
/// waits for them.
void StateSuffix::include_writes(const ExecutionGraph& graph, ThreadId t, int first) {
  const int end = std::exchange(first_write_[t], static_cast<std::uint16_t>(first));
  for (int slot = first; slot < first_[t]; ++slot) {
    const EventNumber e = graph.at(t, slot);
    if (e == kNoEvent) continue;
    if (waits(graph[e])) return include(graph, t, slot);
    if (slot < end && is_shared_write(graph[e])) include(graph, graph[e]);
  }
}

void StateSuffix::include(const ExecutionGraph& graph, ThreadId t, int first) {
  const int end = std::exchange(first_[t], static_cast<std::uint16_t>(first));
  first_write_[t] = std::min(first_write_[t], first_[t]);
  for (int slot = first; slot < end; ++slot)
    if (const EventNumber e = graph.at(t, slot); e != kNoEvent) include(graph, graph[e]);
}

/// What is co- or fr-after `event` is in R.
void StateSuffix::include(const ExecutionGraph& graph, const Event& event) {
  if (!event.materialised || event.location == kNoLocation) return;
  const int place =
      event.kind == EventKind::read ? graph[event.rf].co_position + 1 : int{event.co_position};
  low_[event.location] = static_cast<std::uint16_t>(std::min(int{low_[event.location]}, place));
}

void StateSuffix::add_thread(const State& state, const WatchedPath& path, ThreadId t) {
  const ExecutionGraph& graph = state.graph;
  const Stop& stop = state.threads[t].stop;
  key_.add(static_cast<std::uint64_t>(stop.reason));
  const int first = first_[t];
  if (ending_of(stop.reason)) {
    key_.add(reinterpret_cast<std::uintptr_t>(stop.text));
  } else if (!forgets(SuffixForgetting::local_state)) {
    const WatchedPath::Declaration* declared = path.declared_by(t, first);
    if (declared != nullptr) {
      key_.add(declared->part->digest);
      key_.add(declared->part->declared.left_behind);
    }
    add_values_got(key_, graph, t, declared == nullptr ? nullptr : &declared->part->declared,
                   declared == nullptr ? 0 : declared->slot, first);
  }
  for (int slot = first_write_[t]; slot < first; ++slot) {
    const EventNumber e = graph.at(t, slot);
    if (e != kNoEvent && (is_shared_write(graph[e]) || is_weak_fence(graph[e])))
      add_event(graph, path, e);
  }
  key_.add(static_cast<std::uint64_t>(graph.slots(t) - first));
  for (int slot = first; slot < graph.slots(t); ++slot) {
    const EventNumber e = graph.at(t, slot);
    if (e == kNoEvent)
      key_.add(0);
    else
      add_event(graph, path, e);
  }
}

void StateSuffix::add_event(const ExecutionGraph& graph, const WatchedPath& path, EventNumber e) {
  const Event& event = graph[e];
  if (forgets(SuffixForgetting::events)) return key_.add(event.value);
  std::uint64_t place = 0;
  if (event.location != kNoLocation && event.materialised && !alone_.test(event.location)) {
    const EventNumber w = event.kind == EventKind::read ? event.rf : e;
    if (!forgets(SuffixForgetting::places))
      place = static_cast<std::uint64_t>(graph[w].co_position + 1 - low_[event.location]);
  }
  const std::uint64_t flags = (event.value_known ? 1U : 0U) | (event.materialised ? 2U : 0U) |
                              (event.atomic ? 4U : 0U) | (event.full ? 8U : 0U) |
                              (event.expected_known ? 16U : 0U) |
                              (event.rmw != kNoEvent ? 32U : 0U) | (event.waits ? 64U : 0U);
  key_.add(1 + static_cast<std::uint64_t>(event.kind) +
           (static_cast<std::uint64_t>(event.compare) << 4U) +
           (static_cast<std::uint64_t>(event.claim) << 8U) + (flags << 16U) +
           (std::uint64_t{event.level} << 24U) + (std::uint64_t{event.location} << 32U) +
           (place << 48U));
  if (!forgets(SuffixForgetting::tags)) key_.add(bits_of(event.tags));
  key_.add(event.value);
  if (event.compare != Compare::none) {
    key_.add(bits_of(event.other_tags));
    key_.add(event.expected);
  }
  if (event.rmw != kNoEvent)
    key_.add(static_cast<std::uint32_t>(graph[event.rmw].id.index - event.id.index + kMaxEvents));
  if (event.kind == EventKind::write) key_.add(path.note_of(e));
  if (graph.tracks_dependencies() && !forgets(SuffixForgetting::dependencies))
    add_dependencies(graph, e);
}

/// Adds the loads of R that event `e` depends on.
void StateSuffix::add_dependencies(const ExecutionGraph& graph, EventNumber e) {
  const int first = first_[graph[e].id.thread];
  const Dependencies& dependencies = graph.dependencies(e);
  for (const EventSet* set : {&dependencies.address, &dependencies.data, &dependencies.control}) {
    for_each(*set, [&](int load) {
      const int slot = graph[static_cast<EventNumber>(load)].id.index;
      if (slot >= first) key_.add(static_cast<std::uint32_t>(slot - first + 1));
    });
    key_.add(0);
  }
}

/// Adds the last write to each location that is not in R: something may still read from it.
void StateSuffix::add_memory(const ExecutionGraph& graph, const WatchedPath& path) {
  for (int l = 0; l < graph.locations(); ++l) {
    EventNumber w = graph.co_last(static_cast<LocId>(l));
    while (graph[w].co_position >= low_[static_cast<std::size_t>(l)]) w = graph[w].co_prev;
    if (!forgets(SuffixForgetting::base)) key_.add(graph[w].value);
    key_.add(path.note_of(w));
  }
}

/// Adds what read `r`, for which its thread waits, must not read from.
void StateSuffix::add_exclusion(const State& state, EventNumber r) {
  const ExecutionGraph& graph = state.graph;
  const Exclusion* exclusion = state.exclusion_of(r);
  const LocId location = graph[r].location;
  const int first = low_[location] - 1;
  if (exclusion == nullptr) {
    key_.add(0);
  } else {
    key_.add(1);
    for (EventNumber w = graph.co_last(location); w != kNoEvent && graph[w].co_position >= first;
         w = graph[w].co_prev)
      key_.add(exclusion->writes.test(w) ? 1 : 2);
  }
  // An option that no model admits still decides what is picked.
  bool earlier = false;
  state.for_each_option(r, [&](EventNumber w) {
    earlier = graph[w].co_position < first;
    return !earlier;
  });
  key_.add(earlier ? 1 : 0);
}

}  // namespace ringcheck
