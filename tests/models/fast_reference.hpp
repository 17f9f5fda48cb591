#pragma once
// SC, x86-TSO and RC11 as their papers write them: relations are matrices of pairs, computed from
// scratch. Slow on purpose; shares no code with models/.

#include <initializer_list>
#include <vector>

#include "graph/execution_graph.hpp"

namespace ringcheck::reference {

/// A relation on the events of one graph. Shape: size × size, row = from-event.
class Relation {
 public:
  explicit Relation(int size) : rows_(static_cast<std::size_t>(size)) {}

  void add(int from, int to) { rows_[static_cast<std::size_t>(from)].set(to); }
  [[nodiscard]] bool has(int from, int to) const {
    return rows_[static_cast<std::size_t>(from)].test(to);
  }
  [[nodiscard]] int size() const { return static_cast<int>(rows_.size()); }

  friend Relation operator|(Relation a, const Relation& b) {
    for (std::size_t e = 0; e < a.rows_.size(); ++e) a.rows_[e] |= b.rows_[e];
    return a;
  }
  friend Relation operator&(Relation a, const Relation& b) {
    for (std::size_t e = 0; e < a.rows_.size(); ++e) a.rows_[e] &= b.rows_[e];
    return a;
  }
  friend Relation operator-(Relation a, const Relation& b) {
    for (std::size_t e = 0; e < a.rows_.size(); ++e) a.rows_[e] -= b.rows_[e];
    return a;
  }
  /// Composition: a ; b.
  friend Relation operator*(const Relation& a, const Relation& b) {
    Relation result(a.size());
    for (std::size_t e = 0; e < a.rows_.size(); ++e)
      for_each(a.rows_[e], [&](int m) { result.rows_[e] |= b.rows_[static_cast<std::size_t>(m)]; });
    return result;
  }
  [[nodiscard]] Relation inverse() const {
    Relation result(size());
    for (int e = 0; e < size(); ++e)
      for_each(rows_[static_cast<std::size_t>(e)], [&](int m) { result.add(m, e); });
    return result;
  }
  [[nodiscard]] Relation plus() const {
    Relation result = *this;
    for (std::size_t m = 0; m < rows_.size(); ++m)
      for (auto& row : result.rows_)
        if (row.test(static_cast<int>(m))) row |= result.rows_[m];
    return result;
  }
  [[nodiscard]] Relation optional() const {
    Relation result = *this;
    for (int e = 0; e < size(); ++e) result.add(e, e);
    return result;
  }
  [[nodiscard]] bool irreflexive() const {
    for (int e = 0; e < size(); ++e)
      if (has(e, e)) return false;
    return true;
  }
  [[nodiscard]] bool acyclic() const { return plus().irreflexive(); }
  [[nodiscard]] bool empty() const {
    for (const auto& row : rows_)
      if (row.any()) return false;
    return true;
  }

 private:
  std::vector<EventSet> rows_;
};

/// The materialised events of a graph, and the relations that every model starts from.
struct Base {
  explicit Base(const ExecutionGraph& its);

  /// The relation of the pairs for which `test(from, to)` holds.
  template <class Test>
  [[nodiscard]] Relation pairs(Test&& test) const {
    Relation result(graph.size());
    for (int a = 0; a < graph.size(); ++a)
      for (int b = 0; b < graph.size(); ++b)
        if (graph[static_cast<EventNumber>(a)].materialised &&
            graph[static_cast<EventNumber>(b)].materialised &&
            test(graph[static_cast<EventNumber>(a)], graph[static_cast<EventNumber>(b)]))
          result.add(a, b);
    return result;
  }
  /// The identity on the events for which `test` holds.
  template <class Test>
  [[nodiscard]] Relation only(Test&& test) const {
    Relation result(graph.size());
    for (int e = 0; e < graph.size(); ++e)
      if (graph[static_cast<EventNumber>(e)].materialised &&
          test(graph[static_cast<EventNumber>(e)]))
        result.add(e, e);
    return result;
  }

  const ExecutionGraph& graph;
  Relation po, po_loc, po_other, rf, co, fr, rmw, external;
};

/// The axioms of each model, on the part of `graph` that is materialised.
bool sc(const ExecutionGraph& graph);
bool tso(const ExecutionGraph& graph);
bool rc11(const ExecutionGraph& graph);
/// rc11 with the release sequences of C++20.
bool rc11_of_programs(const ExecutionGraph& graph);

}  // namespace ringcheck::reference
