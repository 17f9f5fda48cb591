#pragma once
// The value of each node of a plan on one execution graph.

#include <vector>

#include "models/graph_view.hpp"
#include "models/language/plan.hpp"
#include "models/relation_ops.hpp"

namespace ringcheck {

/// Whether events may be added to the graphs that are loaded, or unknowns of their events filled
/// in.
enum class Growth : std::uint8_t {
  may_grow,  ///< a value holds nothing that growth could take away (monotone.hpp)
  final,     ///< values are what the text says of the graph as it stands
};

/// Values of plan nodes for graphs of up to `room` events.
///
/// `load` reads a graph; `compute` then fills in one node from its operands.
template <int W>
class Values {
 public:
  using Row = BitRow<W>;

  Values(const cat::Plan& plan, Growth growth, int room);
  Values(const Values&) = delete;
  Values& operator=(const Values&) = delete;

  /// Reads the graph: events, program order, rf and co. Returns false iff its events are those of
  /// the graph loaded before: then static values computed earlier are still right.
  bool load(const ExecutionGraph& graph);
  /// Limits FW to the final writes of these locations (null: of all), from the next load() on.
  void ask_final(const LocationSet* asked) {
    if (asked == nullptr)
      view_.asked.reset();
    else
      view_.asked = *asked;
  }
  /// Computes `n`. Pre: its operands are computed.
  void compute(cat::NodeId n);

  /// Computes sets that are made of sets, operands first. They hold no event that may leave them
  /// once it is decided whether an operation succeeds.
  /// Pre: show_own() is in force.
  void compute_sets(const std::vector<cat::NodeId>& nodes);

  /// Computes the unknowns of a `let rec`, from nothing. Pre: what it uses from outside is
  /// computed.
  void fixpoint(int group);

  [[nodiscard]] int size() const { return view_.size; }
  // The value of a node itself, whatever it shows.
  [[nodiscard]] Row* rows_of(cat::NodeId n) { return base_[index(n)]; }
  [[nodiscard]] const Row* rows_of(cat::NodeId n) const { return base_[index(n)]; }
  [[nodiscard]] Row& set_of(cat::NodeId n) { return sets_[index(n)]; }
  [[nodiscard]] const Row& set_of(cat::NodeId n) const { return sets_[index(n)]; }
  // What it shows.
  [[nodiscard]] Row* rows(cat::NodeId n) { return rows_of((*source_)[index(n)]); }
  [[nodiscard]] const Row* rows(cat::NodeId n) const { return rows_of((*source_)[index(n)]); }
  [[nodiscard]] Row& set(cat::NodeId n) { return sets_[index((*source_)[index(n)])]; }
  [[nodiscard]] const Row& set(cat::NodeId n) const { return sets_[index((*source_)[index(n)])]; }
  [[nodiscard]] bool is_set(cat::NodeId n) const {
    return plan_.nodes[index(n)].type == cat::Type::set;
  }
  [[nodiscard]] const Row& universe() const { return view_.visible; }
  /// True iff the value of `n` has no member.
  [[nodiscard]] bool none(cat::NodeId n) const {
    return is_set(n) ? set(n).none() : !any_edge<W>(view_.size, rows(n));
  }

  /// Makes each node show the value of the node that `sources` gives; until then it shows its own.
  /// Pre: `sources` lives as long as it is used.
  void show(const std::vector<cat::NodeId>& sources) { source_ = &sources; }
  void show_own() { source_ = &own_source_; }

  /// The row of a leaf relation that is computed from the view alone: identity, loc, ext or rmw.
  [[nodiscard]] Row leaf_row(cat::Op op, int e) const;
  /// A row of a difference, or of a set (`from` < 0), without pairs that may yet be removed.
  /// `removed`: how stable the right side is.
  [[nodiscard]] Row without_gaps(cat::Stability removed, Row row, int from) const;

  [[nodiscard]] const cat::Plan& plan() const { return plan_; }
  [[nodiscard]] Growth growth() const { return growth_; }
  [[nodiscard]] GraphView<W>& view() { return view_; }
  [[nodiscard]] const GraphView<W>& view() const { return view_; }
  /// Events that there is room for.
  [[nodiscard]] int room() const { return static_cast<int>(room_); }
  /// Makes all values empty. Pre: no graph since the last time had more than `events` events.
  void clear(int events);

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  void compute_set(const cat::Node& node, Row& out);
  void compute_relation(const cat::Node& node, Row* out);
  void nested_pairs(const Row& opening, const Row& closing, Row* out) const;
  [[nodiscard]] Row* rows_of_view(cat::Op op);
  void compute_selection(const cat::Node& node, Row* out);
  void compute_leaf(const cat::Node& node, Row* out);

  const cat::Plan& plan_;
  Growth growth_;
  std::size_t room_;
  bool both_outcomes_ = false;  // compute_sets is at work: undecided operations need no care
  bool on_success_ = false;     // named sets are taken as if all undecided operations succeeded
  GraphView<W> view_;

  std::vector<Row> arena_;  // rows of the relations
  std::vector<Row*> base_;  // of each relation node: its rows
  std::vector<Row> sets_;
  std::vector<std::vector<std::vector<cat::NodeId>>> steps_;  // by group: steps_of
  std::vector<Row> first_sets_;                               // scratch of compute_sets
  std::vector<cat::NodeId> own_source_;
  const std::vector<cat::NodeId>* source_ = &own_source_;
};

extern template class Values<1>;
extern template class Values<2>;
extern template class Values<4>;
extern template class Values<kGrowing>;

}  // namespace ringcheck
