#pragma once
// What remains to compute of a plan on graphs with events of certain kinds.

#include <array>
#include <cstdint>
#include <vector>

#include "models/prepared_plan.hpp"

namespace ringcheck {

/// What is known of the values of PreparedPlan::key_nodes, one bit each; nodes beyond kMost have no
/// bit.
struct Keys {
  static constexpr std::size_t kMost = 128;

  std::array<std::uint64_t, kMost / 64> empty{};
  std::array<std::uint64_t, kMost / 64> full{};  ///< a set of all events

  friend bool operator==(const Keys&, const Keys&) = default;
};

/// How to evaluate a plan's axioms on all graphs on which the same key nodes are empty and full.
///
/// Most of a model's text is about kinds of events that a given program does not have. A node that
/// is empty for want of such events, or equal to one of its operands, has no value of its own: it
/// shows the value of another node. And if rf and co could change a node only through empty nodes,
/// it is computed once for all checks.
struct Schedule {
  Keys keys;
  std::vector<cat::NodeId> source;        ///< by node: the node whose value it shows
  std::vector<cat::NodeId> once;          ///< nodes to compute when the events of a graph change
  std::vector<const Axiom*> once_axioms;  ///< axioms that rf and co do not change
  std::vector<cat::NodeId> each;          ///< nodes to compute for each check, cheapest axiom first
  struct Stage {
    const Axiom* axiom;
    std::size_t end;  ///< `each` up to here is what the test of `axiom` needs
  };
  std::vector<Stage> stages;
};

/// The schedule for graphs with these keys.
Schedule make_schedule(const PreparedPlan& prepared, const Keys& keys);

}  // namespace ringcheck
