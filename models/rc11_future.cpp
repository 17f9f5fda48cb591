// Text that describes what later events can observe. The argument is in the header.
// Tested by tests/explore/state_search_test.cpp.
#include "models/rc11_future.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

#include "graph/key_text.hpp"

namespace ringcheck {

Rc11Future::Rc11Future(const Rc11Checker::State& state, const ExecutionGraph& graph,
                       std::bitset<kFastThreads> running, const LocationSet& alone,
                       Rc11Forgetting forgetting)
    : state_(state),
      graph_(graph),
      running_(running),
      alone_(alone),
      forgetting_(forgetting),
      base_(static_cast<std::size_t>(graph.locations() + graph.threads())) {
  for (int l = 0; l < graph.locations(); ++l) {
    std::uint16_t& base = base_[static_cast<std::size_t>(l)];
    base = graph[graph.co_last(static_cast<LocId>(l))].co_position;
    if (alone.test(l)) continue;
    for (int t = 0; t < graph.threads(); ++t)
      if (running.test(static_cast<std::size_t>(t)))
        base = std::min(
            base, state.views_.counter(Rc11Checker::State::view_of(static_cast<ThreadId>(t)), l));
  }
  if (!state.fences_.empty()) find_dropped_fences();
}

/// How far after its base counter number `counter` of `view` is.
int Rc11Future::seen(ViewNumber view, int counter) const {
  return std::max(0,
                  state_.views_.counter(view, counter) - base_[static_cast<std::size_t>(counter)]);
}

bool Rc11Future::is_dead(ViewNumber view) const {
  for (int l = 0; l < graph_.locations(); ++l)
    if (seen(view, l) > 0) return false;
  return true;
}

/// The greatest set of dead fences that holds the ancestors of each. These are the first fences of
/// each thread, since a thread's later fences have its earlier ones as ancestors.
void Rc11Future::find_dropped_fences() {
  const auto dropped = [&](int t) -> std::uint16_t& { return base_[fences_of(t)]; };
  for (int t = 0; t < graph_.threads(); ++t) dropped(t) = 0;
  for (const auto& fence : state_.fences_.fences())
    dropped(fence.thread) = std::max(dropped(fence.thread), fence.place);
  const auto stays = [&](const auto& fence) {
    if (!is_dead(fence.view)) return true;
    for (int t = 0; t < graph_.threads(); ++t)
      if (fence.ancestors[t] > dropped(t)) return true;
    return false;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& fence : state_.fences_.fences()) {
      if (fence.place > dropped(fence.thread) || !stays(fence)) continue;
      dropped(fence.thread) = static_cast<std::uint16_t>(fence.place - 1);
      changed = true;
    }
  }
}

/// `fences` without those that are dropped.
ThreadCounters Rc11Future::left(const ThreadCounters& fences) const {
  ThreadCounters row;
  for (int t = 0; t < graph_.threads(); ++t)
    row[t] = static_cast<std::uint16_t>(std::max(0, fences[t] - base_[fences_of(t)]));
  return row;
}

/// The counters of `view` that are above those of `known`.
void Rc11Future::append_view(ViewNumber view, ViewNumber known, std::string& key) const {
  const int fences = forgetting_ == Rc11Forgetting::sc_fences ? 0 : graph_.threads();
  const int counters = graph_.locations() + fences;
  for (int i = 0; i < counters; ++i) {
    const int count = seen(view, i);
    if (count <= seen(known, i)) continue;
    append_number(key, static_cast<std::uint64_t>(i) + 1);
    append_number(key, static_cast<std::uint64_t>(count));
  }
  append_number(key, 0);
}

void Rc11Future::append_row(const ThreadCounters& fences, std::string& key) const {
  for (int t = 0; t < graph_.threads(); ++t) append_number(key, fences[t]);
}

void Rc11Future::append_messages(LocId l, std::span<const std::uint64_t> notes,
                                 std::string& key) const {
  int first = base_[l];
  const EventNumber last = graph_.co_last(l);
  if (forgetting_ == Rc11Forgetting::base_message)
    first = std::min(first + 1, int{graph_[last].co_position});
  append_number(key, static_cast<std::uint64_t>(graph_[last].co_position - first));
  EventNumber next = kNoEvent;
  for (EventNumber w = last;; w = graph_[w].co_prev) {
    const Event& write = graph_[w];
    append_number(key, write.value);
    append_number(key, w < notes.size() ? notes[w] : 0);
    const bool followed = next != kNoEvent && is_atomic_write(graph_[next]);
    append_number(key, followed && forgetting_ != Rc11Forgetting::rmw_places ? 1 : 0);
    // What the view has seen of l itself is at most the write's place, and the reader sees that
    // anyway.
    const bool has_view = forgetting_ != Rc11Forgetting::message_views && !alone_.test(l);
    append_view(has_view ? state_.messages_[w] : ViewNumber{0}, 0, key);
    if (write.co_position <= first) break;
    next = w;
  }
}

void Rc11Future::append_thread(ThreadId t, std::string& key) const {
  using State = Rc11Checker::State;
  append_view(State::view_of(t), 0, key);
  if (forgetting_ != Rc11Forgetting::acquirable)
    append_view(State::acquirable_by(t), State::view_of(t), key);
  if (forgetting_ == Rc11Forgetting::released) return;
  append_view(state_.released_[t], 0, key);
  const std::size_t row = std::size_t{t} * static_cast<std::size_t>(graph_.locations());
  for (int l = 0; l < graph_.locations(); ++l) {
    const ViewNumber own = state_.own_release_[row + static_cast<std::size_t>(l)];
    // Of two views of one thread the later holds the earlier.
    if (own <= state_.released_[t]) continue;
    append_number(key, static_cast<std::uint64_t>(l) + 1);
    append_view(own, state_.released_[t], key);
  }
  append_number(key, 0);
}

void Rc11Future::append_fences(std::string& key) const {
  const ScFenceOrder& order = state_.fences_;
  for (int t = 0; t < graph_.threads(); ++t) {
    std::uint64_t stay = 0;
    for (const auto& fence : order.fences())
      if (fence.thread == t && left(fence.ancestors)[t] > 0) ++stay;
    append_number(key, stay);
    // A thread's fences are added in their order.
    for (const auto& fence : order.fences()) {
      if (fence.thread != t || left(fence.ancestors)[t] == 0) continue;
      append_row(left(fence.ancestors), key);
      append_view(fence.view, 0, key);
    }
  }
  // Accesses by location and by how far after its base they are seen, with the ancestors they give.
  using Gives = std::tuple<LocId, int, std::array<std::uint16_t, ThreadCounters::kLanes>>;
  ThreadCounters everywhere;
  std::vector<Gives> accesses;
  for (const auto& access : order.accesses()) {
    const Event& event = graph_[access.event];
    const bool is_read = event.kind == EventKind::read;
    const int first = graph_[is_read ? event.rf : access.event].co_position + (is_read ? 1 : 0) -
                      base_[event.location];
    const ThreadCounters past = left(access.past);
    if (first <= 0)
      everywhere.join(past);
    else if (past != ThreadCounters{})
      accesses.emplace_back(event.location, first, past.lanes);
  }
  append_row(everywhere, key);
  std::ranges::sort(accesses);
  accesses.erase(std::ranges::unique(accesses).begin(), accesses.end());
  append_number(key, accesses.size());
  for (const auto& [location, first, past] : accesses) {
    append_number(key, location);
    append_number(key, static_cast<std::uint64_t>(first));
    append_row({past}, key);
  }
}

void Rc11Future::append(std::span<const std::uint64_t> notes, std::string& key) const {
  for (int l = 0; l < graph_.locations(); ++l) append_messages(static_cast<LocId>(l), notes, key);
  for (int t = 0; t < graph_.threads(); ++t)
    if (running_.test(static_cast<std::size_t>(t))) append_thread(static_cast<ThreadId>(t), key);
  if (!state_.fences_.empty() && running_.any() && forgetting_ != Rc11Forgetting::sc_fences)
    append_fences(key);
}

}  // namespace ringcheck
