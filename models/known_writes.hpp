#pragma once
// The latest write to each location that a thread has come across, and the latest that it knows of.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "graph/bit_row.hpp"
#include "graph/execution_graph.hpp"
#include "graph/room.hpp"

namespace ringcheck {

/// True iff a thread that has performed `e` knows of what the writer of its value did before.
inline bool synchronises(const ExecutionGraph& graph, const Event& e) {
  return e.kind == EventKind::read && e.materialised && e.tags.has(Tag::acquire) &&
         graph[e.rf].tags.has(Tag::release) && graph[e.rf].id.thread != e.id.thread;
}

/// Which reads tell a thread of what the writer of their value did before.
enum class MessagePassing : std::uint8_t {
  by_release,  ///< acquire reads of release writes: under every model here
  /// Also others, with a fence before the write and one after the read: under every model here.
  by_fences,
  always,  ///< every read of another thread's write: under sc and x86-tso
};

/// True iff fence `f` orders all that comes before it with every write after it, under each model
/// that has it.
inline bool releases(const Event& f) {
  return f.tags.has(Tag::mb) || f.tags.has_all({Tag::order_rw, Tag::order_ww});
}

/// True iff fence `f` orders reads before it with all that comes after it, under each model that
/// has it. An isync or ISB does so for the reads that it depends on.
inline bool acquires(const Event& f) {
  return f.tags.has(Tag::mb) || f.tags.has_all({Tag::order_rr, Tag::order_rw});
}

/// Keeps, along an exploration that commits events po-last in their thread and after what they read
/// from, the write below which each thread may no longer read or write, under any model here. The
/// thread has read from that write or made it (coherence), or knows of it through acquire reads
/// that read from release writes (message passing), or, with MessagePassing::always, through any
/// read. Says nothing about large programs.
/// Tested by tests/models/followed_order_test.cpp.
class KnownWrites {
 public:
  KnownWrites() = default;
  KnownWrites(const KnownWrites& other) { *this = other; }
  KnownWrites& operator=(const KnownWrites& other) {
    if (this == &other) return *this;
    locations_ = other.locations_;
    threads_ = other.threads_;
    views_ = other.views_;
    messages_ = other.messages_;
    releases_ = other.releases_;
    fenced_ = other.fenced_;
    if (messages_ == MessagePassing::by_fences) acquired_.copy(other.acquired_, threads_);
    latest_.copy(other.latest_, used());
    release_.copy(other.release_, releases_);
    return *this;
  }
  ~KnownWrites() = default;

  void start(const ExecutionGraph& graph, MessagePassing messages = MessagePassing::by_release) {
    messages_ = messages;
    locations_ = static_cast<std::size_t>(graph.locations());
    threads_ = static_cast<std::size_t>(graph.threads());
    releases_ = 0;
    views_ = 2 * threads_;
    if (views_ * locations_ > kMost) locations_ = 0;
    fenced_.clear();
    acquired_.need(threads_);
    std::fill_n(acquired_.data(), threads_, std::uint16_t{0});
    latest_.need(used());
    for (std::size_t i = 0; i < used(); ++i) latest_[i] = static_cast<EventNumber>(i % locations_);
  }

  /// True if the thread of access `e` has come across, or knows of, a write after `w` in coherence
  /// order.
  [[nodiscard]] bool has_passed(const ExecutionGraph& graph, EventNumber e, EventNumber w) const {
    if (locations_ == 0) return false;
    const Event& access = graph[e];
    const int place = graph[w].co_position;
    return place < graph[latest_[met(access.id.thread) + access.location]].co_position ||
           place < graph[latest_[known(access.id.thread) + access.location]].co_position;
  }

  /// False for a program that is too large: then it says nothing.
  [[nodiscard]] bool says_something() const { return locations_ != 0; }
  /// The place in coherence order below which thread `t` may no longer read or write `l`.
  [[nodiscard]] int least_place(const ExecutionGraph& graph, ThreadId t, LocId l) const {
    if (locations_ == 0) return 0;
    return std::max(graph[latest_[met(t) + l]].co_position,
                    graph[latest_[known(t) + l]].co_position);
  }

  /// The same for a thread that learns what `t` knows now.
  [[nodiscard]] int least_place_passed_on(const ExecutionGraph& graph, ThreadId t, LocId l) const {
    return locations_ == 0 ? 0 : graph[latest_[known(t) + l]].co_position;
  }
  /// The same for a thread that has read from `w`. Pre: messages pass always, this one does, or `w`
  /// writes to `l`.
  [[nodiscard]] int least_place_told(const ExecutionGraph& graph, EventNumber w, LocId l) const {
    if (graph[w].location == l) return graph[w].co_position;
    const EventNumber* const view = view_at(w);
    return view == nullptr ? 0 : graph[view[l]].co_position;
  }
  [[nodiscard]] bool pass_always() const { return messages_ == MessagePassing::always; }

  void commit(const ExecutionGraph& graph, EventNumber e) {
    const Event& event = graph[e];
    if (locations_ == 0) return;
    if (event.kind == EventKind::fence) return commit_fence(graph, e);
    if (event.location == kNoLocation) return;
    const ThreadId t = event.id.thread;
    if (event.kind == EventKind::read) {
      latest_[met(t) + event.location] = event.rf;
      if (pass_always() ? graph[event.rf].id.thread != t : learns_at_once(graph, event))
        learn(graph, t, event.rf);
    } else if (event.kind == EventKind::write) {
      if (event.tags.has(Tag::release) || passes_more(event)) note_release(t, e);
      fenced_.reset(t);
      if (locations_ == 0) return;
      latest_[met(t) + event.location] = e;
      raise(graph, latest_[known(t) + event.location], e);
    }
  }

 private:
  static constexpr std::size_t kMost = 4096;  ///< numbers kept: what is copied with each state

  /// Where the views of a thread begin: of what its accesses met, and of what it knows.
  [[nodiscard]] std::size_t met(ThreadId t) const { return t * locations_; }
  [[nodiscard]] std::size_t known(ThreadId t) const { return (threads_ + t) * locations_; }
  [[nodiscard]] std::size_t used() const { return views_ * locations_; }

  /// True iff `write`, which is no release, passes on what its thread knows. A thread that reads
  /// from a write that is not noted learns less.
  [[nodiscard]] bool passes_more(const Event& write) const {
    const bool fenced = fenced_.test(write.id.thread) && !write.tags.empty();
    return (pass_always() || fenced) && 2 * (views_ + 1) * locations_ <= kMost;
  }

  /// True iff from read `e` on its thread knows of what the writer of its value did before.
  [[nodiscard]] bool learns_at_once(const ExecutionGraph& graph, const Event& e) const {
    return synchronises(graph, e) ||
           (messages_ == MessagePassing::by_fences && e.tags.has(Tag::acquire) &&
            may_pass_messages(graph, e) && view_at(e.rf) != nullptr);
  }

  /// True iff a fence after read `e` may let its thread know of that. Fences order plain accesses
  /// and atomic operations that return no value less.
  [[nodiscard]] static bool may_pass_messages(const ExecutionGraph& graph, const Event& e) {
    return e.kind == EventKind::read && e.materialised && !e.tags.empty() &&
           !e.tags.has(Tag::noreturn) && !graph[e.rf].tags.empty() &&
           graph[e.rf].id.thread != e.id.thread;
  }

  /// What the thread of write `w` knew before it; null: that is not noted.
  [[nodiscard]] const EventNumber* view_at(EventNumber w) const {
    const EventNumber* const end = release_.data() + releases_;
    const EventNumber* const found = std::find(release_.data(), end, w);
    if (found == end) return nullptr;
    const auto number = static_cast<std::size_t>(found - release_.data());
    return latest_.data() + (2 * threads_ + number) * locations_;
  }

  /// True iff `fence` comes before the read of a fully ordered read-modify-write. Where its write is
  /// a release instead, as on Armv8, this orders nothing before the read.
  [[nodiscard]] static bool is_before_full_rmw(const ExecutionGraph& graph, const Event& fence) {
    const EventNumber next = graph.at(fence.id.thread, fence.id.index + 1);
    return fence.tags.has(Tag::of_full_rmw) && next != kNoEvent &&
           graph[next].kind == EventKind::read;
  }

  void commit_fence(const ExecutionGraph& graph, EventNumber e) {
    if (messages_ != MessagePassing::by_fences) return;
    const Event& fence = graph[e];
    const ThreadId t = fence.id.thread;
    const auto pass_messages_of = [&](EventNumber r) {
      if (r != kNoEvent && may_pass_messages(graph, graph[r])) learn(graph, t, graph[r].rf);
    };
    if (acquires(fence) && !is_before_full_rmw(graph, fence)) {
      for (int slot = acquired_[t]; slot < fence.id.index; ++slot)
        pass_messages_of(graph.at(t, slot));
      acquired_[t] = fence.id.index;
    } else if (fence.tags.has(Tag::context_sync) && graph.tracks_dependencies()) {
      for_each(EventSet(graph.dependencies(e).control),
               [&](int r) { pass_messages_of(static_cast<EventNumber>(r)); });
    }
    if (releases(fence)) fenced_.set(t);
  }

  /// Thread `t` learns from write `w`; a fence before this access does not pass that on.
  void learn(const ExecutionGraph& graph, ThreadId t, EventNumber w) {
    fenced_.reset(t);
    join(graph, t, w);
  }

  static void raise(const ExecutionGraph& graph, EventNumber& to, EventNumber w) {
    if (graph[w].co_position > graph[to].co_position) to = w;
  }

  /// Keeps what thread `t` knows before release `w`, for threads that read from `w`.
  void note_release(ThreadId t, EventNumber w) {
    if ((views_ + 1) * locations_ > kMost) {
      locations_ = 0;
      return;
    }
    const std::size_t view = used();
    ++views_;
    latest_.need(used());
    std::copy_n(latest_.data() + known(t), locations_, latest_.data() + view);
    release_.need(releases_ + 1);
    release_[releases_++] = w;
  }

  void join(const ExecutionGraph& graph, ThreadId t, EventNumber w) {
    EventNumber* const to = latest_.data() + known(t);
    if (const EventNumber* const from = view_at(w); from != nullptr)
      for (std::size_t l = 0; l < locations_; ++l) raise(graph, to[l], from[l]);
    raise(graph, to[graph[w].location], w);
  }

  std::size_t locations_ = 0;  ///< 0: the program is too large
  std::size_t threads_ = 0;
  std::size_t views_ = 0;     ///< two a thread, one a release
  std::size_t releases_ = 0;  ///< committed, and noted
  MessagePassing messages_ = MessagePassing::by_release;
  /// by_fences: threads that have learned and written nothing since a fence that releases.
  BitRow<4> fenced_;
  /// by_fences, by thread: the slot of its last fence that acquires.
  Room<std::uint16_t> acquired_;
  Room<EventNumber> latest_;  ///< by view and location: a write in coherence order
  Room<EventNumber> release_;
};

}  // namespace ringcheck
