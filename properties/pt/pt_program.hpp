#pragma once
// The parts of programs around an Intel PT unit: the unit as an engine whose stores are posted,
// with its regions, markers and registers.

#include <memory>
#include <optional>
#include <utility>

#include "properties/aux/aux_world.hpp"
#include "protocol/pt/pt_pmu.hpp"

namespace ringcheck {

/// An AUX area, and the PT unit that writes to it.
struct PtWorld : AuxWorld {
  PtUnit pt;
};

/// Lays out `world` as `shape` says, with a region of a page for each unit of trace.
void lay_out_pt(PtWorld& world, const AuxShape& shape, LocationList& locations);

/// Where the unit goes on, as a page of the area, and how many pages it may fill: up to the end of
/// the region that has a STOP marker.
std::pair<Word, Word> pt_programmed(CheckedCpu& cpu, const PtWorld& world);

/// Stores the registers of a unit that made `units` pages since the last store.
void pt_report(CheckedCpu& cpu, const PtWorld& world, const Word& units);

/// The unit as its driver sees it.
inline auto pt_unit_of(const PtWorld& world) {
  const auto program = [&world](CheckedCpu& cpu) {
    return std::optional(pt_programmed(cpu, world));
  };
  const auto tell = [&world](CheckedCpu& cpu, const Word& units) { pt_report(cpu, world, units); };
  return EngineUnit<decltype(program), decltype(tell)>{world.engine, program, tell};
}

}  // namespace ringcheck
