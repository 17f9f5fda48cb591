#pragma once
// An execution for people to read: columns of events, what each load saw, and why the model allows
// it.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "explore/program.hpp"
#include "explore/thread_run.hpp"
#include "graph/execution_graph.hpp"
#include "models/model.hpp"

namespace ringcheck {

/// Which events of an execution are shown, and what they are called.
///
/// Events on locations that only one CPU touches are its bookkeeping: no other CPU can see them, so
/// they are left out. Fences are kept; compiler barriers and initial writes are not shown.
struct ShownEvents {
  std::vector<EventNumber>
      order;  ///< in an order that respects po, and rf and co where that is possible
  std::vector<std::string>
      label;  ///< by event number: "a1", "b2", …; "init" for initial writes; "" when not shown
  int hidden = 0;  ///< events left out
};

/// What made an event.
struct MadeBy {
  std::string site{};      ///< what the place in the text is called; empty: nothing
  std::string function{};  ///< which has the place in it; empty: not known
};

/// Whose words fences and the orders of accesses are shown in.
enum class EventWords : std::uint8_t {
  kernel,  ///< of the Linux kernel: `F wmb`, `R[once]`
  c11,     ///< of C11: `fence release`, `R[rlx]`
};

/// How an execution is shown.
struct ExecutionStyle {
  bool own = false;  ///< also what a CPU shares only with its interrupts
  /// Every event, also what only one CPU can see, and barriers that order the compiler only.
  bool all_events = false;
  bool levels = false;    ///< a column for each interrupt level, not only for each CPU
  std::size_t width = 0;  ///< columns of the terminal; 0: lines may be of any length
  /// What made an event. May be empty.
  std::function<MadeBy(EventId)> made_by{};
  /// What an observation says, in words; empty text: nothing. If empty, no observation is shown.
  std::function<std::string(const Observation&)> tell{};
  EventWords words = EventWords::kernel;
};

/// Chooses and names what is shown of `graph`, a complete graph of `program`.
ShownEvents shown_events(const Program& program, const ExecutionGraph& graph,
                         const ExecutionStyle& style = {});

/// The same with every event but choices and compiler barriers, also what only one CPU touches.
ShownEvents every_event(const Program& program, const ExecutionGraph& graph);

/// What the code says after event `e` and before its thread's next event, in the words of `tell`.
std::vector<std::string> notes_after(const ExecutionGraph& graph, const Transcript& transcript,
                                     EventNumber e,
                                     const std::function<std::string(const Observation&)>& tell);

/// One line per shown event, in columns (execution_columns.hpp), indented by interrupt level unless
/// each level has a column: label, what it does, what a read saw, and in brackets the name of its
/// site and the function that made it. Then the coherence order of each location that several
/// writes hit, and the final contents of memory.
std::string execution_table(const Program& program, const ExecutionGraph& graph,
                            const Transcript& transcript, const ExecutionStyle& style = {});

/// Why `model` allows `graph`: the shortest cycle of po and communication, edge by edge, and which
/// of its po edges the model keeps; or that a plain interleaving shows the execution. Events are
/// named as in the table of this style.
std::string why_allowed(const Program& program, const ExecutionGraph& graph, const Model& model,
                        const ExecutionStyle& style = {});

/// A value: by name if it has one, as an address does ("&x"); small numbers in decimal, others in
/// hexadecimal.
std::string describe_value(const Program& program, std::uint64_t value);

/// What event `e` does: "R data_head = 16", "W data[0] = 0x100000001", "F mb"; in C11's words
/// "R[acq] head = 16", "fence seq_cst".
std::string describe_event(const Program& program, const ExecutionGraph& graph, EventNumber e,
                           EventWords words = EventWords::kernel);

}  // namespace ringcheck
