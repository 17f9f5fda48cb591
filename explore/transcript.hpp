#pragma once
// What a thread's code says about what it does.

#include <array>
#include <cstdint>
#include <vector>

#include "graph/event.hpp"

namespace ringcheck {

/// Something that the code under test says about what it did, for properties and printing:
/// `kind` and the numbers mean what the program's author defines.
struct Observation {
  ThreadId thread = 0;
  std::uint8_t level = 0;  ///< interrupt nesting level
  std::uint16_t slot = 0;  ///< number of event slots used before it: its place in program order
  std::uint32_t kind = 0;
  std::array<std::uint64_t, 4> numbers{};
};

/// The name that the code gives to the events of an ordering point or access, for printing.
struct SiteName {
  EventId event;
  const char* name = "";
};

/// Collects what a run over a complete graph says. Not filled while exploring.
struct Transcript {
  std::vector<Observation> observations;
  std::vector<SiteName> sites;
  /// True iff it also asks what code says of its state (ThreadRun::declare_state).
  bool asks_for_states = false;
};

}  // namespace ringcheck
