// Tested by tests/models/thread_order_test.cpp and, against checkers that do without,
// tests/models/incremental_test.cpp.
#include "models/thread_order.hpp"

#include <array>
#include <bit>
#include <boost/container/small_vector.hpp>
#include <cstdint>

#include "models/grace_periods.hpp"

namespace ringcheck {

namespace {

using ThreadMask = std::uint64_t;
constexpr int kMostThreads = 64;  // with more, nothing is said

/// The threads of a graph, and which of them come before which.
class ThreadOrder {
 public:
  ThreadOrder(const ExecutionGraph& graph, const Extension& extension)
      : graph_(graph), extension_(extension) {}

  /// True iff each thread by itself is in order. Collects the edges between threads.
  bool threads_are_in_order() {
    for (int t = 0; t < graph_.threads(); ++t)
      if (!is_in_order(static_cast<ThreadId>(t))) return false;
    return true;
  }

  /// True iff the edges between threads have no cycle.
  [[nodiscard]] bool is_order() const {
    ThreadMask left =
        graph_.threads() == kMostThreads ? ~ThreadMask{0} : (ThreadMask{1} << graph_.threads()) - 1;
    for (ThreadMask before = 0; left != before;) {
      before = left;
      for (ThreadMask rest = left; rest != 0; rest &= rest - 1) {
        const int t = std::countr_zero(rest);
        if ((after_[static_cast<std::size_t>(t)] & left) == 0) left &= ~(ThreadMask{1} << t);
      }
    }
    return left == 0;
  }

 private:
  /// Place of a write in coherence order, on a scale that leaves room between any two.
  [[nodiscard]] int place(EventNumber w) const {
    if (w == extension_.write && extension_.predecessor != kNoEvent)
      return 2 * graph_[extension_.predecessor].co_position + 1;
    return 2 * graph_[w].co_position;
  }

  [[nodiscard]] EventNumber next(EventNumber w) const {
    if (extension_.predecessor == kNoEvent) return graph_[w].co_next;
    if (w == extension_.predecessor) return extension_.write;
    return graph_[w == extension_.write ? extension_.predecessor : w].co_next;
  }

  void add_edge(EventNumber from, EventNumber to) {
    if (to == kNoEvent || graph_.is_init(from)) return;
    const ThreadId a = graph_[from].id.thread;
    const ThreadId b = graph_[to].id.thread;
    if (a != b) after_[a] |= ThreadMask{1} << b;
  }

  bool is_in_order(ThreadId t) {
    boost::container::small_vector<int, 64> reached(static_cast<std::size_t>(graph_.locations()));
    TagSet tags;
    for (int slot = 0; slot < graph_.slots(t); ++slot) {
      const EventNumber e = graph_.at(t, slot);
      if (e == kNoEvent) continue;
      const Event& event = graph_[e];
      if (event.kind == EventKind::fence) {
        tags = tags | event.tags;
        continue;
      }
      const bool asked = e == extension_.read || e == extension_.write;
      if (event.kind == EventKind::choice || !(event.materialised || asked)) continue;
      int& place_reached = reached[event.location];
      if (event.kind == EventKind::write) {
        // A read of the thread may have read what was written just before, but not this.
        if (place(e) <= place_reached) return false;
        place_reached = place(e);
        add_edge(e, next(e));
      } else {
        const EventNumber source = e == extension_.read ? extension_.write : event.rf;
        if (place(source) < place_reached) return false;
        place_reached = place(source);
        add_edge(source, e);
        add_edge(e, next(source));
      }
    }
    return !(tags.has_any(kGracePeriods) && tags.has_any(kSections));
  }

  const ExecutionGraph& graph_;
  const Extension& extension_;
  std::array<ThreadMask, kMostThreads> after_{};
};

}  // namespace

bool ordered_by_thread(const ExecutionGraph& graph, const Extension& extension) {
  if (graph.threads() > kMostThreads) return false;
  ThreadOrder order(graph, extension);
  return order.threads_are_in_order() && order.is_order();
}

}  // namespace ringcheck
