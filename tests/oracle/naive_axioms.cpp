// Each axiom asks "is there an edge from a to b?" for every pair of events, and searches for a
// cycle by removing events without incoming edges until none is left. Tested by
// tests/explore/oracle_test.cpp on the textbook tests, and against the models' own text.
#include "tests/oracle/naive_axioms.hpp"

#include <algorithm>
#include <vector>

namespace ringcheck::oracle {

namespace {

bool reads(const Event& e) {
  return e.kind == EventKind::read;
}
bool writes(const Event& e) {
  return e.kind == EventKind::write;
}
bool accesses(const Event& e) {
  return reads(e) || writes(e);
}

/// Graph with questions about its materialised events.
class View {
 public:
  explicit View(const ExecutionGraph& graph) : g_(graph) {
    for (int e = 0; e < g_.size(); ++e)
      if (g_[static_cast<EventNumber>(e)].materialised)
        events_.push_back(static_cast<EventNumber>(e));
  }

  [[nodiscard]] const Event& operator[](EventNumber e) const { return g_[e]; }
  [[nodiscard]] const ExecutionGraph& graph() const { return g_; }

  /// Pieces of one instruction have no order, except the read and the write of one location.
  [[nodiscard]] bool po(EventNumber a, EventNumber b) const {
    if (are_of_one_instruction(g_[a], g_[b]) && g_[b].rmw != a) return false;
    return g_.po_before(a, b);
  }
  /// True iff `edge` leads from a piece of `a`'s access to one of `b`'s.
  template <class Edge>
  [[nodiscard]] bool of_accesses(EventNumber a, EventNumber b, Edge&& edge) const {
    const auto is_piece = [&](EventNumber x, EventNumber of) {
      return x == of || are_of_one_access(g_[x], g_[of]);
    };
    return std::any_of(events_.begin(), events_.end(), [&](EventNumber x) {
      return is_piece(x, a) && std::any_of(events_.begin(), events_.end(), [&](EventNumber y) {
               return is_piece(y, b) && edge(x, y);
             });
    });
  }
  [[nodiscard]] bool rf(EventNumber a, EventNumber b) const {
    return reads(g_[b]) && g_[b].rf == a;
  }
  [[nodiscard]] bool co(EventNumber a, EventNumber b) const {
    if (!writes(g_[a]) || !writes(g_[b]) || g_[a].location != g_[b].location || a == b)
      return false;
    for (EventNumber w = g_[a].co_next; w != kNoEvent; w = g_[w].co_next)
      if (w == b) return true;
    return false;
  }
  [[nodiscard]] bool fr(EventNumber a, EventNumber b) const {
    return reads(g_[a]) && co(g_[a].rf, b);
  }
  [[nodiscard]] bool same_location(EventNumber a, EventNumber b) const {
    return accesses(g_[a]) && accesses(g_[b]) && g_[a].location == g_[b].location;
  }
  [[nodiscard]] bool same_thread(EventNumber a, EventNumber b) const {
    return g_[a].id.thread == g_[b].id.thread && !g_.is_init(a) && !g_.is_init(b);
  }
  /// Some event x with po(a, x), po(x, b) and `which(x)`.
  template <class Which>
  [[nodiscard]] bool between(EventNumber a, EventNumber b, Which&& which) const {
    return std::any_of(events_.begin(), events_.end(),
                       [&](EventNumber x) { return po(a, x) && po(x, b) && which(x); });
  }

  /// True iff `edge` has no cycle.
  template <class Edge>
  [[nodiscard]] bool acyclic(Edge&& edge) const {
    std::vector<EventNumber> rest = events_;
    for (;;) {
      const auto has_source = [&](EventNumber b) {
        return std::any_of(rest.begin(), rest.end(), [&](EventNumber a) { return edge(a, b); });
      };
      std::vector<EventNumber> kept;
      std::copy_if(rest.begin(), rest.end(), std::back_inserter(kept), has_source);
      if (kept.empty()) return true;
      if (kept.size() == rest.size()) return false;
      rest = std::move(kept);
    }
  }

  /// empty(rmw & (fre ; coe)), for operations that are atomic against every CPU.
  [[nodiscard]] bool atomic() const {
    for (const EventNumber w : events_) {
      const Event& write = g_[w];
      if (!writes(write) || !write.atomic || write.rmw == kNoEvent || !g_[write.rmw].materialised)
        continue;
      for (const EventNumber x : events_)
        if (fr(write.rmw, x) && !same_thread(write.rmw, x) && co(x, w) && !same_thread(x, w))
          return false;
    }
    return true;
  }

  [[nodiscard]] bool coherent() const {
    return acyclic([this](EventNumber a, EventNumber b) {
      return rf(a, b) || co(a, b) || fr(a, b) || (po(a, b) && same_location(a, b));
    });
  }

 private:
  const ExecutionGraph& g_;
  std::vector<EventNumber> events_;
};

bool locked(const Event& e) {
  return accesses(e) && e.atomic && e.rmw != kNoEvent;
}

bool is_mfence(const Event& e) {
  return e.kind == EventKind::fence && e.tags.has(Tag::mb) && !e.tags.has(Tag::of_full_rmw);
}

}  // namespace

bool naive_sc(const ExecutionGraph& graph) {
  const View g(graph);
  const auto seen = [&](EventNumber a, EventNumber b) {
    return g.rf(a, b) || g.co(a, b) || g.fr(a, b);
  };
  return g.atomic() && g.acyclic([&](EventNumber a, EventNumber b) {
    return (g.po(a, b) && accesses(g[a]) && accesses(g[b])) || g.of_accesses(a, b, seen);
  });
}

bool naive_tso(const ExecutionGraph& graph) {
  const View g(graph);
  const auto ordered_by_program = [&](EventNumber a, EventNumber b) {
    if (!g.po(a, b) || !accesses(g[a]) || !accesses(g[b])) return false;
    if (!(writes(g[a]) && reads(g[b]))) return true;
    if (locked(g[a]) || locked(g[b])) return true;
    return g.between(a, b, [&](EventNumber x) { return is_mfence(g[x]); });
  };
  const auto seen = [&](EventNumber a, EventNumber b) {
    return (g.rf(a, b) && !g.same_thread(a, b)) || g.co(a, b) || g.fr(a, b);
  };
  return g.coherent() && g.atomic() && g.acyclic([&](EventNumber a, EventNumber b) {
    return ordered_by_program(a, b) || g.of_accesses(a, b, seen);
  });
}

bool naive_coherent(const ExecutionGraph& graph) {
  const View g(graph);
  const auto hard = [&](EventNumber a, EventNumber b) {
    const Dependencies& d = graph.dependencies(b);
    return g.rf(a, b) || d.address.test(a) || d.data.test(a) || d.control.test(a) ||
           (writes(g[b]) && g[b].rmw == a);
  };
  return g.coherent() && g.atomic() && g.acyclic(hard);
}

}  // namespace ringcheck::oracle
