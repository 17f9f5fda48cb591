// aux-etr-direct: a TMC-ETR writes to the AUX area itself; its driver lets the reader see what the
// ETR wrote, and publishes. Tested by tests/properties/aux/aux_explored_test.cpp.
#include "properties/aux/aux_parameters.hpp"
#include "properties/aux/aux_world.hpp"
#include "properties/aux/invariants.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/tmc/invariants.hpp"
#include "protocol/aux/sites.hpp"
#include "protocol/perf_tool/sites.hpp"
#include "protocol/tmc/etr_direct.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kDmaWords = {"non-coherent", "coherent"};

struct Settings {
  std::uint64_t transactions = 0, units = 0, most = 0, polls = 0;
  bool coherent = false;
  ControlExtent control = ControlExtent::ever;
};
using Aux = AuxParameters<Settings>;

// The first transaction goes around the end of the area, and the second has the room that the reader
// left.
constexpr std::array kParameters = {
    Aux::transactions(2),
    Aux::units(4),
    Aux::most(3),
    Aux::polls(2),
    choice<&Settings::coherent>("dma", "whether the reader sees the area before it is synced",
                                kDmaWords),
    Aux::control(ControlExtent::ever)};

constexpr std::array kVaried = {site::kAuxA, site::kAuxC, site::kAuxD, site::kEtrDirectB};
constexpr std::array kJudged = {&kAuxPublication, &kAuxNoClobber, &kAuxAccounting, &kOneTransaction,
                                &kSyncCoverage};
constexpr std::array kMustSee = {&kAuxPublication, &kAuxNoClobber, &kAuxAccounting,
                                 &kOneTransaction};

constexpr std::uint64_t kFrameBytes = 16;

struct EtrDirectWorld : AuxWorld {
  std::vector<EtrDirect> etrs;  ///< one ETR, with memory of its own for each session
};

void trace_once(CheckedCpu& cpu, const EtrDirectWorld& w, std::uint64_t session) {
  const EtrDirect& etr = w.etrs[session];
  if (!cpu.branch(perf_aux_output_begin(cpu, w.aux, w.handle, w.event()))) return;
  EngineUnit unit{w.engine,
                  [&](CheckedCpu& c) {
                    etr_direct_program(c, etr, w.aux, w.handle);
                    const Word room = c.read_once(etr.at.limit) / Word(kFrameBytes);
                    return std::optional(std::pair<Word, Word>(
                        c.read_once(etr.at.from), min_of(c, room, Word(w.shape.most))));
                  },
                  [&](CheckedCpu& c, const Word& units) {
                    const Word bytes = units * Word(kFrameBytes);
                    const Word write = c.read_once(etr.at.from) + bytes;
                    c.write_once(etr.at.write, write % Word(etr.size()));
                    const bool full = c.branch(c.read_once(etr.at.limit) == bytes);
                    c.write_once(etr.at.full, full ? 1 : 0);
                  }};
  choose_session(cpu, w.engine, session);
  unit.start(cpu);
  etr_direct_end(cpu, unit, etr, w.aux, w.handle);
}

PerfProgram build(const Settings& settings, const PerfCase& of) {
  const std::uint64_t transactions = settings.transactions;
  auto world = std::make_shared<EtrDirectWorld>();
  AuxShape shape;
  shape.units = settings.units;
  shape.most = settings.most;
  shape.polls = settings.polls;
  shape.unit_bytes = kFrameBytes;
  shape.start = (shape.units - 1) * kFrameBytes;
  shape.sessions = transactions;
  // The device writes to other memory than the reader sees.
  shape.bounce = settings.coherent ? 0 : settings.units;
  shape.control = settings.control;
  shape.plan = of.plan;
  shape.defects = of.defects;
  LocationList locations;
  lay_out(*world, shape, locations);
  EtrDirect etr;
  etr.at = EtrDirectCells::at(locations.add("etr.", EtrDirectCells::kNames));
  etr.data.defects = of.defects;
  etr.data.view = world->aux.area;
  for (std::uint64_t s = 0; s < transactions; ++s) {
    etr.data.memory = world->engine.memory_of(s);
    world->etrs.push_back(etr);
  }
  return make_transactions(of.name, world, std::move(locations), transactions, trace_once);
}

}  // namespace

extern const Scenario kAuxEtrDirect;
const Scenario kAuxEtrDirect = perf_scenario<Settings>(
    {"aux-etr-direct", "a TMC-ETR that writes to the AUX area itself, which is synced", kParameters,
     kVaried, BarrierPlan(), kJudged, kMustSee, build});

}  // namespace ringcheck
