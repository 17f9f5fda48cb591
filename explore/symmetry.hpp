#pragma once
// Symmetric threads: of executions that differ only in which of them did what, one is explored.

#include <cstdint>
#include <vector>

#include "explore/program.hpp"
#include "graph/execution_graph.hpp"
#include "models/checker.hpp"

namespace ringcheck {

/// The symmetric threads of a program, and the order of them that exploration keeps.
///
/// Threads of a class have the same code, so exchanging them turns a consistent execution into a
/// consistent execution: no model knows threads by name. Write what a thread did as a sequence,
/// with an element for each of its accesses and choices in program order: for a write, its place in
/// coherence order; for a read, the place of the write that it reads from; for a choice, the value.
/// Exchanging threads exchanges their sequences and changes none, since places in coherence order
/// have no names either. So every execution can be rearranged to one in which the sequences of each
/// class are in lexicographic order, by thread number: at least one of those that differ in nothing
/// else is explored. There is no second one: threads with equal sequences have no writes (no two
/// writes have one place) and read the same, so exchanging them changes nothing.
///
/// As the graph grows, the order of two placed writes to a location does not change. So two
/// sequences that differ at some place before which both are complete are in their final order. A
/// state in which that order is wrong stands for no execution that is looked for. Tested by
/// tests/explore/symmetry_test.cpp against exploring all.
class Symmetry {
 public:
  /// `program` outlives this. Errors: InputError for a thread in two classes, or threads of a class
  /// that differ in what they may write.
  explicit Symmetry(const Program& program);

  /// False iff no completion of `graph` has its symmetric threads in order.
  [[nodiscard]] bool may_be_in_order(const ExecutionGraph& graph) const {
    return program_.symmetric.empty() || in_order(graph);
  }
  /// How many executions, itself included, differ from the finished execution `graph` only in which
  /// symmetric thread did what. Pre: its threads are in order.
  [[nodiscard]] std::uint64_t copies(const ExecutionGraph& graph) const;

 private:
  [[nodiscard]] bool in_order(const ExecutionGraph& graph) const;

  const Program& program_;
};

/// The executions that `graph`, an execution of `program`, stands for: itself, and those that
/// differ from it only in which symmetric thread did what. Each arrangement of the threads gives
/// one; several may be equal.
std::vector<ExecutionGraph> arrangements(const Program& program, const ExecutionGraph& graph,
                                         Dependence dependence);

}  // namespace ringcheck
