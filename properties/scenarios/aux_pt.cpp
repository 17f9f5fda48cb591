// aux-pt: an Intel PT unit that posts its stores, and its interrupt in the middle of start and
// stop. Tested by tests/properties/aux_explored_test.cpp.
#include "properties/invariants/invariants.hpp"
#include "properties/scenarios/aux_parameters.hpp"
#include "properties/scenarios/aux_world.hpp"
#include "properties/scenarios/scenarios.hpp"
#include "protocol/aux/pt_pmu.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kGateWords = {"before-start", "behind-start"};

constexpr std::array kParameters = {
    Parameter{"starts", "times that the event is started and stopped", 1, 1, 3, false, {}},
    Parameter{"pmi", "times that the unit's interrupt may come", 1, 0, 3, false, {}},
    Parameter{"gate", "when the interrupt is let in: before the unit starts (Linux 6.1) or behind",
              0, 0, 1, false, kGateWords},
    aux_parameter::units(4),
    aux_parameter::most(2),
    aux_parameter::polls(1)};

constexpr std::array kVaried = {Site::aux_a, Site::aux_c, Site::aux_d, Site::pt_b,
                                Site::pt_nmi_before_stop};

constexpr std::array kMustSee = {&kAuxPublication, &kAuxAccounting, &kOneTransaction};

constexpr std::uint8_t kNmi = 3;

struct PtWorld : AuxWorld {
  PtUnit pt;
};

/// Where the unit goes on, as a page of the area, and how many pages it may fill: up to the end of
/// the region that has a STOP marker.
std::pair<Word, Word> programmed(CheckedCpu& cpu, const PtWorld& w) {
  const std::uint64_t region = pt_current_region(cpu, w.pt);
  const std::uint64_t regions = w.pt.topa.orders.size();
  std::uint64_t pages = 1;
  while (pages < w.shape.most && cpu.branch((cpu.load(w.pt.entry((region + pages - 1) % regions)) &
                                             Word(kPtStop)) == Word(0)))
    ++pages;
  return {Word(region * kPtPageBytes), pages};
}

/// The registers of a unit that made `units` pages since they were written.
void report(CheckedCpu& cpu, const PtWorld& w, const Word& units) {
  const std::uint64_t regions = w.pt.topa.orders.size();
  std::uint64_t region = pt_current_region(cpu, w.pt);
  std::uint64_t offset = 0;
  for (std::uint64_t i = 0; i < w.shape.most && cpu.branch(Word(i) < units); ++i) {
    // At the end of a region with a STOP marker the unit stays.
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

auto unit_of(const PtWorld& w) {
  const auto program = [&w](CheckedCpu& cpu) { return std::optional(programmed(cpu, w)); };
  const auto tell = [&w](CheckedCpu& cpu, const Word& units) { report(cpu, w, units); };
  return EngineUnit<decltype(program), decltype(tell)>{w.engine, program, tell};
}

void add_handlers(const std::shared_ptr<PtWorld>& world, const Parameters& parameters) {
  const PtWorld& w = *world;
  add_handler(*world, "pmi", kNmi, parameters["pmi"], [&w](CheckedCpu& cpu) {
    auto unit = unit_of(w);
    intel_pt_interrupt(cpu, unit, w.pt);
  });
  world->interrupts.points_a_choice = 16;
}

ScenarioProgram build(const Parameters& parameters, const BarrierPlan& plan, Defects defects) {
  const std::uint64_t starts = parameters["starts"];
  auto world = std::make_shared<PtWorld>();
  AuxShape shape;
  shape.units = parameters["units"];
  shape.unit_bytes = kPtPageBytes;
  shape.most = parameters["most"];
  shape.polls = parameters["polls"];
  shape.sessions = starts + parameters["pmi"];
  shape.watermark = kPtPageBytes;
  shape.posted = true;
  shape.plan = plan;
  shape.defects = defects;
  LocationList locations(true);
  lay_out(*world, shape, locations);
  PtUnit& pt = world->pt;
  pt.topa = make_topa(std::vector<std::uint64_t>(shape.units, 0), true);
  pt.at = PtCells::at(locations.add_private("pt", PtCells::kCount + shape.units));
  locations.set_initial(pt.at.stop_pos, kNoPage);
  locations.set_initial(pt.at.intr_pos, kNoPage);
  world->engine.told = locations.add_private("told", 1);
  pt.aux = world->aux;
  pt.handle = world->handle;
  pt.gate_behind_start = parameters["gate"] == 1;
  add_handlers(world, parameters);
  const PtWorld& w = *world;
  return make_aux_program(
      "aux-pt", world, std::move(locations),
      [&w, starts](CheckedCpu& cpu) {
        auto unit = unit_of(w);
        for (std::uint64_t i = 0; i < starts; ++i) {
          pt_event_start(cpu, unit, w.pt, w.event());
          pt_event_stop(cpu, unit, w.pt, w.event());
        }
      },
      [&w](CheckedCpu& cpu) { read_trace(cpu, w); }, written_by_reader(w));
}

}  // namespace

const Scenario kAuxPt = {
    "aux-pt",      "an Intel PT unit, whose interrupt comes while it is started or stopped",
    kParameters,   kVaried,
    BarrierPlan(), kAuxProperties,
    kMustSee,      true,
    build};

}  // namespace ringcheck
