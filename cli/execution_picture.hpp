#pragma once
// What a picture of an execution shows, before anything is drawn: columns, rows and arrows.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/execution_text.hpp"
#include "explore/program.hpp"
#include "explore/thread_run.hpp"
#include "graph/cycle.hpp"
#include "graph/execution_graph.hpp"

namespace ringcheck {

/// What an arrow of a picture says.
enum class Relation : std::uint8_t { po, rf, co, fr, rmw, addr, data, ctrl };

/// The field's name of a relation: "po", "rf", …
std::string_view name_of(Relation relation);

/// An arrow between two events.
struct Arrow {
  EventNumber from = kNoEvent;
  EventNumber to = kNoEvent;
  Relation relation = Relation::po;
  friend bool operator==(const Arrow&, const Arrow&) = default;
};

/// The arrows of `graph` between events for which `shown` is true: po and co, between shown
/// neighbours; fr, to the next shown write; rf; rmw; and addr, data and ctrl (to writes) where the
/// graph has dependencies. In a fixed order.
std::vector<Arrow> arrows_of(const ExecutionGraph& graph, const std::vector<bool>& shown);

/// A box of a picture.
struct Box {
  EventNumber event = kNoEvent;  ///< kNoEvent: the box is for events that are left out
  std::string name;              ///< "a1", "i0"; unique in the picture
  std::string text;              ///< what is written in it
  int column = 0;                ///< number of its thread; -1: initial writes
  int row = 0;                   ///< time goes down
  int level = 0;                 ///< interrupt level
};

/// What is drawn of an execution.
struct ExecutionPicture {
  std::vector<std::string> columns;  ///< names of the threads
  std::vector<Box> boxes;            ///< column by column, each downward
  std::vector<Arrow> arrows;
  std::vector<Edge> cycle;  ///< the arrows to stand out; some may not be among `arrows`
  std::size_t folded = 0;   ///< events that boxes of left-out events stand for
};

/// What is wanted of a picture.
struct PictureOptions {
  const Transcript* transcript = nullptr;  ///< names of sites; null: none
  bool all = false;  ///< also what only one CPU touches, see shown_events; always where only one is
  std::vector<EventNumber> named{};  ///< events that the picture is about
  std::size_t limit =
      60;  ///< most events; of more, those nearest to the cycle and `named` are kept
  EventWords words = EventWords::kernel;
};

/// Chooses what is drawn of `graph`, a complete graph of `program`. The cycle is the shortest one
/// of program order and communication; it is empty if an interleaving shows the execution.
ExecutionPicture picture_of(const Program& program, const ExecutionGraph& graph,
                            const PictureOptions& options = {});

}  // namespace ringcheck
