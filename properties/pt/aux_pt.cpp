// aux-pt: an Intel PT unit that posts its stores, and its interrupt in the middle of start and
// stop. Tested by tests/properties/aux/aux_explored_test.cpp.
#include "properties/aux/aux_parameters.hpp"
#include "properties/aux/invariants.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/pt/pt_program.hpp"
#include "protocol/aux/sites.hpp"
#include "protocol/perf_tool/sites.hpp"
#include "protocol/pt/sites.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kNotedWords = {"before-enable", "behind-enable"};

constexpr std::array kParameters = {
    Parameter{"starts", "times that the event is started and stopped", 1, 1, 3, false, {}},
    Parameter{"pmi", "times that the unit's interrupt may come", 1, 0, 3, false, {}},
    Parameter{
        "noted",
        "when event->hw.config first tells that trace is enabled: before it is (Linux 6.1) or "
        "behind",
        0, 0, 1, false, kNotedWords},
    aux_parameter::units(4),
    aux_parameter::most(2),
    aux_parameter::polls(1)};

constexpr std::array kVaried = {site::kAuxA, site::kAuxC, site::kAuxD, site::kPtB,
                                site::kPtNmiBeforeStop};

constexpr std::array kMustSee = {&kAuxPublication, &kAuxAccounting, &kOneTransaction};

constexpr std::uint8_t kNmi = 3;

void add_handlers(const std::shared_ptr<PtWorld>& world, const Parameters& parameters) {
  const PtWorld& w = *world;
  add_handler(*world, "pmi", kNmi, parameters["pmi"], [&w](CheckedCpu& cpu) {
    auto unit = pt_unit_of(w);
    intel_pt_interrupt(cpu, unit, w.pt);
  });
  world->interrupts.points_a_choice = 16;
}

PerfProgram build(const Parameters& parameters, const BarrierPlan& plan, DefectSet defects) {
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
  lay_out_pt(*world, shape, locations);
  world->pt.noted_late = parameters["noted"] == 1;
  add_handlers(world, parameters);
  const PtWorld& w = *world;
  return make_aux_program(
      "aux-pt", world, std::move(locations),
      [&w, starts](CheckedCpu& cpu) {
        auto unit = pt_unit_of(w);
        for (std::uint64_t i = 0; i < starts; ++i) {
          pt_event_start(cpu, unit, w.pt, w.event());
          pt_event_stop(cpu, unit, w.pt, w.event());
        }
      },
      [&w](CheckedCpu& cpu) { read_trace(cpu, w); }, written_by_reader(w));
}

}  // namespace

extern const Scenario kAuxPt;
const Scenario kAuxPt = perf_scenario(
    {"aux-pt", "an Intel PT unit, whose interrupt comes while it is started or stopped",
     kParameters, kVaried, BarrierPlan(), kAuxProperties, kMustSee, build});

}  // namespace ringcheck
