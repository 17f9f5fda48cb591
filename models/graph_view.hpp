#pragma once
// What the base names of cat mean on a graph, as bit rows.

#include <optional>
#include <span>
#include <vector>

#include "graph/execution_graph.hpp"
#include "models/trail.hpp"
#include "models/vocabulary/vocabulary.hpp"

namespace ringcheck {

/// What changed in a view when its graph was extended: rows of its relations, by event.
template <int W>
struct ViewChanges {
  using Row = BitRow<W>;

  Row events;  ///< events that are new, or about which more is known
  Row po;
  Row thread;  ///< of thread_mask
  Row loc;     ///< events whose location has new events
  Row addr, data, ctrl;
  Row rf, co, fr;
  bool gaps = false;  ///< what differences and complements may keep has changed
};

/// Which way the rows of relations are read. Row e of a backward relation holds the events that are
/// related to e. There an event that comes last in its thread changes its own row and few others.
enum class Direction : std::uint8_t { forward, backward };

/// Events, program order, rf and co of the graph that was loaded last, of up to `room` events.
/// An event that is issued but not materialised is a member of its sets, of po and of dependencies,
/// and has neither rf nor co.
template <int W>
class GraphView {
 public:
  using Row = BitRow<W>;

  GraphView(std::span<const NamedSet> sets, Direction direction, int room);

  /// Locations whose final value the question is about: only these have a final write. Nothing:
  /// all.
  std::optional<LocationSet> asked;

  /// Reads `loaded`. Returns false iff its events are those of the graph loaded before, and just as
  /// open: then only rf and co may differ.
  bool load(const ExecutionGraph& loaded);

  /// Reads rf and co of `next`, for contained() and extend().
  void look_at(const ExecutionGraph& next);
  /// True iff the graph looked at has at least the events, rf and co of this view. A quick test:
  /// extend() finds the other differences.
  [[nodiscard]] bool contained();
  /// Goes on from the graph of this view to the one looked at, and tells what changed. Returns
  /// false when that graph is no extension of this one; the caller must then rewind the changes.
  /// Pre: contained().
  bool extend(Trail<W>& trail, ViewChanges<W>& changes);

  /// Makes this the view of the empty graph, to be extended to the one looked at.
  void forget() {
    clear(*next_graph_);
    differing_ = Row::prefix(next_graph_->size());
  }

  /// A state of the view to go back to, together with a mark of the trail given to extend().
  struct Mark {
    const ExecutionGraph* graph = nullptr;
    int size = 0;
    std::size_t facts = 0;
  };
  [[nodiscard]] Mark mark() const { return {graph, size, kept_facts_.size()}; }
  void rewind(const Mark& mark);

  // One more edge of rf, or one more write in co. Pre: `graph` is as it was when it was read.
  void resolve_read(EventNumber r, EventNumber w, Trail<W>& trail, ViewChanges<W>& changes);
  void place_write(EventNumber w, EventNumber predecessor, Trail<W>& trail,
                   ViewChanges<W>& changes);

  const ExecutionGraph* graph = nullptr;
  int size = 0;

  // Sets. `visible` are all but choices.
  Row visible, reads, writes, fences, initial, rmw_events, final_writes;
  std::vector<Row> named;             ///< by index into the named sets
  std::vector<Row> named_on_success;  ///< the same, if all undecided operations succeed

  // By event; each but thread_mask read in the direction of the view.
  std::vector<Row> po;  ///< pieces of one instruction only as read and write of one location
  std::vector<Row> thread_mask;  ///< its thread; empty for initial writes
  std::vector<Row> addr, data, ctrl;
  std::vector<Row> rf, co, fr;

  std::vector<Row> location_mask;  ///< by location: its accesses, and fences that have it

  Row undecided;  ///< reads of operations that may fail, and may yet succeed
  Row gaps;       ///< these, and events whose address or write is still open
  /// By event: what is po-after it (backward: po-before) with a gap in between, ends included.
  std::vector<Row> gap_from;

 private:
  /// What is still to be learnt about an event: nothing; its address or the write of its operation;
  /// or also its tags.
  enum class Openness : std::uint8_t { closed, gap, undecided };
  static Openness openness_of(const Event& event);

  /// The facts about one event that decide everything but rf, co and fr.
  struct Facts {
    EventId id;
    EventKind kind = EventKind::fence;
    bool atomic = false;
    Openness openness = Openness::closed;
    std::uint16_t instruction = kWholeAccess;
    LocId location = kNoLocation;
    EventNumber rmw = kNoEvent;
    TagSet tags;
    TagSet other_tags;
    Row addr, data, ctrl;  ///< sources of its dependencies
  };
  struct Membership {
    EventKind kind;
    TagSet tags;
    bool initial;
    std::uint64_t sets;
  };
  /// rf, co and fr of a graph.
  struct Execution {
    std::vector<Row> rf, co, fr;
    std::vector<Row> readers;  ///< by write
    Row final_writes;
  };

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  [[nodiscard]] bool has_events_of(const ExecutionGraph& other) const;
  [[nodiscard]] static Facts facts_of(const ExecutionGraph& from, int e);
  [[nodiscard]] bool is_as_known(const ExecutionGraph& next, int e) const;
  void clear(const ExecutionGraph& for_graph);
  void add_facts(int e, const Facts& now, Trail<W>& trail, ViewChanges<W>& changes);
  void add_to_sets(int e, const Facts& now, Trail<W>& trail);
  void add_dependencies(Trail<W>& trail, ViewChanges<W>& changes);
  void order_thread(ThreadId t, Trail<W>& trail, ViewChanges<W>& changes);
  [[nodiscard]] Row unordered_pieces(const Event& piece) const;
  void take_execution(Trail<W>& trail, ViewChanges<W>& changes);
  [[nodiscard]] std::uint64_t memberships(int e, const Facts& facts, TagSet tags);

  void put(Row& row, const Row& value, int e, Trail<W>& trail, Row& changed) {
    if (trail.put(row, value)) changed.set(e);
  }
  void add(Row& row, int member, int e, Trail<W>& trail, Row& changed) {
    Row more = row;
    more.set(member);
    put(row, more, e, trail, changed);
  }

  std::span<const NamedSet> sets_;
  Direction direction_;
  int room_;  ///< events that there is room for
  std::vector<Facts> facts_;
  struct KeptFacts {
    int event;
    Facts facts;
  };
  std::vector<KeptFacts> kept_facts_;  // what extend() has overwritten
  Execution next_;                     // of the graph looked at
  Row differing_;                      // events whose rows of next_ may differ from those here
  const ExecutionGraph* next_graph_ = nullptr;
  Trail<W> no_trail_;  // scratch of load()
  bool loaded_ = false;
  int locations_ = 0;
  bool tracked_ = false;
  bool pieces_ = false;  ///< there may be accesses of several pieces
  std::vector<Membership> memberships_;
};

extern template class GraphView<1>;
extern template class GraphView<2>;
extern template class GraphView<4>;
extern template class GraphView<kGrowing>;

}  // namespace ringcheck
