#pragma once
// Programs whose threads issue the same events whatever they read, but for their branches: an
// execution is then a choice for each location.

#include <cstdint>
#include <utility>
#include <vector>

#include "explore/program.hpp"
#include "explore/thread_run.hpp"
#include "graph/execution_graph.hpp"
#include "models/model.hpp"

namespace ringcheck {

/// Number of a part of a thread: events that a cycle of a model can enter and leave by rf, co and
/// fr alone. Most threads have one part. Under models whose only order in a thread is by
/// dependencies, annotations, fences and coherence, each access of a thread that has none of these
/// is a part of its own.
using Part = std::uint8_t;
inline constexpr int kMostParts = 64;

/// Which part comes before which, as rf, co and fr say.
using PartEdge = std::pair<Part, Part>;

/// One way in which the accesses to a location may come that coherence allows.
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

/// A program in which the outcomes of branches are given, and whose threads then run to their ends and issue the same
/// events, with the same addresses and the same stored values, whatever their loads return. It has
/// neither read-modify-writes nor choices. Its executions are those combinations of one choice for
/// each location that the model finds consistent, since every model here is coherent. They are
/// consistent for sure if the edges of the choices put the parts into an order
/// (models/thread_order.hpp, of which parts are the finer version).
struct StraightProgram {
  /// The branches whose outcome hangs on what is read. Choices are only those that agree.
  std::vector<Speculation> branches;
  ExecutionGraph events;  ///< rf and co are there only where there is one way
  int parts = 0;
  std::vector<LocationAccesses> locations;  ///< those that some thread accesses
};

/// The straight programs that together have each execution of `program` once, one for each
/// combination of outcomes of branches that some values allow. None if there are no such programs or
/// too many: if an event hangs on what is read in another way, a branch hangs on several loads, a
/// thread waits for a grace period and has a critical section, there are too many parts or choices,
/// or nothing is known of the model's cycles. Errors: as for explore().
/// Tested by tests/explore/counted_executions_test.cpp.
std::vector<StraightProgram> straight_programs(const Program& program, const Model& model);

/// Lets the accesses to a location be as `choice` says; what was so before stays. Appends to `done`
/// what was changed, for undo().
void apply(ExecutionGraph& graph, const LocationAccesses& location, const LocationChoice& choice,
           std::vector<EventNumber>& done);
/// Takes back what apply() appended to `done` from number `from` on.
void undo(ExecutionGraph& graph, std::vector<EventNumber>& done, std::size_t from);

}  // namespace ringcheck
