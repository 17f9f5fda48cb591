#include "tests/models/shapes.hpp"

namespace ringcheck::tests {
namespace {

constexpr LocId kX = 0;
constexpr LocId kY = 1;

struct Pair {
  EventNumber first;
  EventNumber second;
};

// Two accesses of thread t, tied as `side` says.
Pair thread(GraphBuilder& b, ThreadId t, EventKind first, LocId at, EventKind second, LocId then,
            const Side& side) {
  const auto add = [&](EventKind kind, LocId l, TagSet tags) {
    return kind == EventKind::read ? b.read(t, l, tags) : b.write(t, l, tags);
  };
  Pair p;
  p.first = add(first, at, side.first);
  if (side.fence != Tag::once) b.fence(t, side.fence);
  p.second = add(second, then, side.second);
  if (side.dependency == Dependency::addr) b.addr(p.first, p.second);
  if (side.dependency == Dependency::data) b.data(p.first, p.second);
  if (side.dependency == Dependency::ctrl) b.ctrl(p.first, p.second);
  return p;
}

constexpr EventKind kR = EventKind::read;
constexpr EventKind kW = EventKind::write;

}  // namespace

ExecutionGraph mp(const Side& writer, const Side& reader) {
  GraphBuilder b(2);
  const Pair w = thread(b, 0, kW, kX, kW, kY, writer);
  const Pair r = thread(b, 1, kR, kY, kR, kX, reader);
  b.co(kX, w.first);
  b.co(kY, w.second);
  b.rf(w.second, r.first);
  b.rf(kX, r.second);
  return b.graph();
}

ExecutionGraph sb(const Side& left, const Side& right) {
  GraphBuilder b(2);
  const Pair p = thread(b, 0, kW, kX, kR, kY, left);
  const Pair q = thread(b, 1, kW, kY, kR, kX, right);
  b.co(kX, p.first);
  b.co(kY, q.first);
  b.rf(kY, p.second);
  b.rf(kX, q.second);
  return b.graph();
}

ExecutionGraph lb(const Side& left, const Side& right) {
  GraphBuilder b(2);
  const Pair p = thread(b, 0, kR, kX, kW, kY, left);
  const Pair q = thread(b, 1, kR, kY, kW, kX, right);
  b.co(kY, p.second);
  b.co(kX, q.second);
  b.rf(q.second, p.first);
  b.rf(p.second, q.first);
  return b.graph();
}

ExecutionGraph two_plus_two_w(const Side& left, const Side& right) {
  GraphBuilder b(2);
  const Pair p = thread(b, 0, kW, kX, kW, kY, left);
  const Pair q = thread(b, 1, kW, kY, kW, kX, right);
  b.co(kX, q.second);
  b.co(q.second, p.first);
  b.co(kY, p.second);
  b.co(p.second, q.first);
  return b.graph();
}

ExecutionGraph iriw(const Side& left, const Side& right) {
  GraphBuilder b(2);
  const EventNumber x = b.write(0, kX);
  const EventNumber y = b.write(1, kY);
  const Pair p = thread(b, 2, kR, kX, kR, kY, left);
  const Pair q = thread(b, 3, kR, kY, kR, kX, right);
  b.co(kX, x);
  b.co(kY, y);
  b.rf(x, p.first);
  b.rf(kY, p.second);
  b.rf(y, q.first);
  b.rf(kX, q.second);
  return b.graph();
}

ExecutionGraph wrc(const Side& middle, const Side& reader) {
  GraphBuilder b(2);
  const EventNumber x = b.write(0, kX);
  const Pair p = thread(b, 1, kR, kX, kW, kY, middle);
  const Pair q = thread(b, 2, kR, kY, kR, kX, reader);
  b.co(kX, x);
  b.co(kY, p.second);
  b.rf(x, p.first);
  b.rf(p.second, q.first);
  b.rf(kX, q.second);
  return b.graph();
}

ExecutionGraph corr() {
  GraphBuilder b(1);
  const EventNumber w = b.write(0, kX);
  const EventNumber r1 = b.read(1, kX);
  const EventNumber r2 = b.read(1, kX);
  b.co(kX, w);
  b.rf(w, r1);
  b.rf(kX, r2);
  return b.graph();
}

ExecutionGraph coww() {
  GraphBuilder b(1);
  const EventNumber w1 = b.write(0, kX);
  const EventNumber w2 = b.write(0, kX);
  b.co(kX, w2);
  b.co(w2, w1);
  return b.graph();
}

ExecutionGraph corw() {
  GraphBuilder b(1);
  const EventNumber r = b.read(0, kX);
  const EventNumber w = b.write(0, kX);
  const EventNumber other = b.write(1, kX);
  b.co(kX, w);
  b.co(w, other);
  b.rf(other, r);
  return b.graph();
}

ExecutionGraph cowr() {
  GraphBuilder b(1);
  const EventNumber w = b.write(0, kX);
  const EventNumber r = b.read(0, kX);
  b.co(kX, w);
  b.rf(kX, r);
  return b.graph();
}

ExecutionGraph write_within_rmw() {
  GraphBuilder b(1);
  const EventNumber r = b.read(0, kX);
  const EventNumber w = b.write(0, kX);
  b.rmw(r, w);
  const EventNumber other = b.write(1, kX);
  b.co(kX, other);
  b.co(other, w);
  b.rf(kX, r);
  return b.graph();
}

ExecutionGraph sb_with_xchg() {
  GraphBuilder b(2);
  const auto side = [&](ThreadId t, LocId mine, LocId other) {
    const TagSet full{Tag::mb, Tag::of_full_rmw};
    const TagSet part{Tag::once, Tag::of_full_rmw};
    b.fence(t, full);
    const EventNumber r = b.read(t, mine, part);
    const EventNumber w = b.write(t, mine, part);
    b.rmw(r, w);
    b.fence(t, full);
    const EventNumber last = b.read(t, other);
    b.co(mine, w);
    b.rf(mine, r);
    b.rf(other, last);
  };
  side(0, kX, kY);
  side(1, kY, kX);
  return b.graph();
}

ExecutionGraph sb_with_local_rmw() {
  GraphBuilder b(2);
  const auto side = [&](ThreadId t, LocId mine, LocId other) {
    const TagSet part{Tag::once, Tag::local};
    const EventNumber r = b.read(t, mine, part);
    const EventNumber w = b.write(t, mine, part);
    b.rmw(r, w);
    b.graph().event(r).atomic = b.graph().event(w).atomic = false;
    const EventNumber last = b.read(t, other);
    b.co(mine, w);
    b.rf(mine, r);
    b.rf(other, last);
  };
  side(0, kX, kY);
  side(1, kY, kX);
  return b.graph();
}

ExecutionGraph kernel_like_graph(Random& random, int events) {
  GraphBuilder b(2, 3);
  ExecutionGraph& g = b.graph();
  constexpr Tag kFences[] = {Tag::mb, Tag::rmb,           Tag::wmb,
                             Tag::mb, Tag::before_atomic, Tag::after_atomic};
  while (g.size() < events + 2) {
    const auto t = static_cast<ThreadId>(below(random, 3));
    const auto l = static_cast<LocId>(below(random, 2));
    switch (below(random, 7)) {
      case 0:
        b.fence(t, kFences[below(random, 6)]);
        break;
      case 1: {
        const int order = below(random, 4);
        const EventNumber r = b.read(t, l,
                                     order == 0   ? TagSet{Tag::acquire}
                                     : order == 1 ? TagSet{Tag::once, Tag::noreturn}
                                                  : TagSet{Tag::once});
        const EventNumber w = b.write(t, l, order == 2 ? TagSet{Tag::release} : TagSet{Tag::once});
        b.rmw(r, w);
        b.data(r, w);
        break;
      }
      case 2:
      case 3:
      case 4:
        b.read(t, l, chance(random, 25) ? TagSet{Tag::acquire} : TagSet{Tag::once});
        break;
      default:
        b.write(t, l, chance(random, 25) ? TagSet{Tag::release} : TagSet{Tag::once});
    }
  }
  for (int i = 2; i < g.size(); ++i) {
    const auto e = static_cast<EventNumber>(i);
    for (int k = 2; k < i; ++k) {
      const auto r = static_cast<EventNumber>(k);
      if (g[r].kind != EventKind::read || !g.po_before(r, e) || g[e].kind == EventKind::fence)
        continue;
      if (chance(random, 15)) b.addr(r, e);
      if (chance(random, 15) && g[e].kind == EventKind::write) b.data(r, e);
      if (chance(random, 15)) b.ctrl(r, e);
    }
    if (g[e].kind != EventKind::write) continue;
    EventNumber predecessor = g[e].location;
    for (int k = below(random, g[g.co_last(g[e].location)].co_position + 1); k > 0; --k)
      predecessor = g[predecessor].co_next;
    b.co(predecessor, e);
  }
  for (int i = 2; i < g.size(); ++i) {
    const auto e = static_cast<EventNumber>(i);
    if (g[e].kind != EventKind::read) continue;
    EventNumber w = g[e].location;
    if (g[e].rmw != kNoEvent && chance(random, 80))
      w = g[g[e].rmw].co_prev;
    else
      for (int k = below(random, g[g.co_last(g[e].location)].co_position + 1); k > 0; --k)
        w = g[w].co_next;
    b.rf(w, e);
  }
  return b.graph();
}

}  // namespace ringcheck::tests
