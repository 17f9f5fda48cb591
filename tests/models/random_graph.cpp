#include "tests/models/random_graph.hpp"

#include <vector>

namespace ringcheck::tests {
namespace {

constexpr Tag kReadTags[] = {Tag::once, Tag::acquire, Tag::noreturn, Tag::lock_read,
                             Tag::read_locked};
constexpr Tag kWriteTags[] = {Tag::once, Tag::release, Tag::lock_write, Tag::unlock};
constexpr Tag kFenceTags[] = {Tag::mb,
                              Tag::rmb,
                              Tag::wmb,
                              Tag::before_atomic,
                              Tag::after_atomic,
                              Tag::after_spinlock,
                              Tag::after_unlock_lock,
                              Tag::compiler_barrier};

template <std::size_t N>
Tag one_of(Random& random, const Tag (&tags)[N]) {
  return tags[below(random, static_cast<int>(N))];
}

class Maker {
 public:
  Maker(Random& random, const GraphShape& shape) : random_(random), shape_(shape) {}

  ExecutionGraph run() {
    const std::vector<std::uint64_t> zeros(static_cast<std::size_t>(shape_.locations), 0);
    graph_.reset(zeros, shape_.threads, true);
    while (graph_.size() < shape_.events) add();
    for (int e = shape_.locations; e < graph_.size(); ++e) connect(static_cast<EventNumber>(e));
    for (int e = shape_.locations; e < graph_.size(); ++e) resolve(static_cast<EventNumber>(e));
    return graph_;
  }

 private:
  void add() {
    const int kind = below(random_, 10);
    if (kind < 4)
      access(EventKind::read);
    else if (kind < 7)
      access(EventKind::write);
    else if (kind < 9)
      other(EventKind::fence, {one_of(random_, kFenceTags)});
    else if (chance(random_, 20))
      other(EventKind::choice, {});
    else
      pair();
  }

  EventNumber put(Event e) {
    const auto t = static_cast<ThreadId>(below(random_, shape_.threads));
    return put(e, t);
  }
  EventNumber put(Event e, ThreadId t) {
    e.id = {t, static_cast<std::uint16_t>(graph_.slots(t) + (chance(random_, 10) ? 1 : 0))};
    return graph_.add(e);
  }

  void other(EventKind kind, TagSet tags) {
    Event e;
    e.kind = kind;
    e.tags = tags;
    e.materialised = true;
    put(e);
  }

  Event make(EventKind kind) {
    Event e;
    e.kind = kind;
    e.location = static_cast<LocId>(below(random_, shape_.locations));
    if (chance(random_, shape_.open_percent / 3)) e.location = kNoLocation;
    if (chance(random_, 80))
      e.tags = {kind == EventKind::read ? one_of(random_, kReadTags) : one_of(random_, kWriteTags)};
    e.value_known = kind == EventKind::write;
    return e;
  }

  void access(EventKind kind) { put(make(kind)); }

  // A read-modify-write: two slots of one thread.
  void pair() {
    if (graph_.size() + 2 > shape_.events) return access(EventKind::write);
    const auto t = static_cast<ThreadId>(below(random_, shape_.threads));
    const EventNumber r = put(make(EventKind::read), t);
    Event write = make(EventKind::write);
    write.location = graph_[r].location;
    write.id = {t, static_cast<std::uint16_t>(graph_.slots(t))};
    const EventNumber w = graph_.add(write);
    graph_.event(r).rmw = w;
    graph_.event(r).claim = Claim::sure;
    graph_.event(w).rmw = r;
    graph_.event(r).atomic = graph_.event(w).atomic = chance(random_, 80);
  }

  // Dependencies from earlier reads of the thread; a random place in co for a write.
  void connect(EventNumber e) {
    for (int r = shape_.locations; r < graph_.size(); ++r) {
      const auto read = static_cast<EventNumber>(r);
      if (graph_[read].kind != EventKind::read || !graph_.po_before(read, e)) continue;
      if (graph_[e].kind == EventKind::choice) continue;
      if (chance(random_, 10)) graph_.dependencies(e).address.set(r);
      if (chance(random_, 10)) graph_.dependencies(e).data.set(r);
      if (chance(random_, 15)) graph_.dependencies(e).control.set(r);
    }
    const Event& event = graph_[e];
    if (event.kind != EventKind::write || event.location == kNoLocation) return;
    if (chance(random_, shape_.open_percent)) return;
    const int places = graph_[graph_.co_last(event.location)].co_position + 1;
    EventNumber predecessor = event.location;
    for (int i = below(random_, places); i > 0; --i) predecessor = graph_[predecessor].co_next;
    graph_.place_write(e, predecessor);
  }

  void resolve(EventNumber e) {
    const Event& event = graph_[e];
    if (event.kind != EventKind::read || event.location == kNoLocation) return;
    if (chance(random_, shape_.open_percent)) return;
    const int writes = graph_[graph_.co_last(event.location)].co_position + 1;
    EventNumber w = event.location;
    for (int i = below(random_, writes); i > 0; --i) w = graph_[w].co_next;
    graph_.resolve_read(e, w);
  }

  Random& random_;
  const GraphShape& shape_;
  ExecutionGraph graph_;
};

}  // namespace

ExecutionGraph random_graph(Random& random, const GraphShape& shape) {
  return Maker(random, shape).run();
}

}  // namespace ringcheck::tests
