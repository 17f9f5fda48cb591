// The order of SC events, grown with the graph.
// Tested by tests/models/fast_checkers_test.cpp.
#include "models/fast_rc11_sc.hpp"

#include <algorithm>

#include "models/porf_order.hpp"

namespace ringcheck {

namespace {

bool is_access(const Event& event) {
  return event.kind == EventKind::read || event.kind == EventKind::write;
}
bool is_sc_access(const Event& event) {
  return is_access(event) && event.tags.has(Tag::seq_cst);
}

/// The place in coherence order of a write, or of the write that a read reads from.
int place_of(const ExecutionGraph& graph, const Event& access) {
  return access.kind == EventKind::read ? graph[access.rf].co_position : access.co_position;
}

}  // namespace

Rc11ScChecker::State& Rc11ScChecker::State::operator=(const State& other) {
  if (this == &other) return *this;
  base_ = other.base_;
  events_ = other.events_;
  node_count_ = other.node_count_;
  access_count_ = other.access_count_;
  last_fence_ = other.last_fence_;
  nodes_.copy(other.nodes_, node_count_);
  accesses_.copy(other.accesses_, access_count_);
  node_of_.copy(other.node_of_, static_cast<std::size_t>(events_));
  const int threads = base_.threads_;
  std::copy_n(other.last_node_.begin(), threads, last_node_.begin());
  std::copy_n(other.last_location_.begin(), threads, last_location_.begin());
  std::copy_n(other.before_other_.begin(), threads, before_other_.begin());
  return *this;
}

void Rc11ScChecker::State::reset(const ExecutionGraph& graph, bool own_stores_continue) {
  base_.reset(graph, own_stores_continue, Rc11Checker::State::ScOrder::elsewhere);
  events_ = 0;
  node_count_ = access_count_ = last_fence_ = 0;
  last_node_.fill(0);
  last_location_.fill(kNoLocation);
  before_other_.fill({});
  if (graph.locations() > 0) include(static_cast<EventNumber>(graph.locations() - 1));
}

/// Makes room for event `e`.
void Rc11ScChecker::State::include(EventNumber e) {
  node_of_.need(std::size_t{e} + 1);
  for (; events_ <= e; ++events_) node_of_[static_cast<std::size_t>(events_)] = 0;
}

void Rc11ScChecker::State::Targets::add(const Node& node) {
  any = true;
  least[node.thread] = std::min(least[node.thread], node.place);
}

Rc11ScChecker::State::Spot Rc11ScChecker::State::spot_of_read(const ExecutionGraph& graph,
                                                              EventNumber r, EventNumber w) {
  return {graph[r].location, graph[w].co_position + 1, graph[w].co_next};
}

/// The SC fences of `past`, by thread, and their ancestors.
ThreadCounters Rc11ScChecker::State::ancestors_of_fences(const ThreadCounters& past) const {
  ThreadCounters ancestors;
  for_each_fence([&](const Node& fence) {
    if (past[fence.thread] >= fence.fence) ancestors.join(fence.ancestors);
    return true;
  });
  return ancestors;
}

/// The last SC access or fence of thread `t`, in its first `slots` slots, that has after it an
/// event of the thread at another location.
const Rc11ScChecker::State::Node* Rc11ScChecker::State::last_at_other_location(
    const ExecutionGraph& graph, ThreadId t, int slots) const {
  if (last_node_[t] == 0) return nullptr;
  LocId location = kNoLocation;  // of all that was passed, if that is `one`
  bool none = true;
  bool one = true;
  for (int slot = slots; slot-- > 0;) {
    const EventNumber e = graph.at(t, slot);
    if (e == kNoEvent || graph[e].kind == EventKind::choice) continue;
    const LocId here = is_access(graph[e]) ? graph[e].location : kNoLocation;
    const bool differs = !none && (!one || location == kNoLocation || here != location);
    if (differs)
      if (const Node* node = node_of(e)) return node;
    one = none || !differs;
    location = here;
    none = false;
  }
  return nullptr;
}

/// What is psc-before an SC access to `l` that comes next in thread `t`, by po and by
/// po-other ; hb ; po-other. `of_fences`: ancestors_of_fences() of the thread's past.
ThreadCounters Rc11ScChecker::State::before_in_thread(const ExecutionGraph& graph, ThreadId t,
                                                      LocId l,
                                                      const ThreadCounters& of_fences) const {
  ThreadCounters before = of_fences;
  if (last_node_[t] != 0) before.join(nodes_[last_node_[t] - 1U].ancestors);
  const ThreadCounters known =
      l == last_location_[t] ? before_other_[t] : base_.slots_of(Rc11Checker::State::view_of(t));
  for (int other = 0; other < base_.threads_; ++other) {
    if (other == t || known[other] == 0) continue;
    if (const Node* node =
            last_at_other_location(graph, static_cast<ThreadId>(other), known[other]))
      before.join(node->ancestors);
  }
  return before;
}

/// True iff a write from `next` on happens before `fence`.
bool Rc11ScChecker::State::knows_of_one(const ExecutionGraph& graph, const Node& fence,
                                        EventNumber next) const {
  for (EventNumber w = next; w != kNoEvent; w = graph[w].co_next)
    if (has_seen(fence.view, graph[w].id)) return true;
  return false;
}

/// True iff an access, SC if `sc`, may stand last in thread `t` at `spot`.
bool Rc11ScChecker::State::admits(const ExecutionGraph& graph, ThreadId t, const Spot& spot,
                                  bool sc) const {
  const ViewNumber view = Rc11Checker::State::view_of(t);
  if (base_.views_.counter(view, spot.location) >= spot.first) return false;
  if (node_count_ == 0 || spot.next == kNoEvent) return true;
  Sources from;
  from.of_fences = ancestors_of_fences(base_.fences_of(view));
  from.of_event = sc ? before_in_thread(graph, t, spot.location, from.of_fences) : from.of_fences;
  for (EventNumber w = spot.next; w != kNoEvent; w = graph[w].co_next) {
    const Node* node = node_of(w);
    if (node != nullptr && from.of_event[node->thread] >= node->place) return false;
  }
  bool free = true;
  for_each_fence([&](const Node& fence) {
    free = !(from.of_fences[fence.thread] >= fence.place &&
             base_.views_.counter(fence.view, spot.location) >= spot.first) &&
           !(sc && from.of_event[fence.thread] >= fence.place &&
             knows_of_one(graph, fence, spot.next));
    return free;
  });
  return free;
}

/// The same for a read after the fence of its fully ordered read-modify-write; that fence is not
/// there yet.
bool Rc11ScChecker::State::admits_after_fence(const ExecutionGraph& graph, const Event& read,
                                              const Spot& spot, bool sc) const {
  thread_local State after;  // whose memory is kept
  after = *this;
  const ThreadId t = read.id.thread;
  Event fence = read;
  fence.kind = EventKind::fence;
  fence.location = kNoLocation;
  fence.tags = {Tag::mb, Tag::of_full_rmw};
  --fence.id.index;
  after.base_.add_fence(graph, fence);
  after.last_location_[t] = kNoLocation;
  after.add_node(fence, kNoEvent, after.before_fence(graph, t));
  return after.admits(graph, t, spot, sc);
}

/// True iff `view` has seen the slot of some write after `access` by co or fr.
bool Rc11ScChecker::State::later_write_seen(const ExecutionGraph& graph, const Event& access,
                                            ViewNumber view) const {
  EventNumber w = graph.co_last(access.location);
  for (const int place = place_of(graph, access); graph[w].co_position > place;
       w = graph[w].co_prev)
    if (has_seen(view, graph[w].id)) return true;
  return false;
}

/// What is psc-before the SC fence that comes last in thread `t`. The views count that fence
/// already.
ThreadCounters Rc11ScChecker::State::before_fence(const ExecutionGraph& graph, ThreadId t) const {
  const ViewNumber view = base_.released_[t];
  ThreadCounters before;
  ThreadCounters fences = base_.fences_of(view);
  if (last_node_[t] != 0) before.join(nodes_[last_node_[t] - 1U].ancestors);
  for (std::size_t i = 0; i < access_count_; ++i) {
    const Event& access = graph[accesses_[i].event];
    const int first = place_of(graph, access) + (access.kind == EventKind::read ? 1 : 0);
    if (base_.views_.counter(view, access.location) >= first) fences.join(accesses_[i].past);
    const Node* node = node_of(accesses_[i].event);
    if (node != nullptr && later_write_seen(graph, access, view)) before.join(node->ancestors);
  }
  before.join(ancestors_of_fences(fences));
  return before;
}

void Rc11ScChecker::State::add_fence(const ExecutionGraph& graph, EventNumber e) {
  const Event& fence = graph[e];
  last_location_[fence.id.thread] = kNoLocation;
  base_.add_fence(graph, fence);
  if (c11::is_sc_fence(fence)) add_node(fence, e, before_fence(graph, fence.id.thread));
}

/// What is psc-before SC access `e` by hb & loc, co and fr.
ThreadCounters Rc11ScChecker::State::before_access(const ExecutionGraph& graph,
                                                   EventNumber e) const {
  const Event& event = graph[e];
  const ViewNumber view = Rc11Checker::State::view_of(event.id.thread);
  ThreadCounters before;
  ThreadCounters fences;
  for (std::size_t i = 0; i < access_count_; ++i) {
    const Event& access = graph[accesses_[i].event];
    if (access.location != event.location) continue;
    const bool is_before =
        event.kind == EventKind::write && place_of(graph, access) < event.co_position;
    if (!is_before && !has_seen(view, access.id)) continue;
    fences.join(accesses_[i].past);
    if (const Node* node = node_of(accesses_[i].event)) before.join(node->ancestors);
  }
  before.join(ancestors_of_fences(fences));
  return before;
}

/// Adds the edges that leave `event`, which stands at `spot`, and the fences in its past.
void Rc11ScChecker::State::add_edges(const ExecutionGraph& graph, const Event& event,
                                     const Spot& spot, const Sources& sources) {
  const bool sc = is_sc_access(event);
  Targets of_fences;
  Targets of_event;
  for (EventNumber w = spot.next; w != kNoEvent; w = graph[w].co_next) {
    const Node* node = node_of(w);
    if (node == nullptr) continue;
    of_fences.add(*node);
    of_event.add(*node);
  }
  for_each_fence([&](const Node& fence) {
    if (base_.views_.counter(fence.view, spot.location) >= spot.first) of_fences.add(fence);
    if (sc && knows_of_one(graph, fence, spot.next)) of_event.add(fence);
    return true;
  });
  const auto add = [&](const Targets& to, const ThreadCounters& from) {
    if (!to.any) return;
    for (std::size_t i = 0; i < node_count_; ++i)
      if (nodes_[i].ancestors.any_at_least(to.least)) nodes_[i].ancestors.join(from);
  };
  if (sources.of_fences != ThreadCounters{}) add(of_fences, sources.of_fences);
  if (sc) add(of_event, sources.of_event);
}

/// Adds SC event `event`, number `e`, after those before it.
void Rc11ScChecker::State::add_node(const Event& event, EventNumber e, ThreadCounters ancestors) {
  const ThreadId t = event.id.thread;
  const std::uint16_t last = last_node_[t];
  Node node;
  node.event = e;
  node.thread = t;
  node.place = static_cast<std::uint16_t>(last == 0 ? 1 : nodes_[last - 1U].place + 1);
  ancestors[t] = node.place;
  node.ancestors = ancestors;
  nodes_.need(node_count_ + 1);
  if (event.kind == EventKind::fence) {
    node.view = base_.released_[t];
    node.fence = base_.views_.counter(node.view, base_.locations_ + t);
    node.earlier = static_cast<std::uint16_t>(last_fence_);
    last_fence_ = node_count_ + 1;
  }
  nodes_[node_count_++] = node;
  last_node_[t] = static_cast<std::uint16_t>(node_count_);
  if (e != kNoEvent) node_of_[e] = last_node_[t];
}

void Rc11ScChecker::State::add_access(const ExecutionGraph& graph, EventNumber e) {
  const Event& event = graph[e];
  const ThreadId t = event.id.thread;
  const LocId l = event.location;
  const ViewNumber view = Rc11Checker::State::view_of(t);
  const bool sc = is_sc_access(event);
  Sources sources;
  if (sc)
    sources.of_event = before_in_thread(graph, t, l, ancestors_of_fences(base_.fences_of(view)));
  if (l != last_location_[t]) {
    before_other_[t] = base_.slots_of(view);
    last_location_[t] = l;
  }
  if (event.kind == EventKind::read)
    base_.add_read(graph, e);
  else
    base_.add_write(graph, e);
  const ThreadCounters past = base_.fences_of(view);
  sources.of_fences = ancestors_of_fences(past);
  if (sc) sources.of_event.join(before_access(graph, e));
  if (sc) add_node(event, e, sources.of_event);
  if (sc) sources.of_event[t] = nodes_[node_count_ - 1].place;
  const Spot spot = event.kind == EventKind::read ? spot_of_read(graph, e, event.rf)
                                                  : Spot{l, event.co_position, event.co_next};
  if (node_count_ > 0) add_edges(graph, event, spot, sources);
  if (!sc && past == ThreadCounters{}) return;
  accesses_.need(access_count_ + 1);
  accesses_[access_count_++] = {past, e};
}

void Rc11ScChecker::start(State& state, const ExecutionGraph& graph) const {
  state.reset(graph, own_stores_continue_);
}

bool Rc11ScChecker::admits_read(const State& state, const ExecutionGraph& graph, EventNumber r,
                                EventNumber w) const {
  const Event& read = graph[r];
  const State::Spot spot = State::spot_of_read(graph, r, w);
  const bool succeeds = read.compare != Compare::none && would_succeed(read, graph[w].value);
  const bool sc = (succeeds ? read.other_tags : read.tags).has(Tag::seq_cst);
  if (read.full && succeeds) return state.admits_after_fence(graph, read, spot, sc);
  return state.admits(graph, read.id.thread, spot, sc);
}

bool Rc11ScChecker::admits_write(const State& state, const ExecutionGraph& graph, EventNumber w,
                                 EventNumber predecessor) const {
  const Event& write = graph[w];
  return keeps_atomicity(graph, w, predecessor) &&
         state.admits(
             graph, write.id.thread,
             {write.location, graph[predecessor].co_position + 1, graph[predecessor].co_next},
             write.tags.has(Tag::seq_cst));
}

void Rc11ScChecker::commit(State& state, const ExecutionGraph& graph, EventNumber e) const {
  const Event& event = graph[e];
  if (event.kind == EventKind::choice) return;
  state.include(e);
  if (event.kind == EventKind::fence) return state.add_fence(graph, e);
  if (event.kind == EventKind::write && event.co_next != kNoEvent)
    state.base_.views_.shift(event.location, event.co_position);
  state.add_access(graph, e);
}

bool Rc11ScChecker::consistent(const ExecutionGraph& graph) const {
  if (!all_atomic(graph)) return false;
  State state;
  state.reset(graph, own_stores_continue_);
  return PorfOrder(graph).all([&](EventNumber e) {
    const Event& event = graph[e];
    state.include(e);
    if (event.kind == EventKind::fence) {
      state.add_fence(graph, e);
    } else if (event.kind != EventKind::choice) {
      const State::Spot spot = event.kind == EventKind::read
                                   ? State::spot_of_read(graph, e, event.rf)
                                   : State::Spot{event.location, event.co_position, event.co_next};
      if (!state.admits(graph, event.id.thread, spot, is_sc_access(event))) return false;
      state.add_access(graph, e);
    }
    return true;
  });
}

}  // namespace ringcheck
