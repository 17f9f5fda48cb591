// Growing random graphs.
#include "tests/models/fast_random_graph.hpp"

namespace ringcheck {

RandomGraph::RandomGraph(const RandomShape& shape, std::uint64_t seed)
    : shape_(shape), random_(seed) {
  graph_.reset(std::vector<std::uint64_t>(static_cast<std::size_t>(shape.locations)), shape.threads,
               false);
  committed_events_ = EventSet::prefix(shape.locations);
}

bool RandomGraph::is_private(LocId l, ThreadId t) const {
  return l < shape_.private_locations && l % shape_.threads == t;
}

bool RandomGraph::may_write(LocId l, ThreadId t) const {
  return l >= shape_.private_locations || is_private(l, t);
}

LocId RandomGraph::random_location(ThreadId t, bool for_write) {
  for (;;) {
    const auto l = static_cast<LocId>(below(shape_.locations));
    if (!for_write || may_write(l, t)) return l;
  }
}

EventNumber RandomGraph::add(ThreadId t, EventKind kind, LocId l, TagSet tags, int slot) {
  Event event;
  event.id = {t, static_cast<std::uint16_t>(slot)};
  event.kind = kind;
  event.location = l;
  const bool is_access = kind == EventKind::read || kind == EventKind::write;
  event.tags = is_access && seq_cst() ? TagSet{Tag::seq_cst} : tags;
  event.materialised = kind == EventKind::fence || kind == EventKind::choice;
  return graph_.add(event);
}

void RandomGraph::issue_fence(ThreadId t) {
  static constexpr std::array kFences = {Tag::mb,
                                         Tag::mb,
                                         Tag::mb,
                                         Tag::rmb,
                                         Tag::wmb,
                                         Tag::before_atomic,
                                         Tag::after_atomic,
                                         Tag::after_spinlock,
                                         Tag::after_unlock_lock,
                                         Tag::compiler_barrier};
  add(t, EventKind::fence, kNoLocation, {kFences[static_cast<std::size_t>(below(kFences.size()))]},
      graph_.slots(t));
}

void RandomGraph::issue_store(ThreadId t) {
  const std::array<TagSet, 5> tags = {
      TagSet{}, {Tag::once}, {Tag::once}, {Tag::release}, {Tag::unlock}};
  const LocId l = random_location(t, true);
  const EventNumber w = add(t, EventKind::write, l,
                            tags[static_cast<std::size_t>(below(tags.size()))], graph_.slots(t));
  graph_.event(w).value = static_cast<std::uint64_t>(below(2));
  graph_.event(w).value_known = true;
  if (is_private(l, t)) graph_.place_write(w, graph_.co_last(l));
}

// Returns whether the thread can go on: a read of the thread's own location needs no question.
bool RandomGraph::issue_load(ThreadId t) {
  const std::array<TagSet, 5> tags = {
      TagSet{}, {Tag::once}, {Tag::once}, {Tag::acquire}, {Tag::read_locked}};
  const LocId l = random_location(t, false);
  const EventNumber r = add(t, EventKind::read, l,
                            tags[static_cast<std::size_t>(below(tags.size()))], graph_.slots(t));
  if (percent(10)) {
    graph_.event(r).compare = Compare::await_equal;
    graph_.event(r).expected = static_cast<std::uint64_t>(below(2));
    graph_.event(r).other_tags = graph_[r].tags;
  }
  const EventNumber last = graph_.co_last(l);
  if (!is_private(l, t) ||
      (graph_[r].compare != Compare::none && graph_[last].value != graph_[r].expected))
    return false;
  graph_.resolve_read(r, last);
  return true;
}

bool RandomGraph::issue_relaxed_rmw(ThreadId t) {
  const LocId l = random_location(t, true);
  graph_.reserve_slots(t, graph_.slots(t) + 2);
  const EventNumber r = add(t, EventKind::read, l, {Tag::once, Tag::noreturn}, graph_.slots(t) - 2);
  graph_.event(r).atomic = true;
  graph_.event(r).claim = Claim::sure;
  if (!is_private(l, t)) return false;
  graph_.resolve_read(r, graph_.co_last(l));
  finish_rmw(r);
  return true;
}

bool RandomGraph::issue_rmw(ThreadId t) {
  if (percent(shape_.relaxed_rmw_percent)) return issue_relaxed_rmw(t);
  const bool atomic = percent(75);
  const bool full = percent(35);
  const int order = below(3);
  const bool conditional = percent(50);
  TagSet read_tags = order == 0 && !full ? TagSet{Tag::acquire} : TagSet{Tag::once};
  if (percent(10)) read_tags = {Tag::lock_read};
  if (full) read_tags = read_tags | TagSet{Tag::of_full_rmw};
  if (!atomic) read_tags = read_tags | TagSet{Tag::local};
  const int base = graph_.slots(t);
  const LocId l = random_location(t, true);
  graph_.reserve_slots(t, base + (full ? 4 : 2));
  if (full && !conditional)
    add(t, EventKind::fence, kNoLocation, {Tag::mb, Tag::of_full_rmw}, base);
  const EventNumber r = add(t, EventKind::read, l, conditional ? TagSet{Tag::once} : read_tags,
                            base + (full ? 1 : 0));
  Event& read = graph_.event(r);
  read.atomic = atomic;
  read.claim = conditional ? Claim::maybe : Claim::sure;
  if (conditional) {
    read.full = full;
    read.compare = percent(50) ? Compare::succeed_if_equal : Compare::succeed_unless_equal;
    read.expected = static_cast<std::uint64_t>(below(2));
    read.other_tags = seq_cst() ? TagSet{Tag::seq_cst} : read_tags;
  }
  if (!is_private(l, t)) return false;
  graph_.resolve_read(r, graph_.co_last(l));
  finish_rmw(r);
  return true;
}

// What follows the resolved read of a read-modify-write: its write if it succeeds, and the fence
// after it.
void RandomGraph::finish_rmw(EventNumber r) {
  const Event read = graph_[r];
  if (read.claim == Claim::none || (read.compare != Compare::none && !graph_.succeeds(r))) return;
  const ThreadId t = read.id.thread;
  const bool full = read.tags.has(Tag::of_full_rmw);
  const bool acquires = read.tags.has(Tag::acquire);
  TagSet tags = !full && !acquires && percent(40) ? TagSet{Tag::release} : TagSet{Tag::once};
  if (read.tags.has(Tag::lock_read)) tags = {Tag::lock_write};
  if (full) tags = tags | TagSet{Tag::of_full_rmw};
  const EventNumber w = add(t, EventKind::write, read.location, tags, read.id.index + 1);
  graph_.event(w).atomic = read.atomic;
  graph_.event(w).rmw = r;
  graph_.event(w).value = static_cast<std::uint64_t>(below(2));
  graph_.event(w).value_known = true;
  graph_.event(r).rmw = w;
  if (full) add(t, EventKind::fence, kNoLocation, {Tag::mb, Tag::of_full_rmw}, read.id.index + 2);
  if (is_private(read.location, t)) graph_.place_write(w, graph_.co_last(read.location));
}

// Issues one event. Returns whether the thread can go on.
bool RandomGraph::issue_one(ThreadId t) {
  if (percent(shape_.fence_percent)) {
    issue_fence(t);
    return true;
  }
  if (percent(3)) {
    add(t, EventKind::choice, kNoLocation, {}, graph_.slots(t));
    return true;
  }
  if (percent(shape_.rmw_percent)) return issue_rmw(t);
  if (percent(50)) return issue_load(t);
  issue_store(t);
  return true;
}

void RandomGraph::issue(ThreadId t) {
  for (int left = 1 + below(4); left > 0; --left)
    if (!issue_one(t)) return;
}

bool RandomGraph::claimed(EventNumber w, EventNumber own) const {
  for (int e = graph_.locations(); e < graph_.size(); ++e) {
    const Event& read = graph_[static_cast<EventNumber>(e)];
    if (read.rf == w && read.claim == Claim::sure && read.atomic && e != own) return true;
  }
  return false;
}

// The committed writes from which `e` may read, or after which it may be placed.
std::vector<EventNumber> RandomGraph::targets(EventNumber e) const {
  const Event& event = graph_[e];
  std::vector<EventNumber> result;
  for (EventNumber w = event.location; w != kNoEvent; w = graph_[w].co_next) {
    if (!committed_events_.test(w)) break;
    if (event.kind == EventKind::read) {
      if (event.compare == Compare::await_equal && graph_[w].value != event.expected) continue;
      if (event.claim == Claim::sure && event.atomic && claimed(w, e)) continue;
    }
    result.push_back(w);
  }
  return result;
}

// Commits the events of thread `t` in slots up to `slot`.
void RandomGraph::commit_through(ThreadId t, int slot, const Commit& commit) {
  for (int& next = committed_[t]; next <= slot; ++next) {
    const EventNumber e = graph_.at(t, next);
    if (e == kNoEvent) continue;
    committed_events_.set(e);
    commit(e);
  }
}

// Materialises the next event of thread `t`. Returns false when nothing is admitted.
bool RandomGraph::materialise_next(ThreadId t, const Ask& ask, const Commit& commit) {
  int slot = committed_[t];
  while (slot < graph_.slots(t) && graph_.at(t, slot) == kNoEvent) ++slot;
  if (slot == graph_.slots(t)) {
    // Only the empty slots of a failed read-modify-write are left, if any.
    committed_[t] = slot;
    issue(t);
    return true;
  }
  const EventNumber e = graph_.at(t, slot);
  if (!graph_[e].materialised) {
    const std::vector<EventNumber> admitted = ask(e, targets(e));
    if (admitted.empty()) return graph_[e].compare == Compare::await_equal;
    const EventNumber target =
        admitted[static_cast<std::size_t>(below(static_cast<int>(admitted.size())))];
    if (graph_[e].kind == EventKind::read) {
      graph_.resolve_read(e, target);
      finish_rmw(e);
    } else {
      graph_.place_write(e, target);
    }
  }
  commit_through(t, slot, commit);
  return true;
}

void RandomGraph::grow(const Ask& ask, const Commit& commit) {
  // Awaits may leave every thread waiting: the number of turns is bounded.
  for (int turn = 0; turn < 20 * shape_.events && graph_.size() + 8 < shape_.events; ++turn)
    if (!materialise_next(static_cast<ThreadId>(below(shape_.threads)), ask, commit)) return;
}

}  // namespace ringcheck
