#pragma once
// What the explorer's page is told about an execution, as JSON.

#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cli/execution_text.hpp"
#include "explore/program.hpp"
#include "explore/thread_run.hpp"
#include "graph/execution_graph.hpp"
#include "models/model.hpp"

namespace ringcheck {

/// An execution and what is said about it.
struct Explained {
  const Program& program;
  const ExecutionGraph&
      graph;  ///< complete; models that need dependencies are asked if it has them
  const Transcript& transcript;
  const Model& model;                   ///< allows it
  std::string title;                    ///< what is violated, or asked
  std::string message;                  ///< how; may be empty
  std::string setting;                  ///< what it is an execution of
  std::vector<std::string> commands{};  ///< that show it again, one per line
  std::string litmus{};                 ///< the litmus test of it; empty: there is none
  std::string barrier{};                ///< what forbids it when added to that test; empty: nothing
  std::map<std::string, std::string> sites{};  ///< by name: what each ordering point is between
  /// What an observation says, in words; empty text: nothing worth showing. May be empty.
  std::function<std::string(const Observation&)> tell{};
  EventWords words = EventWords::kernel;
};

/// `explained` in the form that the page reads:
///   title, message, setting, model, commands, litmus, barrier;
///   threads: their names;
///   words: {name, value}: locations with their initial values;
///   strips: {name, words, marks}: arrays of words; marks are words that hold positions in bytes;
///   events, in an order of time (execution_text.hpp): name, thread, level, kind (R, W, F), text,
///     word, value, own (only one CPU can see it), site, note, rmw (its other half), addr, data,
///     ctrl (the reads it depends on), from (what a read reads; -1: the initial value), others:
///     {event, value, answer, axiom} (other_reads.hpp);
///   co: the writes of each word in coherence order;
///   cycle: [from, to, relation, kept]: the shortest cycle of program order and communication, and
///     which of its edges the model keeps;
///   models: {name, title, answer (allowed, refused, unasked), axiom, edges [from, to, name]}.
/// Events are numbers in `events`, words numbers in `words`. The same input gives the same text.
nlohmann::ordered_json explorer_data(const Explained& explained);

}  // namespace ringcheck
