// Reading a graph into bit rows.
//
// A *gap* is an event of which more will be known: an access whose address is unknown, a read that
// will get the write of its read-modify-write, or one that does if its operation succeeds. What
// lies between two events in program order is final only if there is no gap between them.
//
// Tested by tests/models/evaluator_test.cpp.
#include "models/graph_view.hpp"

#include <algorithm>
#include <bit>

#include "graph/check.hpp"

namespace ringcheck {

namespace {

// Compared word by word: a call of memcmp for each row costs more than the comparison.
bool equal(const Dependencies& a, const Dependencies& b) {
  std::uint64_t difference = 0;
  for (std::size_t w = 0; w < a.address.words.size(); ++w) {
    difference |= a.address.words[w] ^ b.address.words[w];
    difference |= a.data.words[w] ^ b.data.words[w];
    difference |= a.control.words[w] ^ b.control.words[w];
  }
  return difference == 0;
}

}  // namespace

template <int W>
GraphView<W>::GraphView(std::span<const NamedSet> sets)
    : named(sets.size()), named_on_success(sets.size()), sets_(sets) {
  constexpr std::size_t kRows = Row::kBits;
  RC_CHECK(sets.size() <= 64, "a vocabulary of more than 64 sets");
  for (auto* matrix : {&rf, &co, &fr, &thread_mask, &po, &gap_from}) matrix->resize(kRows);
  location_mask.resize(kMaxLocations);
  facts_.resize(kRows);
}

template <int W>
bool GraphView<W>::load(const ExecutionGraph& loaded) {
  RC_CHECK(loaded.size() <= Row::kBits, "graph too large for the width of its evaluator");
  graph = &loaded;
  size = loaded.size();
  const bool changed = remember();
  if (changed) load_events();
  load_execution();
  return changed;
}

// Compares the events with those remembered, and remembers these; false iff they are the same.
// While an exploration resolves reads and places writes of code without branches, they mostly are.
template <int W>
bool GraphView<W>::remember() {
  const bool dependencies = graph->tracks_dependencies();
  bool changed =
      size != remembered_ || graph->locations() != locations_ || dependencies != tracked_;
  for (int e = 0; e < size; ++e) {
    const Event& event = (*graph)[static_cast<EventNumber>(e)];
    const Openness openness = openness_of(event);
    Facts& known = facts_[index(e)];
    const bool same = known.id == event.id && known.kind == event.kind &&
                      known.location == event.location && known.tags == event.tags &&
                      known.other_tags == event.other_tags && known.rmw == event.rmw &&
                      known.atomic == event.atomic && known.openness == openness;
    if (!same) {
      changed = true;
      known = {event.id,  event.kind, event.atomic,     openness, event.location,
               event.rmw, event.tags, event.other_tags, {}};
    }
    if (!dependencies) continue;
    const Dependencies& sources = graph->dependencies(static_cast<EventNumber>(e));
    Dependencies& before = known.dependencies;
    if (equal(before, sources)) continue;
    changed = true;
    before = sources;
  }
  remembered_ = size;
  locations_ = graph->locations();
  tracked_ = dependencies;
  return changed;
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

template <int W>
void GraphView<W>::load_events() {
  visible = reads = writes = fences = rmw_events = undecided = gaps = Row{};
  initial = Row::prefix(graph->locations());
  std::fill_n(location_mask.begin(), graph->locations(), Row{});
  std::fill_n(po.begin(), size, Row{});
  std::fill_n(thread_mask.begin(), size, Row{});
  std::ranges::fill(named, Row{});
  std::ranges::fill(named_on_success, Row{});
  for (int e = 0; e < size; ++e) {
    const Event& event = (*graph)[static_cast<EventNumber>(e)];
    if (event.kind == EventKind::choice) continue;
    visible.set(e);
    const Openness openness = openness_of(event);
    if (openness != Openness::closed) gaps.set(e);
    if (openness == Openness::undecided) undecided.set(e);
    add_to_sets(named, e, event.tags);
    add_to_sets(named_on_success, e,
                openness == Openness::undecided ? event.other_tags : event.tags);
    if (event.location != kNoLocation) location_mask[event.location].set(e);
    if (event.kind == EventKind::fence) {
      fences.set(e);
      continue;
    }
    (event.kind == EventKind::read ? reads : writes).set(e);
    if (event.rmw != kNoEvent && event.atomic) rmw_events.set(e);
  }
  for (int t = 0; t < graph->threads(); ++t) {
    Row later;
    Row after_gap;
    for (int i = graph->slots(static_cast<ThreadId>(t)) - 1; i >= 0; --i) {
      const EventNumber e = graph->at(static_cast<ThreadId>(t), i);
      if (e == kNoEvent || !visible.test(e)) continue;
      po[e] = later;
      later.set(e);
      if (gaps.test(e)) after_gap = later;
      gap_from[e] = after_gap;
    }
    for_each(later, [&](int e) { thread_mask[index(e)] = later; });
  }
  for (int e = 0; e < graph->locations(); ++e) gap_from[index(e)] = Row{};
}

template <int W>
void GraphView<W>::add_to_sets(std::vector<Row>& rows, int e, TagSet tags) {
  const Event& event = (*graph)[static_cast<EventNumber>(e)];
  for (std::uint64_t in = memberships(event, tags); in != 0; in &= in - 1)
    rows[index(std::countr_zero(in))].set(e);
}

// The named sets of an event with these tags, as bits. Graphs have few kinds of events: remembered
// for each.
template <int W>
std::uint64_t GraphView<W>::memberships(const Event& event, TagSet tags) {
  const bool is_initial = event.id.thread == kInitThread;
  for (const Membership& known : memberships_)
    if (known.kind == event.kind && known.tags == tags && known.initial == is_initial)
      return known.sets;
  Membership fresh{event.kind, tags, is_initial, 0};
  Event tagged = event;
  tagged.tags = tags;
  for (std::size_t s = 0; s < sets_.size(); ++s)
    if (sets_[s].contains(tagged, is_initial)) fresh.sets |= std::uint64_t{1} << s;
  memberships_.push_back(fresh);
  return fresh.sets;
}

template <int W>
void GraphView<W>::load_execution() {
  std::fill_n(rf.begin(), size, Row{});
  std::fill_n(co.begin(), size, Row{});
  std::fill_n(fr.begin(), size, Row{});
  final_writes = Row{};
  for (int l = 0; l < graph->locations(); ++l) {
    const EventNumber last = graph->co_last(static_cast<LocId>(l));
    if (asked.test(l)) final_writes.set(last);
    Row after;
    for (EventNumber w = last; w != kNoEvent; w = (*graph)[w].co_prev) {
      co[w] = after;
      after.set(w);
    }
  }
  for_each(reads, [&](int r) {
    const EventNumber w = (*graph)[static_cast<EventNumber>(r)].rf;
    if (w == kNoEvent) return;
    rf[w].set(r);
    fr[index(r)] = co[w];
  });
}

template class GraphView<1>;
template class GraphView<2>;
template class GraphView<4>;

}  // namespace ringcheck
