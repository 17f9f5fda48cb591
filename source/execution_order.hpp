#pragma once
// What is ordered before what in a finished execution, for errors that are a lack of order.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "graph/execution_graph.hpp"
#include "models/model.hpp"

namespace ringcheck::source {

/// The order that a model gives to the events of one execution: happens-before under rc11, the
/// order in which accesses take effect under the others, program order included.
class ExecutionOrder {
 public:
  ExecutionOrder(const Model& model, const ExecutionGraph& graph);

  /// True iff `a` is ordered before `b`.
  [[nodiscard]] bool before(EventNumber a, EventNumber b) const {
    return ((rows_[a * words_ + b / 64] >> (b % 64)) & 1U) != 0;
  }
  /// True iff an event of thread `t` before its slot `slot`, possibly `from` itself, is ordered
  /// after `from`.
  [[nodiscard]] bool before_slot(EventNumber from, ThreadId t, int slot) const;
  /// True iff an event at or after slot `slot` of thread `t`, or `to` itself, is ordered before
  /// `to`.
  [[nodiscard]] bool after_slot(ThreadId t, int slot, EventNumber to) const;

 private:
  void add(EventNumber a, EventNumber b) {
    rows_[a * words_ + b / 64] |= std::uint64_t{1} << (b % 64);
  }
  void add_program_order(bool stores_pass_loads);
  void add_communication(bool internal);
  void add_synchronisation(bool own_stores_continue);
  void synchronise(EventNumber write, EventNumber read, bool own_stores_continue);
  [[nodiscard]] std::vector<std::size_t> sorted() const;
  void close();
  /// Calls `visit(b)` for each `b` that row `a` holds. Pre: `visit` does not change the row.
  template <class Visit>
  void for_each_step(std::size_t a, Visit&& visit) const {
    for (std::size_t w = 0; w < words_; ++w)
      for (std::uint64_t rest = rows_[a * words_ + w]; rest != 0; rest &= rest - 1)
        visit(64 * w + static_cast<std::size_t>(std::countr_zero(rest)));
  }

  const ExecutionGraph& graph_;
  std::size_t words_;
  std::vector<std::uint64_t> rows_;  ///< row a holds what a is ordered before
};

/// A pair of accesses that race under rc11: nothing orders them, one writes, one is not atomic.
/// The first such pair in the order of events; kNoEvent twice: there is none.
std::pair<EventNumber, EventNumber> find_race(const ExecutionGraph& graph,
                                              const ExecutionOrder& order);

}  // namespace ringcheck::source
