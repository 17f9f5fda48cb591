// Growing the views of RC11, and the consistency of a whole graph: its events are committed again
// in an order that respects po and rf, at their final places in coherence order.
// Tested by tests/models/fast_checkers_test.cpp.
#include "models/fast_rc11.hpp"

#include "models/porf_order.hpp"

namespace ringcheck {

namespace {

bool acquire_fence(const Event& fence) {
  return fence.tags.has(Tag::rmb) || c11::is_sc_fence(fence);
}
bool release_fence(const Event& fence) {
  return fence.tags.has(Tag::wmb) || c11::is_sc_fence(fence);
}

}  // namespace

void Rc11Checker::start(State& state, const ExecutionGraph& graph) const {
  state.reset(graph, own_stores_continue_);
}

void Rc11Checker::State::reset(const ExecutionGraph& graph, bool own_stores_continue,
                               ScOrder order) {
  own_stores_continue_ = own_stores_continue;
  order_ = order;
  events_ = locations_ = graph.locations();
  threads_ = graph.threads();
  const int slots = order == ScOrder::elsewhere ? threads_ : 0;
  views_.reset(locations_ + threads_ + slots, 1 + 2 * threads_);
  fences_.reset();
  const auto own = static_cast<std::size_t>(threads_) * static_cast<std::size_t>(locations_);
  messages_.need(static_cast<std::size_t>(events_));
  own_release_.need(own);
  std::fill_n(messages_.data(), events_, ViewNumber{0});
  std::fill_n(released_.begin(), threads_, ViewNumber{0});
  std::fill_n(own_release_.data(), own, ViewNumber{0});
}

void Rc11Checker::State::add_fence(const ExecutionGraph& graph, const Event& fence) {
  const ThreadId t = fence.id.thread;
  count_slot(fence.id);
  if (acquire_fence(fence)) views_.join(view_of(t), acquirable_by(t));
  if (!c11::is_sc_fence(fence)) {
    if (release_fence(fence)) released_[t] = views_.copy(view_of(t));
    return;
  }
  const ThreadCounters past = fences_of(view_of(t));
  const int place = ++views_.counter(view_of(t), locations_ + t);
  released_[t] = views_.copy(view_of(t));
  if (order_ == ScOrder::fences)
    fences_.add_fence(t, place, released_[t],
                      fences_.ancestors_of_fence(graph, views_, released_[t], past));
}

void Rc11Checker::State::add_read(const ExecutionGraph& graph, EventNumber e) {
  const Event& read = graph[e];
  count_slot(read.id);
  const ViewNumber view = view_of(read.id.thread);
  const ViewNumber message = messages_[read.rf];
  if (message != 0) {
    if (c11::acquires(read))
      views_.join(view, message);
    else if (c11::is_atomic(read))
      views_.join(acquirable_by(read.id.thread), message);
  }
  const std::uint16_t place = graph[read.rf].co_position;
  std::uint16_t& seen = views_.counter(view, read.location);
  seen = std::max(seen, place);
  if (!fences_.empty()) fences_.add_access(views_, e, fences_of(view), read.location, place + 1);
}

void Rc11Checker::State::add_write(const ExecutionGraph& graph, EventNumber e) {
  const Event& write = graph[e];
  const ThreadId t = write.id.thread;
  const ViewNumber view = view_of(t);
  include(e);
  count_slot(write.id);
  views_.counter(view, write.location) = write.co_position;
  // Of two views of one thread the later has the greater number and holds the earlier.
  ViewNumber message = 0;
  if (c11::releases(write)) {
    message = views_.copy(view);
    if (own_stores_continue_) own_release(t, write.location) = message;
  } else if (c11::is_atomic(write)) {
    message = std::max(released_[t], own_release(t, write.location));
  }
  if (is_atomic_write(write)) {
    const ViewNumber carried = messages_[graph[write.rmw].rf];
    if (message == 0) {
      message = carried;
    } else if (carried != 0) {
      message = views_.copy(message);
      views_.join(message, carried);
    }
  }
  messages_[e] = message;
  if (!fences_.empty())
    fences_.add_access(views_, e, fences_of(view), write.location, write.co_position);
}

// A fully ordered read-modify-write that succeeds puts a fence before its read. That fence acquires
// what relaxed reads have left, and is itself the last SC fence of the read's past.
bool Rc11Checker::State::admits_after_fence(const ExecutionGraph& graph, EventNumber r,
                                            EventNumber w) const {
  const Event& read = graph[r];
  thread_local State after;  // whose memory is kept
  after = *this;
  Event fence = read;
  fence.kind = EventKind::fence;
  fence.tags = {Tag::mb, Tag::of_full_rmw};
  after.add_fence(graph, fence);
  return after.admits(view_of(read.id.thread), read.location, graph[w].co_position + 1);
}

bool Rc11Checker::consistent(const ExecutionGraph& graph) const {
  if (!all_atomic(graph)) return false;
  State state;
  state.reset(graph, own_stores_continue_);
  return PorfOrder(graph).all([&](EventNumber e) {
    const Event& event = graph[e];
    const ViewNumber view = State::view_of(event.id.thread);
    if (event.kind == EventKind::read) {
      if (!state.admits(view, event.location, graph[event.rf].co_position + 1)) return false;
      state.add_read(graph, e);
    } else if (event.kind == EventKind::write) {
      if (!state.admits(view, event.location, event.co_position)) return false;
      state.add_write(graph, e);
    } else if (event.kind == EventKind::fence) {
      state.add_fence(graph, event);
    }
    return true;
  });
}

}  // namespace ringcheck
