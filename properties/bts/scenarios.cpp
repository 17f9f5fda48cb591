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

constexpr std::array<std::string_view, 2> kStateWords = {"before-enable", "after-enable"};

constexpr std::array<std::string_view, 2> kUpdateWords = {"stop-only", "interrupt-too"};

/// Settings that differ between the programs of BTS.
struct Settings {
  std::uint64_t starts = 0, nmi = 0, most = 0;
  std::uint64_t unread = 0;  ///< pieces
  std::uint64_t polls = 0;
  bool posted = false;
  bool active_after_enable = false;
  bool interrupt_updates_snapshot = false;
};

constexpr Setting<Settings> starts(std::uint64_t standard) {
  return number<&Settings::starts>("starts", "times that the event is started and stopped",
                                   standard, 1, 3);
}
constexpr Setting<Settings> nmi(std::uint64_t standard, std::uint64_t most) {
  return number<&Settings::nmi>("nmi", "times that the performance interrupt may come", standard, 0,
                                most);
}
constexpr Setting<Settings> most(std::uint64_t standard) {
  return number<&Settings::most>("most", "records that BTS makes at most between start and stop",
                                 standard, 1, 2);
}

// Two pieces of 64 bytes with two records of 24 each.
constexpr std::array<Setting<Settings>, 7> parameters_of(std::uint64_t interrupts,
                                                         std::uint64_t unread,
                                                         std::uint64_t polls) {
  return {
      starts(1),
      nmi(interrupts, 3),
      choice<&Settings::active_after_enable>(
          "state",
          "when the driver's state becomes active: before BTS is enabled (Linux 6.1) or "
          "after",
          kStateWords),
      choice<&Settings::posted>("stores",
                                "whether what BTS stored is in memory when it is disabled, as its "
                                "documentation has it (settled)",
                                kStoresWords),
      most(2),
      number<&Settings::unread>(
          "unread", "pieces that nobody has read at first; then there is no reader (polls=0)",
          unread, 0, 1),
      AuxParameters<Settings>::polls(polls)};
}
constexpr auto kParameters = parameters_of(1, 0, 1);
constexpr auto kRefusedParameters = parameters_of(2, 1, 0);

constexpr std::array kSnapshotParameters = {
    starts(2), nmi(1, 2), most(1),
    choice<&Settings::interrupt_updates_snapshot>(
        "update",
        "where the driver finds out how far BTS has come: when it is stopped (Linux 6.1), or "
        "in the interrupt too",
        kUpdateWords)};

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

/// Lays out the registers that BTS itself loads, after those that only the driver uses.
BtsCells lay_out_cells(LocationList& locations) {
  constexpr std::array<std::string_view, 4> kDebugStore = {"base", "index", "maximum", "threshold"};
  BtsCells at = BtsCells::at(locations.add_private("bts", BtsCells::kCount));
  at.base = locations.add("ds.", kDebugStore);
  at.index = at.base + 1;
  at.maximum = at.base + 2;
  at.threshold = at.base + 3;
  return at;
}

PerfProgram make(const Settings& setup, const PerfCase& of, bool snapshot) {
  auto world = std::make_shared<BtsWorld>();
  AuxShape shape;
  shape.units = 2 * kPage / kTraceUnit;
  shape.start = snapshot ? 0 : 2 * kPage;
  shape.most = setup.most * kUnits;
  shape.polls = setup.polls;
  shape.sessions = setup.starts + setup.nmi;
  shape.watermark = kPage;
  shape.overwrite = snapshot;
  shape.posted = setup.posted;
  shape.driver_stores_trace = true;
  shape.plan = of.plan;
  shape.defects = of.defects;
  LocationList locations(true);
  lay_out(*world, shape, locations);
  locations.set_initial(world->aux.at.user_tail, shape.start - setup.unread * kPage);
  BtsUnit& bts = world->bts;
  bts.at = lay_out_cells(locations);
  bts.aux = world->aux;
  bts.handle = world->handle;
  bts.active_after_enable = setup.active_after_enable;
  bts.interrupt_updates_snapshot = setup.interrupt_updates_snapshot;
  bts.pieces = snapshot ? make_bts_pieces({2}, kPage) : make_bts_pieces({1, 1}, kPage);
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
      of.name, world, std::move(locations),
      [&w, starts = setup.starts](CheckedCpu& cpu) {
        auto unit = unit_of(w);
        for (std::uint64_t i = 0; i < starts; ++i) {
          bts_event_start(cpu, unit, w.bts, w.event());
          bts_event_stop(cpu, unit, w.bts, w.event());
        }
      },
      [&w](CheckedCpu& cpu) { read_trace(cpu, w); }, written_by_reader(w));
}

PerfProgram build(const Settings& settings, const PerfCase& of) {
  if (settings.unread > 0 && settings.polls > 0)
    throw InputError({"aux-bts", 0, 0, "saw unread and polls, expected one of them to be 0"});
  return make(settings, of, false);
}

PerfProgram build_snapshot(const Settings& settings, const PerfCase& of) {
  return make(settings, of, true);
}

}  // namespace

extern const Scenario kAuxBts;
const Scenario kAuxBts = perf_scenario<Settings>(
    {"aux-bts", "Intel BTS, and the performance interrupt while it is started or stopped",
     kParameters, kVaried, BarrierPlan(), kAuxProperties, kMustSee, build, kModels});

extern const Scenario kAuxBtsRefused;
const Scenario kAuxBtsRefused = perf_scenario<Settings>(
    {"aux-bts-refused", "Intel BTS, and two interrupts, of which the second finds no room",
     kRefusedParameters, kVaried, BarrierPlan(), kAuxProperties, kRefusedMustSee, build,
     kRefusedModels});

extern const Scenario kAuxBtsSnapshot;
const Scenario kAuxBtsSnapshot = perf_scenario<Settings>(
    {"aux-bts-snapshot", "Intel BTS in snapshot mode, and the interrupt of another event",
     kSnapshotParameters, kVaried, BarrierPlan(), kSnapshotJudged, kSnapshotMustSee, build_snapshot,
     kRefusedModels});

}  // namespace ringcheck
