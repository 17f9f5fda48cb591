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

constexpr std::array<std::string_view, 2> kNotedWords = {"before-enable", "after-enable"};

struct Settings {
  std::uint64_t starts = 0, pmi = 0, units = 0, most = 0, polls = 0;
  bool noted_late = false;
};
using Aux = AuxParameters<Settings>;

constexpr std::array kParameters = {
    number<&Settings::starts>("starts", "times that the event is started and stopped", 1, 1, 3),
    number<&Settings::pmi>("pmi", "times that the unit's interrupt may come", 1, 0, 3),
    choice<&Settings::noted_late>(
        "noted",
        "when event->hw.config first tells that trace is enabled: before it is (Linux 6.1) or "
        "after",
        kNotedWords),
    Aux::units(4),
    Aux::most(2),
    Aux::polls(1)};

constexpr std::array kVaried = {site::kAuxA, site::kAuxC, site::kAuxD, site::kPtB,
                                site::kPtNmiBeforeStop};

constexpr std::array kMustSee = {&kAuxPublication, &kAuxAccounting, &kOneTransaction};

constexpr std::uint8_t kNmi = 3;

void add_handlers(const std::shared_ptr<PtWorld>& world, const Settings& settings) {
  const PtWorld& w = *world;
  add_handler(*world, "pmi", kNmi, settings.pmi, [&w](CheckedCpu& cpu) {
    auto unit = pt_unit_of(w);
    intel_pt_interrupt(cpu, unit, w.pt);
  });
  world->interrupts.points_a_choice = 16;
}

PerfProgram build(const Settings& settings, const PerfCase& of) {
  const std::uint64_t starts = settings.starts;
  auto world = std::make_shared<PtWorld>();
  AuxShape shape;
  shape.units = settings.units;
  shape.unit_bytes = kPtPageBytes;
  shape.most = settings.most;
  shape.polls = settings.polls;
  shape.sessions = starts + settings.pmi;
  shape.watermark = kPtPageBytes;
  shape.posted = true;
  shape.plan = of.plan;
  shape.defects = of.defects;
  LocationList locations(true);
  lay_out_pt(*world, shape, locations);
  world->pt.noted_late = settings.noted_late;
  add_handlers(world, settings);
  const PtWorld& w = *world;
  return make_aux_program(
      of.name, world, std::move(locations),
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
const Scenario kAuxPt = perf_scenario<Settings>(
    {"aux-pt", "an Intel PT unit, whose interrupt comes while it is started or stopped",
     kParameters, kVaried, BarrierPlan(), kAuxProperties, kMustSee, build});

}  // namespace ringcheck
