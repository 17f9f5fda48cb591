#pragma once
// Executions of a straight program, by classes: those that differ only where any choice is
// consistent with any other are not told apart.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "explore/explore.hpp"
#include "explore/straight_program.hpp"

namespace ringcheck {

/// A set of executions of a straight program. Each location has the choice of this number, or, if it
/// is kAnyChoice, all of its choices, in each combination.
using ExecutionClass = std::span<const int>;
inline constexpr int kAnyChoice = -1;

/// How many executions a class has.
std::uint64_t size_of(const StraightProgram& program, ExecutionClass executions);

/// What is called with each class of executions. Returns false to end the search.
using ClassVisitor = std::function<bool(ExecutionClass)>;

/// Visits classes that together have each consistent execution of `program` under `model` once.
/// `go_on` is called now and then, and ends the search when it returns false. Of the counts, the
/// executions are exact if the search was not ended, `nodes` is the number of its states, and
/// `checks` that of questions to the model. Returns nothing, and calls nobody, where classes would
/// save little, or could not be counted.
///
/// The search decides one location after the other. As long as the edges of what is decided put the
/// parts into an order, no question is asked. Let F be the graph of parts with an edge wherever a
/// choice that is open may put one part before another. Whatever is chosen, the parts stay in order
/// if F is a forest, no choice by itself has a cycle, and the edges that are decided have no cycle
/// once each tree of F is taken for one part: a cycle of edges would be one there, or go forth and
/// back along one edge of F, which belongs to one choice. Then all that is open is one class. A ring
/// of n threads, where each reads what the one before it writes, has 2^n executions, and two
/// reads that point in different directions decide that all others are free: 2n classes.
/// Tested by tests/explore/counted_executions_test.cpp against explore().
std::optional<ExploreCounts> count_executions(StraightProgram& program, const Model& model,
                                              const ClassVisitor& visit,
                                              const std::function<bool()>& go_on);

}  // namespace ringcheck
