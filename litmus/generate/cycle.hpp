#pragma once
// Cycles of relaxations, and the tests that show them.

#include <string>
#include <string_view>
#include <vector>

#include "litmus/generate/cycle_language.hpp"
#include "litmus/generate/relaxation.hpp"
#include "litmus/generate/straight_test.hpp"

namespace ringcheck::litmus {

/// A well-formed cycle. It begins with the first edge of a thread. Of the rotations that do, it is
/// the one that diy shows: the first by family, then by text. Marks are written on both edges that
/// meet at an access, or on none.
struct Cycle {
  std::vector<Relaxation> edges;
  friend bool operator==(const Cycle&, const Cycle&) = default;
};

/// The cycle that `edges` make. `option` names their text in messages.
/// Errors: InputError, with the place of an edge, if edges do not fit: one ends in a read and the
/// next begins with a write, marks differ, fewer than two threads, a single edge to another
/// location, no edge within a thread.
Cycle make_cycle(std::vector<Relaxation> edges, const CycleLanguage& language,
                 std::string_view option);

/// When a thread that only reads a location tells the order of its writes.
enum class Observers : std::uint8_t {
  avoid,   ///< never
  accept,  ///< if neither the final state nor another thread tells it
  force,   ///< wherever there are two writes, in the place of the final state
};

/// The test, without a name, whose condition is that the cycle is there. Locations are x, y, z, a,
/// b, … in order of appearance; the writes to each store 1, 2, … in coherence order. Errors:
/// InputError if nothing tells the coherence order of a location.
StraightTest test_of_cycle(const Cycle& cycle, const CycleLanguage& language,
                           std::string_view option, Observers observers = Observers::avoid);

/// The name that diy gives the cycle: the family, then what each thread has between its accesses:
/// MP, MP+fencewmb+addr, LB+ctrls, S+popl+poap.
/// Source: herdtools7, manual, "A note on test names".
std::string name_of_cycle(const Cycle& cycle, const CycleLanguage& language);

/// The first and the last access of each thread, as in names of families: WW+RR.
std::string family_of_cycle(const Cycle& cycle);

}  // namespace ringcheck::litmus
