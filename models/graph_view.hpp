#pragma once
// What the base names of cat mean on a graph, as bit rows.

#include <span>
#include <vector>

#include "graph/execution_graph.hpp"
#include "models/vocabulary/vocabulary.hpp"

namespace ringcheck {

/// Events, program order, rf and co of the graph that was loaded last, of up to 64 * W events.
/// An event that is issued but not materialised is a member of its sets, of po and of dependencies,
/// and has neither rf nor co.
template <int W>
class GraphView {
 public:
  using Row = BitRow<W>;

  explicit GraphView(std::span<const NamedSet> sets);

  /// Locations whose final value is part of what is asked: only these have a final write.
  using Locations = BitRow<kMaxLocations / 64>;
  Locations asked = Locations::prefix(kMaxLocations);

  /// Returns false iff the graph's events are those of the graph that was loaded before, and as
  /// open: then only rf and co may differ.
  bool load(const ExecutionGraph& loaded);

  const ExecutionGraph* graph = nullptr;
  int size = 0;

  // Sets. `visible` are all but choices.
  Row visible, reads, writes, fences, initial, rmw_events, final_writes;
  std::vector<Row> named;             ///< by index into the named sets
  std::vector<Row> named_on_success;  ///< the same, if all that is undecided succeeds

  // By event.
  std::vector<Row> po;           ///< what is po-after it
  std::vector<Row> thread_mask;  ///< its thread; empty for initial writes
  std::vector<Row> rf, co, fr;

  std::vector<Row> location_mask;  ///< by location: its accesses, and fences that have it

  Row undecided;              ///< reads of operations that may fail, and may yet succeed
  Row gaps;                   ///< these, and events whose address, or whose write, is still open
  std::vector<Row> gap_from;  ///< by event: itself and what is po-after, from the first gap on

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  bool remember();
  void load_events();
  void add_to_sets(std::vector<Row>& rows, int e, TagSet tags);
  void load_execution();
  [[nodiscard]] std::uint64_t memberships(const Event& event, TagSet tags);

  /// Whether more will be known of an event than is: nothing; its address or the write of its
  /// operation; or also its tags.
  enum class Openness : std::uint8_t { closed, gap, undecided };
  static Openness openness_of(const Event& event);

  /// What everything but rf, co and fr depends on, of one event.
  struct Facts {
    EventId id;
    EventKind kind = EventKind::fence;
    bool atomic = false;
    Openness openness = Openness::closed;
    LocId location = kNoLocation;
    EventNumber rmw = kNoEvent;
    TagSet tags;
    TagSet other_tags;
    Dependencies dependencies;
  };
  struct Membership {
    EventKind kind;
    TagSet tags;
    bool initial;
    std::uint64_t sets;
  };

  std::span<const NamedSet> sets_;
  std::vector<Facts> facts_;  // of the graph that was loaded last
  int remembered_ = -1;       // its size, -1: none
  int locations_ = 0;
  bool tracked_ = false;
  std::vector<Membership> memberships_;
};

extern template class GraphView<1>;
extern template class GraphView<2>;
extern template class GraphView<4>;

}  // namespace ringcheck
