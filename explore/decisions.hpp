#pragma once
// What tells one execution of a program from all others, and the way back from that to the graph.

#include <cstdint>
#include <vector>

#include "explore/program.hpp"
#include "graph/execution_graph.hpp"
#include "models/checker.hpp"

namespace ringcheck {

/// The decisions that make an execution: what each read reads from, the coherence order of each
/// location, and the value of each choice. With the program, they determine the graph.
struct Decisions {
  struct ReadsFrom {
    EventId read, write;
    friend bool operator==(const ReadsFrom&, const ReadsFrom&) = default;
  };
  struct Chosen {
    EventId choice;
    std::uint64_t value = 0;
    friend bool operator==(const Chosen&, const Chosen&) = default;
  };
  std::vector<ReadsFrom> rf;             ///< ordered by read
  std::vector<std::vector<EventId>> co;  ///< a list a location, the initial write left out
  std::vector<Chosen> choices;           ///< ordered by choice
  friend bool operator==(const Decisions&, const Decisions&) = default;
};

/// The decisions of `graph`. Pre: every event of it is materialised, except an access that a fault
/// stopped.
Decisions decisions_of(const ExecutionGraph& graph);

/// Runs `program` along `decisions` and returns the graph that they lead to.
/// Asks no model: the caller does, if it wants to know whether the execution is consistent.
/// Errors: InputError when the decisions do not fit the program: an event that the program does not
/// have, or a read, write or choice that they leave open.
ExecutionGraph rebuild(const Program& program, const Decisions& decisions, Dependence dependence);

}  // namespace ringcheck
