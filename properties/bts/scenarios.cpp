// aux-bts: Intel BTS, which finds in memory where to write, and the NMI in the middle of start and
// stop. Tested by tests/properties/aux/aux_drivers_test.cpp.
#include "graph/diagnostic.hpp"
#include "properties/aux/aux_parameters.hpp"
#include "properties/aux/aux_world.hpp"
#include "properties/aux/invariants.hpp"
#include "properties/core/perf_scenario.hpp"
#include "protocol/aux/sites.hpp"
#include "protocol/bts/bts_pmu.hpp"
#include "protocol/bts/sites.hpp"
#include "protocol/perf_tool/sites.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kStoresWords = {"settled", "posted"};

constexpr std::array<std::string_view, 2> kStateWords = {"before-enable", "behind-enable"};

// Two pieces of 64 bytes with two records of 24 each.
constexpr std::size_t kParameterCount = 7;
constexpr std::array<Parameter, kParameterCount> parameters_of(std::uint64_t nmi,
                                                               std::uint64_t unread,
                                                               std::uint64_t polls) {
  return {Parameter{"starts", "times that the event is started and stopped", 1, 1, 3, false, {}},
          Parameter{"nmi", "times that the performance interrupt may come", nmi, 0, 3, false, {}},
          Parameter{"state",
                    "when the driver's state becomes active: before BTS is enabled (Linux 6.1) or "
                    "behind",
                    0, 0, 1, false, kStateWords},
          Parameter{"stores",
                    "whether what BTS stored is in memory when it is disabled, as its "
                    "documentation has it (settled)",
                    0, 0, 1, false, kStoresWords},
          Parameter{
              "most", "records that BTS makes at most between start and stop", 2, 1, 2, false, {}},
          Parameter{"unread",
                    "pieces that nobody has read at first; then there is no reader (polls=0)",
                    unread,
                    0,
                    1,
                    false,
                    {}},
          aux_parameter::polls(polls)};
}
constexpr auto kParameters = parameters_of(1, 0, 1);
constexpr auto kRefusedParameters = parameters_of(2, 1, 0);

constexpr std::array<std::string_view, 2> kUpdateWords = {"stop-only", "interrupt-too"};
constexpr std::array kSnapshotParameters = {
    Parameter{"starts", "times that the event is started and stopped", 1, 1, 3, false, {}},
    Parameter{"nmi", "times that the performance interrupt may come", 1, 0, 2, false, {}},
    Parameter{"most", "records that BTS makes at most between start and stop", 1, 1, 2, false, {}},
    Parameter{"update",
              "where the driver finds out how far BTS has come: when it is stopped (Linux 6.1), or "
              "in the interrupt too",
              0, 0, 1, false, kUpdateWords}};

constexpr std::array kVaried = {site::kAuxA,      site::kAuxC, site::kAuxD,
                                site::kBtsConfig, site::kBtsB, site::kBtsStopped};

constexpr std::array kMustSee = {&kAuxPublication, &kAuxAccounting, &kOneTransaction};

constexpr std::array kRefusedMustSee = {&kOneTransaction};

constexpr std::array kSnapshotJudged = {&kOneTransaction, &kOverwriteHead};
constexpr std::array kSnapshotMustSee = {&kOverwriteHead};

constexpr std::array<std::string_view, 1> kRefusedModels = {"sc"};
constexpr std::array<std::string_view, 2> kModels = {"sc", "x86-tso"};

constexpr std::uint8_t kNmi = 3;
constexpr std::uint64_t kPage = 64;                             ///< bytes; a piece has one
constexpr std::uint64_t kUnits = kBtsRecordBytes / kTraceUnit;  ///< of trace in a record

struct BtsWorld : AuxWorld {
  BtsUnit bts;
};

auto unit_of(const BtsWorld& w) {
  const auto program = [&w](CheckedCpu& cpu) {
    const Word index = cpu.load(w.bts.at.index);
    const Word units = (cpu.load(w.bts.at.maximum) - index) / Word(kTraceUnit);
    return std::optional(std::pair<Word, Word>(index, units));
  };
  const auto tell = [&w](CheckedCpu& cpu, const Word& units) {
    cpu.store(w.bts.at.index, cpu.load(w.bts.at.index) + units * Word(kTraceUnit));
  };
  return EngineUnit<decltype(program), decltype(tell)>{w.engine, program, tell};
}

/// Where the registers that BTS itself loads lie, after those that are the driver's alone.
BtsCells lay_out_cells(LocationList& locations) {
  constexpr std::array<std::string_view, 4> kDebugStore = {"base", "index", "maximum", "threshold"};
  BtsCells at = BtsCells::at(locations.add_private("bts", BtsCells::kCount));
  at.base = locations.add("ds.", kDebugStore);
  at.index = at.base + 1;
  at.maximum = at.base + 2;
  at.threshold = at.base + 3;
  return at;
}

/// What differs between the programs of BTS.
struct Setup {
  std::uint64_t starts, nmi, most;
  std::uint64_t unread = 0;  ///< bytes
  std::uint64_t polls = 0;
  bool posted = false;
  bool active_behind_enable = false;
  bool snapshot = false;
  bool interrupt_updates_snapshot = false;
};

Setup setup_of(const Parameters& parameters) {
  Setup setup{parameters["starts"], parameters["nmi"], parameters["most"]};
  setup.unread = parameters["unread"] * kPage;
  setup.polls = parameters["polls"];
  setup.posted = parameters["stores"] == 1;
  setup.active_behind_enable = parameters["state"] == 1;
  if (setup.unread > 0 && setup.polls > 0)
    throw InputError({"aux-bts", 0, 0, "saw unread and polls, expected one of them to be 0"});
  return setup;
}

PerfProgram make(const char* name, const Setup& setup, const BarrierPlan& plan, DefectSet defects) {
  auto world = std::make_shared<BtsWorld>();
  AuxShape shape;
  shape.units = 2 * kPage / kTraceUnit;
  shape.start = setup.snapshot ? 0 : 2 * kPage;
  shape.most = setup.most * kUnits;
  shape.polls = setup.polls;
  shape.sessions = setup.starts + setup.nmi;
  shape.watermark = kPage;
  shape.overwrite = setup.snapshot;
  shape.posted = setup.posted;
  shape.driver_stores_trace = true;
  shape.plan = plan;
  shape.defects = defects;
  LocationList locations(true);
  lay_out(*world, shape, locations);
  locations.set_initial(world->aux.at.user_tail, shape.start - setup.unread);
  BtsUnit& bts = world->bts;
  bts.at = lay_out_cells(locations);
  bts.aux = world->aux;
  bts.handle = world->handle;
  bts.active_behind_enable = setup.active_behind_enable;
  bts.interrupt_updates_snapshot = setup.interrupt_updates_snapshot;
  bts.pieces = setup.snapshot ? make_bts_pieces({2}, kPage) : make_bts_pieces({1, 1}, kPage);
  world->engine.told = locations.add_private("told", 1);
  world->engine.record = kUnits;
  world->engine.config = bts.at.index;
  const BtsWorld& w = *world;
  add_handler(*world, "nmi", kNmi, setup.nmi, [&w](CheckedCpu& cpu) {
    auto unit = unit_of(w);
    bts_performance_interrupt(cpu, unit, w.bts);
  });
  world->interrupts.points_a_choice = 16;
  return make_aux_program(
      name, world, std::move(locations),
      [&w, starts = setup.starts](CheckedCpu& cpu) {
        auto unit = unit_of(w);
        for (std::uint64_t i = 0; i < starts; ++i) {
          bts_event_start(cpu, unit, w.bts, w.event());
          bts_event_stop(cpu, unit, w.bts, w.event());
        }
      },
      [&w](CheckedCpu& cpu) { read_trace(cpu, w); }, written_by_reader(w));
}

PerfProgram build(const Parameters& parameters, const BarrierPlan& plan, DefectSet defects) {
  return make("aux-bts", setup_of(parameters), plan, defects);
}

PerfProgram build_refused(const Parameters& parameters, const BarrierPlan& plan,
                          DefectSet defects) {
  return make("aux-bts-refused", setup_of(parameters), plan, defects);
}

PerfProgram build_snapshot(const Parameters& parameters, const BarrierPlan& plan,
                           DefectSet defects) {
  Setup setup{parameters["starts"], parameters["nmi"], parameters["most"]};
  setup.snapshot = true;
  setup.interrupt_updates_snapshot = parameters["update"] == 1;
  return make("aux-bts-snapshot", setup, plan, defects);
}

}  // namespace

extern const Scenario kAuxBts;
const Scenario kAuxBts = perf_scenario(
    {"aux-bts", "Intel BTS, and the performance interrupt while it is started or stopped",
     kParameters, kVaried, BarrierPlan(), kAuxProperties, kMustSee, build, kModels});

extern const Scenario kAuxBtsRefused;
const Scenario kAuxBtsRefused = perf_scenario(
    {"aux-bts-refused", "Intel BTS, and two interrupts, of which the second finds no room",
     kRefusedParameters, kVaried, BarrierPlan(), kAuxProperties, kRefusedMustSee, build_refused,
     kRefusedModels});

extern const Scenario kAuxBtsSnapshot;
const Scenario kAuxBtsSnapshot = perf_scenario(
    {"aux-bts-snapshot", "Intel BTS in snapshot mode, and the interrupt of another event",
     kSnapshotParameters, kVaried, BarrierPlan(), kSnapshotJudged, kSnapshotMustSee, build_snapshot,
     kRefusedModels});

}  // namespace ringcheck
