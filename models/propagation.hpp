#pragma once
// Brings values of a plan up to date after a change, row by row.

#include <vector>

#include "models/steps.hpp"
#include "models/trail.hpp"
#include "models/values.hpp"

namespace ringcheck {

/// Propagates changes from operands to results. It knows which rows of each value changed last, and
/// recomputes only the rows of a result that these can change. Values only grow when a graph does.
/// If one shrinks, shrank() tells, and the caller must rewind what was propagated.
///
/// The idea is semi-naive evaluation (F. Bancilhon, R. Ramakrishnan, SIGMOD 1986), with rows in
/// place of new tuples.
template <int W>
class Propagation {
 public:
  using Row = BitRow<W>;

  Propagation(Values<W>& values, Trail<W>& trail);

  /// Takes the changes of the view as those to propagate. Set those of sets with set_changed().
  void begin(const ViewChanges<W>& changes);
  /// The same if only rf and co changed. Pre: clear() was called since events changed.
  void begin_execution(const ViewChanges<W>& changes);
  /// Forgets which rows changed: of everything, or only of what rf and co do not change, which is
  /// enough when these are the steps that were run.
  void clear();
  void clear(const Steps& steps);

  /// Recomputes the value of a step. Pre: its operands are up to date.
  void run(const Steps& steps, const Step& step);
  /// Computes all of the value of a step, without the trail.
  void compute(const Step& step);
  /// Computes all of the value of a step, and takes all of it as changed.
  void run_whole(const Step& step);
  /// Takes all rows of `n` as changed.
  void change_all(cat::NodeId n) {
    changed_[index(n)] = everything();
    changed_besides_.push_back(n);
  }
  /// Gives set `n` a value.
  void change_set(cat::NodeId n, const Row& value);

  void add_to_set(cat::NodeId n, int member) {
    Row& set = values_.set_of(n);
    trail_.keep(set);
    set.set(member);
    changed_[index(n)].set(member);
    changed_besides_.push_back(n);
  }

  /// The rows of `n`, or members if it is a set, that changed. Pre: the value of `n` is its own.
  [[nodiscard]] const Row& changed(cat::NodeId n) const { return changed_[index(n)]; }
  [[nodiscard]] bool shrank() const { return shrank_; }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  static std::size_t index(cat::Op op) { return static_cast<std::size_t>(op); }
  [[nodiscard]] Row everything() const { return Row::prefix(values_.size()); }
  void put(Row* rows, int e, const Row& value, Row& changed) {
    Row& row = rows[e];
    if (same(row, value)) return;
    if (!row.subset_of(value)) shrank_ = true;
    trail_.keep(row);
    row = value;
    changed.set(e);
  }
  void select(const Step& step, const Row& in_a, const Row& in_b, Row& changed);
  void sequence(const Step& step, Row* out, Row& changed);
  void inverse(const Step& step, Row* out, Row& changed);
  void plus(const Step& step, Row* out, Row& changed);
  void recompute(cat::NodeId n, Row& changed);
  void group(const Steps& steps, int number);
  void group_by_rounds(const Steps& steps, const GroupSteps& group);
  void group_anew(int number);

  Values<W>& values_;
  Trail<W>& trail_;
  std::vector<Row> changed_;                  // by node
  std::vector<cat::NodeId> changed_besides_;  // sets, and nodes taken as changed
  Row events_;                                // those about which more is known
  Row loc_;
  bool gaps_ = false;
  bool news_ = false;  // there are events_, or gaps_
  bool shrank_ = false;
  std::vector<std::size_t> leaves_;  // by op: the node whose value the view holds
  std::vector<Row> scratch_;
  std::vector<Row> kept_;  // values and changes before the rounds of a group
};

extern template class Propagation<1>;
extern template class Propagation<2>;
extern template class Propagation<4>;
extern template class Propagation<kGrowing>;

}  // namespace ringcheck
