// Reading a graph into bit rows, as a whole or from where the last reading ended.
//
// A *gap* is an event about which more will be known: an access whose address is unknown, a read
// that will get the write of its read-modify-write, or one that gets it if its operation succeeds.
// What lies between two events in program order is final only if there is no gap between them.
//
// Tested by tests/models/evaluator_test.cpp.
#include "models/graph_view.hpp"

#include <algorithm>
#include <bit>

#include "graph/check.hpp"
#include "models/relation_ops.hpp"

namespace ringcheck {

namespace {

/// `events` as a row of W words. Pre: such rows have room for the graph.
template <int W>
decltype(auto) row_of(const EventSet& events) {
  if constexpr (W == kGrowing) {
    return (events);
  } else {
    BitRow<W> row;
    for (std::size_t w = 0; w < static_cast<std::size_t>(W); ++w) row.words[w] = events.word(w);
    return row;
  }
}

}  // namespace

template <int W>
GraphView<W>::GraphView(std::span<const NamedSet> sets, Direction direction, int room)
    : named(sets.size()),
      named_on_success(sets.size()),
      sets_(sets),
      direction_(direction),
      room_(room) {
  RC_CHECK(sets.size() <= 64, "a vocabulary of more than 64 sets");
  for (auto* matrix : {&rf, &co, &fr, &next_.rf, &next_.co, &next_.fr, &next_.readers, &thread_mask,
                       &po, &gap_from, &addr, &data, &ctrl})
    matrix->resize(index(room));
  facts_.resize(index(room));
}

// While an exploration resolves reads and places writes of code without branches, the events mostly
// stay the same.
template <int W>
bool GraphView<W>::load(const ExecutionGraph& loaded) {
  look_at(loaded);
  const bool changed = !has_events_of(loaded);
  differing_ = Row::prefix(loaded.size());
  ViewChanges<W> changes;
  if (changed) {
    clear(loaded);
    const bool extended = extend(no_trail_, changes);
    RC_CHECK(extended, "a graph that does not extend the empty one");
  } else {
    take_execution(no_trail_, changes);
    graph = &loaded;
  }
  no_trail_.clear();
  kept_facts_.clear();
  return changed;
}

template <int W>
bool GraphView<W>::has_events_of(const ExecutionGraph& other) const {
  if (!loaded_ || other.size() != size || other.locations() != locations_ ||
      other.tracks_dependencies() != tracked_)
    return false;
  for (int e = 0; e < size; ++e)
    if (!is_as_known(other, e)) return false;
  return true;
}

template <int W>
void GraphView<W>::clear(const ExecutionGraph& for_graph) {
  loaded_ = true;
  size = 0;
  locations_ = for_graph.locations();
  tracked_ = for_graph.tracks_dependencies();
  pieces_ = false;
  kept_facts_.clear();
  visible = reads = writes = fences = rmw_events = final_writes = undecided = gaps = Row{};
  initial = Row::prefix(locations_);
  make_room(location_mask, locations_);
  for (auto* rows : {&named, &named_on_success, &po, &thread_mask, &gap_from, &addr, &data, &ctrl,
                     &rf, &co, &fr, &location_mask})
    std::ranges::fill(*rows, Row{});
}

template <int W>
bool GraphView<W>::extend(Trail<W>& trail, ViewChanges<W>& changes) {
  const ExecutionGraph& next = *next_graph_;
  graph = next_graph_;
  const int before = size;
  size = next.size();
  BitRow<4> threads;   // those with events about which more is known
  bool links = false;  // some event has dependencies that it did not have
  for (int e = 0; e < size; ++e) {
    const bool fresh = e >= before;
    if (!fresh && is_as_known(next, e)) continue;
    const Facts now = facts_of(next, e);
    pieces_ = pieces_ || next[static_cast<EventNumber>(e)].instruction != kWholeAccess;
    Facts& known = facts_[index(e)];
    if (!fresh) {
      if (now.id != known.id || now.kind != known.kind || now.instruction != known.instruction)
        return false;
      if (known.location != kNoLocation && known.location != now.location) return false;
      if (known.rmw != kNoEvent && known.rmw != now.rmw) return false;
      if (!known.addr.subset_of(now.addr) || !known.data.subset_of(now.data) ||
          !known.ctrl.subset_of(now.ctrl))
        return false;
    } else {
      known = Facts{};
      known.kind = EventKind::choice;  // a member of nothing
    }
    links = links || now.addr != known.addr || now.data != known.data || now.ctrl != known.ctrl;
    add_facts(e, now, trail, changes);
    if (!fresh) kept_facts_.push_back({e, known});
    known = now;
    if (now.id.thread != kInitThread) threads.set(now.id.thread);
  }
  for_each(threads, [&](int t) { order_thread(static_cast<ThreadId>(t), trail, changes); });
  for_each(changes.events, [&](int e) {
    const LocId l = facts_[index(e)].location;
    if (l != kNoLocation) changes.loc |= location_mask[l];
  });
  if (links) add_dependencies(trail, changes);
  take_execution(trail, changes);
  return true;
}

template <int W>
void GraphView<W>::rewind(const Mark& mark) {
  graph = mark.graph;
  size = mark.size;
  while (kept_facts_.size() > mark.facts) {
    facts_[index(kept_facts_.back().event)] = kept_facts_.back().facts;
    kept_facts_.pop_back();
  }
}

template <int W>
typename GraphView<W>::Facts GraphView<W>::facts_of(const ExecutionGraph& from, int e) {
  const Event& event = from[static_cast<EventNumber>(e)];
  Facts facts{event.id,
              event.kind,
              event.atomic,
              openness_of(event),
              event.instruction,
              event.location,
              event.rmw,
              event.tags,
              event.other_tags,
              {},
              {},
              {}};
  if (!from.tracks_dependencies()) return facts;
  const Dependencies& sources = from.dependencies(static_cast<EventNumber>(e));
  facts.addr = row_of<W>(sources.address);
  facts.data = row_of<W>(sources.data);
  facts.ctrl = row_of<W>(sources.control);
  return facts;
}

template <int W>
bool GraphView<W>::is_as_known(const ExecutionGraph& next, int e) const {
  const Event& event = next[static_cast<EventNumber>(e)];
  const Facts& known = facts_[index(e)];
  if (event.id != known.id || event.kind != known.kind || event.atomic != known.atomic ||
      event.instruction != known.instruction || event.location != known.location ||
      event.rmw != known.rmw || event.tags != known.tags || event.other_tags != known.other_tags ||
      openness_of(event) != known.openness)
    return false;
  if (!tracked_) return true;
  const Dependencies& sources = next.dependencies(static_cast<EventNumber>(e));
  return same(known.addr, row_of<W>(sources.address)) &&
         same(known.data, row_of<W>(sources.data)) && same(known.ctrl, row_of<W>(sources.control));
}

template <int W>
typename GraphView<W>::Openness GraphView<W>::openness_of(const Event& event) {
  if (event.kind == EventKind::read) {
    const bool can_fail = event.compare != Compare::none && event.compare != Compare::await_equal;
    if (can_fail && !(event.materialised && event.value_known && event.expected_known))
      return Openness::undecided;
    if (event.claim == Claim::sure && event.rmw == kNoEvent) return Openness::gap;
  }
  const bool access = event.kind == EventKind::read || event.kind == EventKind::write;
  return access && event.location == kNoLocation ? Openness::gap : Openness::closed;
}

// Makes `e` a member of the sets that follow from `now`, beyond those of its facts so far.
template <int W>
void GraphView<W>::add_facts(int e, const Facts& now, Trail<W>& trail, ViewChanges<W>& changes) {
  if (now.kind == EventKind::choice) return;
  const auto place = [&](Row& row, bool member) {
    if (row.test(e) == member) return false;
    trail.keep(row);
    if (member)
      row.set(e);
    else
      row.reset(e);
    return true;
  };
  changes.events.set(e);
  place(visible, true);
  place(fences, now.kind == EventKind::fence);
  place(reads, now.kind == EventKind::read);
  place(writes, now.kind == EventKind::write);
  place(rmw_events, now.kind != EventKind::fence && now.rmw != kNoEvent && now.atomic);
  if (now.location != kNoLocation) place(location_mask[now.location], true);
  if (place(gaps, now.openness != Openness::closed)) changes.gaps = true;
  if (place(undecided, now.openness == Openness::undecided)) changes.gaps = true;
  add_to_sets(e, now, trail);
}

template <int W>
void GraphView<W>::add_to_sets(int e, const Facts& now, Trail<W>& trail) {
  const auto place = [&](std::vector<Row>& rows, std::uint64_t before, std::uint64_t after) {
    for (std::uint64_t in = before ^ after; in != 0; in &= in - 1) {
      Row& row = rows[index(std::countr_zero(in))];
      trail.keep(row);
      if (row.test(e))
        row.reset(e);
      else
        row.set(e);
    }
  };
  const Facts& known = facts_[index(e)];
  const bool was = known.kind != EventKind::choice;
  const auto on_success = [](const Facts& f) {
    return f.openness == Openness::undecided ? f.other_tags : f.tags;
  };
  const std::uint64_t before = was ? memberships(e, known, known.tags) : 0;
  const std::uint64_t after = memberships(e, now, now.tags);
  place(named, before, after);
  place(named_on_success, was ? memberships(e, known, on_success(known)) : 0,
        on_success(now) == now.tags ? after : memberships(e, now, on_success(now)));
}

// The named sets of an event with these tags, as bits. Remembered for each kind of event: graphs
// have few.
template <int W>
std::uint64_t GraphView<W>::memberships(int e, const Facts& facts, TagSet tags) {
  const bool is_initial = facts.id.thread == kInitThread;
  for (const Membership& known : memberships_)
    if (known.kind == facts.kind && known.tags == tags && known.initial == is_initial)
      return known.sets;
  Membership fresh{facts.kind, tags, is_initial, 0};
  Event tagged = (*graph)[static_cast<EventNumber>(e)];
  tagged.kind = facts.kind;
  tagged.tags = tags;
  for (std::size_t s = 0; s < sets_.size(); ++s)
    if (sets_[s].contains(tagged, is_initial)) fresh.sets |= std::uint64_t{1} << s;
  memberships_.push_back(fresh);
  return fresh.sets;
}

template <int W>
void GraphView<W>::add_dependencies(Trail<W>& trail, ViewChanges<W>& changes) {
  const auto link = [&](const Row& sources, std::vector<Row>& rows, Row& changed, int e) {
    if (direction_ == Direction::backward)
      put(rows[index(e)], sources & visible, e, trail, changed);
    else
      for_each(sources & visible, [&](int s) { add(rows[index(s)], e, s, trail, changed); });
  };
  for_each(changes.events, [&](int e) {
    const Facts& facts = facts_[index(e)];
    link(facts.addr, addr, changes.addr, e);
    link(facts.data, data, changes.data, e);
    link(facts.ctrl, ctrl, changes.ctrl, e);
  });
}

/// The other pieces of the instruction of `piece`, except the one it is paired with.
template <int W>
typename GraphView<W>::Row GraphView<W>::unordered_pieces(const Event& piece) const {
  Row others;
  for_each_piece(*graph, piece, [&](EventNumber e) {
    if (e != piece.rmw) others.set(e);
  });
  return others;
}

template <int W>
void GraphView<W>::order_thread(ThreadId t, Trail<W>& trail, ViewChanges<W>& changes) {
  const int slots = graph->slots(t);
  Row passed;
  Row across_gap;
  for (int i = 0; i < slots; ++i) {
    const EventNumber e = graph->at(t, direction_ == Direction::forward ? slots - 1 - i : i);
    if (e == kNoEvent || !visible.test(e)) continue;
    if (pieces_) [[unlikely]]
      put(po[e], passed - unordered_pieces((*graph)[e]), e, trail, changes.po);
    else
      put(po[e], passed, e, trail, changes.po);
    passed.set(e);
    if (gaps.test(e)) across_gap = passed;
    if (trail.put(gap_from[e], across_gap)) changes.gaps = true;
  }
  for_each(passed, [&](int e) { put(thread_mask[index(e)], passed, e, trail, changes.thread); });
}

template class GraphView<1>;
template class GraphView<2>;
template class GraphView<4>;
template class GraphView<kGrowing>;

}  // namespace ringcheck
