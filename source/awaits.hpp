#pragma once
// Which loops of a function may be awaits: loops whose iterations only wait for a value.
//
// An iteration without effect that leaves the thread as it was before is one that the execution
// could have done without: the reads of the next iteration may take its place. So an execution in
// which a loop is repeated after such an iteration *blocks*, and the executions in which a read of
// the first iteration gets the value that ends the loop stand for all.
//
// A run shows whether an iteration had an effect. This file finds beforehand which loops change no
// value at their head, or change it in ways that do not matter:
//   old = load(x); while (!compare_exchange(x, &old, new)) …
// `old` is what the last read of x gave, in the first iteration as in any other, so the read before
// the loop could have given it.
//   done = false; while (!done) { …; done = compare_exchange(…); }
// is a loop whose head only asks whether `done` has changed. The loops that count are those of
// GenMC 0.10, so numbers of executions can be compared. This file also finds stores that do not
// count because every iteration makes them again before anything reads them: node->next = old.

#include <cstdint>
#include <vector>

#include "source/graph_of_blocks.hpp"
#include "source/ir.hpp"

namespace ringcheck::source {

/// How a loop waits.
struct Await {
  /// An iteration without effect is never repeated. If false, it may be, a few times: only a run
  /// shows whether it leaves the thread as it was.
  bool waits = false;
  /// The same where the orders of loads mean nothing, so a compare-exchange that fails may order
  /// less than the load before the loop.
  bool waits_if_loads_are_alike = false;
  /// Phis at the loop's head, by index, that an iteration must leave unchanged.
  std::vector<std::size_t> compared;
  /// By block: from here the loop is sure to be repeated, without an effect on the way. Empty when
  /// no such block is known.
  std::vector<bool> repeats;
};

/// What each loop of `graph` may leave changed, by number of the loop.
std::vector<Await> find_awaits(const Function& function, const GraphOfBlocks& graph);

/// A store that every iteration of a loop makes again before it can be read.
struct RepeatedStore {
  std::uint32_t block = 0;
  std::size_t instruction = 0;
  std::size_t loop = 0;
};

/// An addition that takes back an earlier one of its iteration. After it, the loop is sure to be
/// repeated without an effect: `x += 1; …; x -= 1; continue;`.
struct TakenBack {
  std::uint32_t block = 0;
  std::size_t instruction = 0;  ///< the second of the two
  std::size_t loop = 0;
  /// The first of the two is made before the loop is entered, and again at the end of each
  /// iteration: `while ((x -= 1) < 0) x += 1;`, as a loop that begins in its middle.
  bool from_before = false;
};

/// The additions of this kind, in loops that wait (`awaits`) and in loops that begin in their
/// middle. A run shows whether anything else was done in between.
std::vector<TakenBack> find_additions_taken_back(const Function& function,
                                                 const GraphOfBlocks& graph,
                                                 const std::vector<Await>& awaits);

/// The stores of this kind, each with the innermost loop around it.
std::vector<RepeatedStore> find_repeated_stores(const Function& function,
                                                const GraphOfBlocks& graph);

}  // namespace ringcheck::source
