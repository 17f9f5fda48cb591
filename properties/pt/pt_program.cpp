// Programs around an Intel PT unit.
// Tested by tests/properties/aux/aux_explored_test.cpp.
#include "properties/pt/pt_program.hpp"

namespace ringcheck {

void lay_out_pt(PtWorld& world, const AuxShape& shape, LocationList& locations) {
  lay_out(world, shape, locations);
  PtUnit& pt = world.pt;
  pt.topa = make_topa(std::vector<std::uint64_t>(shape.units, 0), true);
  pt.at = PtCells::at(locations.add_private("pt", PtCells::kCount + shape.units));
  locations.set_initial(pt.at.stop_pos, kNoPage);
  locations.set_initial(pt.at.intr_pos, kNoPage);
  world.engine.told = locations.add_private("told", 1);
  pt.aux = world.aux;
  pt.handle = world.handle;
}

std::pair<Word, Word> pt_programmed(CheckedCpu& cpu, const PtWorld& w) {
  const std::uint64_t region = pt_current_region(cpu, w.pt);
  const std::uint64_t regions = w.pt.topa.orders.size();
  std::uint64_t pages = 1;
  while (pages < w.shape.most && cpu.branch((cpu.load(w.pt.entry((region + pages - 1) % regions)) &
                                             Word(kPtStop)) == Word(0)))
    ++pages;
  return {Word(region * kPtPageBytes), pages};
}

void pt_report(CheckedCpu& cpu, const PtWorld& w, const Word& units) {
  const std::uint64_t regions = w.pt.topa.orders.size();
  std::uint64_t region = pt_current_region(cpu, w.pt);
  std::uint64_t offset = 0;
  for (std::uint64_t i = 0; i < w.shape.most && cpu.branch(Word(i) < units); ++i) {
    // At the end of a region with a STOP marker the unit stays there.
    if (!cpu.branch((cpu.load(w.pt.entry(region)) & Word(kPtStop)) == Word(0))) {
      offset = kPtPageBytes;
      cpu.write_once(w.pt.at.status, kPtStopped);
      break;
    }
    region = (region + 1) % regions;
  }
  const TopaPlace<CheckedCpu> place = topa_place<CheckedCpu>(w.pt.topa, region);
  cpu.write_once(w.pt.at.base, place.table);
  cpu.write_once(w.pt.at.mask, place.index);
  cpu.write_once(w.pt.at.offset, offset);
}

}  // namespace ringcheck
