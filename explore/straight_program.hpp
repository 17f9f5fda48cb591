#pragma once
// Programs whose threads, branches aside, issue the same events whatever they read: an execution is
// then a choice for each location.

#include <cstdint>
#include <utility>
#include <vector>

#include "explore/program.hpp"
#include "explore/thread_run.hpp"
#include "graph/execution_graph.hpp"
#include "models/model.hpp"

namespace ringcheck {

/// Number of a part of a thread: events that a cycle of a model can enter and leave only by rf, co
/// and fr. Most threads have one part. Under models that order a thread only by dependencies,
/// annotations, fences and coherence, each access of a thread without any of these is a part of its
/// own.
using Part = std::uint8_t;
inline constexpr int kMostParts = 64;

/// One part comes before another, by rf, co or fr.
using PartEdge = std::pair<Part, Part>;

/// One way in which coherence allows the accesses to a location.
struct LocationChoice {
  std::vector<EventNumber> order;    ///< the writes after the initial one, in coherence order
  std::vector<EventNumber> sources;  ///< what each of LocationAccesses::reads reads from
  std::vector<PartEdge> edges;       ///< between different parts, each once
};

/// What threads do with a location.
struct LocationAccesses {
  LocId location = kNoLocation;
  std::vector<EventNumber> all;  ///< by thread, in program order
  std::vector<EventNumber> reads;
  std::vector<LocationChoice> choices;
};

/// A program with given outcomes of branches. Its threads then run to their ends and issue the same
/// events, with the same addresses and the same stored values, whatever their loads return. It has
/// neither read-modify-writes nor choices. Since every model here is coherent, its executions are
/// those combinations of one choice for each location that the model finds consistent. They are
/// consistent for sure if the edges of the choices put the parts into an order
/// (models/thread_order.hpp, of which parts are the finer version).
struct StraightProgram {
  /// The branches whose outcome depends on what is read. Only choices that agree with them are
  /// listed.
  std::vector<Speculation> branches;
  ExecutionGraph events;  ///< has rf and co only where there is one way
  int parts = 0;
  std::vector<LocationAccesses> locations;  ///< those that some thread accesses
};

/// The straight programs that together have each execution of `program` once: one for each
/// combination of outcomes of branches that some values allow. None if there are no such programs
/// or too many: if an event depends on what is read in another way, a branch depends on several
/// loads, a thread waits for a grace period and has a critical section, there are too many parts or
/// choices, or nothing is known of the model's cycles. Errors: as for explore().
/// Tested by tests/explore/counted_executions_test.cpp.
std::vector<StraightProgram> straight_programs(const Program& program, const Model& model);

/// Makes the accesses to a location as `choice` says; what already is so stays. Appends to `done`
/// what it changed, for undo().
void apply(ExecutionGraph& graph, const LocationAccesses& location, const LocationChoice& choice,
           std::vector<EventNumber>& done);
/// Takes back what apply() appended to `done` from number `from` on.
void undo(ExecutionGraph& graph, std::vector<EventNumber>& done, std::size_t from);

}  // namespace ringcheck
