#include "tests/models/growing_graph.hpp"

#include <vector>

namespace ringcheck::tests {
namespace {

constexpr Tag kReadTags[] = {Tag::once, Tag::acquire, Tag::noreturn, Tag::lock_read};
constexpr Tag kWriteTags[] = {Tag::once, Tag::release, Tag::lock_write, Tag::unlock};
constexpr Tag kFenceTags[] = {
    Tag::mb,         Tag::rmb,      Tag::wmb,          Tag::before_atomic, Tag::rcu_lock,
    Tag::rcu_unlock, Tag::sync_rcu, Tag::after_atomic, Tag::after_spinlock};

template <std::size_t N>
Tag one_of(Random& random, const Tag (&tags)[N]) {
  return tags[below(random, static_cast<int>(N))];
}

}  // namespace

GrowingGraph::GrowingGraph(Random& random, int threads, int locations) : random_(random) {
  graph.reset(std::vector<std::uint64_t>(static_cast<std::size_t>(locations), 0), threads, true);
}

void GrowingGraph::grow() {
  const int what = below(random_, 10);
  if (what < 4 && materialise()) return;
  if (what < 6 && finish_operation()) return;
  issue_anything();
}

Event GrowingGraph::access(EventKind kind, ThreadId t, int skip) {
  Event e;
  e.id = {t, static_cast<std::uint16_t>(graph.slots(t) + skip)};
  e.kind = kind;
  if (!chance(random_, 15)) e.location = static_cast<LocId>(below(random_, 3));
  if (chance(random_, 80))
    e.tags = {kind == EventKind::read ? one_of(random_, kReadTags) : one_of(random_, kWriteTags)};
  if (kind == EventKind::write) {
    e.value = static_cast<std::uint64_t>(below(random_, 2));
    e.value_known = true;
  }
  return e;
}

EventNumber GrowingGraph::issue(const Event& e) {
  const EventNumber added = graph.add(e);
  for (int r = graph.locations(); r < added; ++r) {
    const auto read = static_cast<EventNumber>(r);
    if (graph[read].kind != EventKind::read || !graph.po_before(read, added)) continue;
    if (chance(random_, 10)) graph.dependencies(added).address.set(r);
    if (chance(random_, 10)) graph.dependencies(added).data.set(r);
    if (chance(random_, 15)) graph.dependencies(added).control.set(r);
  }
  return added;
}

void GrowingGraph::issue_anything() {
  const auto t = static_cast<ThreadId>(below(random_, graph.threads()));
  const int kind = below(random_, 10);
  if (kind < 3) {
    issue(access(EventKind::read, t, 0));
  } else if (kind < 6) {
    issue(access(EventKind::write, t, 0));
  } else if (kind < 7) {
    issue_conditional(t);
  } else {
    Event fence;
    fence.id = {t, static_cast<std::uint16_t>(graph.slots(t))};
    fence.materialised = true;
    fence.tags = {one_of(random_, kFenceTags)};
    graph.add(fence);
  }
}

// The read of a read-modify-write, with slots for its fences and its write.
void GrowingGraph::issue_conditional(ThreadId t) {
  Event read = access(EventKind::read, t, 1);
  read.location = static_cast<LocId>(below(random_, 3));
  read.atomic = chance(random_, 70);
  if (chance(random_, 50)) {
    read.claim = Claim::sure;
  } else {
    read.claim = Claim::maybe;
    read.compare = chance(random_, 50) ? Compare::succeed_if_equal : Compare::succeed_unless_equal;
    read.expected_known = chance(random_, 70);
    read.other_tags = {one_of(random_, kReadTags)};
    read.full = chance(random_, 50);
  }
  issue(read);
  graph.reserve_slots(t, read.id.index + 3);
}

// The value that a read-modify-write expects becomes known, or it issues its write.
bool GrowingGraph::finish_operation() {
  for (int i = graph.locations(); i < graph.size(); ++i) {
    const auto r = static_cast<EventNumber>(i);
    const Event read = graph[r];
    if (read.kind != EventKind::read) continue;
    if (!read.expected_known) {
      graph.event(r).expected_known = true;
      if (read.materialised) graph.settle_compare(r);
      return true;
    }
    if (read.claim != Claim::sure || read.rmw != kNoEvent) continue;
    Event write = access(EventKind::write, read.id.thread, 0);
    write.id.index = static_cast<std::uint16_t>(read.id.index + 1);
    write.location = read.location;
    write.atomic = read.atomic;
    const EventNumber w = issue(write);
    graph.event(w).rmw = r;
    graph.event(r).rmw = w;
    return true;
  }
  return false;
}

// An address becomes known, a read gets its rf, or a write its place.
bool GrowingGraph::materialise() {
  std::vector<EventNumber> open;
  for (int i = graph.locations(); i < graph.size(); ++i)
    if (!graph[static_cast<EventNumber>(i)].materialised)
      open.push_back(static_cast<EventNumber>(i));
  if (open.empty()) return false;
  const EventNumber e =
      open[static_cast<std::size_t>(below(random_, static_cast<int>(open.size())))];
  Event& event = graph.event(e);
  if (event.location == kNoLocation) {
    event.location = static_cast<LocId>(below(random_, 3));
    return true;
  }
  EventNumber w = graph.co_last(event.location);
  while (chance(random_, 40) && !graph.is_init(w)) w = graph[w].co_prev;
  if (event.kind == EventKind::read)
    graph.resolve_read(e, w);
  else
    graph.place_write(e, w);
  return true;
}

}  // namespace ringcheck::tests
