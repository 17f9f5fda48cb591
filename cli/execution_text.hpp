#pragma once
// An execution as a person reads it: columns of events, what each load saw, and why the model
// allows it.

#include <string>
#include <vector>

#include "explore/program.hpp"
#include "explore/thread_run.hpp"
#include "graph/execution_graph.hpp"
#include "models/model.hpp"

namespace ringcheck {

/// Which events of an execution are shown, and how they are called.
///
/// Events on locations that only one CPU touches are its bookkeeping: no other CPU can tell them
/// apart, and they are left out. Fences are kept; compiler barriers and initial writes are not
/// events to look at.
struct ShownEvents {
  std::vector<EventNumber>
      order;  ///< in an order that respects po, and rf and co where that is possible
  std::vector<std::string>
      label;  ///< by event number: "a1", "b2", …; "init" for initial writes; "" when not shown
  int hidden = 0;  ///< events left out
};

/// Chooses and names what is shown of `graph`, a complete graph of `program`. `own`: also what a
/// CPU shares with its interrupts alone.
ShownEvents shown_events(const Program& program, const ExecutionGraph& graph, bool own = false);

/// The same with every event but choices and compiler barriers, also what only one CPU touches.
ShownEvents every_event(const Program& program, const ExecutionGraph& graph);

/// One line a shown event in one column a CPU, indented by interrupt level: label, what it does,
/// what a read saw, and the name of its site. Then the coherence order of each location that
/// several writes hit, and the final contents of memory. `own` as for shown_events.
std::string execution_table(const Program& program, const ExecutionGraph& graph,
                            const Transcript& transcript, bool own = false);

/// Why `model` allows `graph`: the shortest cycle of po and communication, edge by edge, and which
/// of its po edges the model keeps; or that a plain interleaving shows the execution.
std::string why_allowed(const Program& program, const ExecutionGraph& graph, const Model& model);

/// A value: small numbers in decimal, others in hexadecimal, addresses by name ("&x").
std::string describe_value(const Program& program, std::uint64_t value);

/// What event `e` does: "R data_head = 16", "W data[0] = 0x100000001", "F mb".
std::string describe_event(const Program& program, const ExecutionGraph& graph, EventNumber e);

}  // namespace ringcheck
