// aux-etf: a TMC-ETF or an ETB10 with memory of its own, which its driver reads through a register
// and copies to the AUX area. Tested by tests/properties/aux/aux_drivers_test.cpp.
#include "protocol/tmc/etf_update.hpp"

#include "properties/aux/aux_parameters.hpp"
#include "properties/aux/aux_world.hpp"
#include "properties/aux/invariants.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/tmc/invariants.hpp"
#include "protocol/aux/sites.hpp"
#include "protocol/perf_tool/sites.hpp"
#include "protocol/tmc/sites.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kSinkWords = {"etf", "etb10"};

struct Settings {
  bool etb10 = false;
  std::uint64_t transactions = 0, units = 0, memory = 0, most = 0, polls = 0;
  ControlExtent control = ControlExtent::ever;
};
using Aux = AuxParameters<Settings>;

// Frames are four words. Two sessions may fill the sink's memory of one frame; the area has two
// frames, so the second transaction goes around its end.
constexpr std::array kParameters = {
    Aux::transactions(2),
    choice<&Settings::etb10>("sink", "whose driver copies", kSinkWords),
    power_of_two<&Settings::units>("units", "words of 4 bytes that the AUX area has", 8, 4, 16),
    power_of_two<&Settings::memory>("memory", "words of 4 bytes that the sink has", 4, 4, 8),
    number<&Settings::most>("most", "frames that the sink takes at most between start and stop", 1,
                            1, 2),
    Aux::polls(1),
    Aux::control(ControlExtent::ever)};

constexpr std::array kVaried = {site::kAuxA, site::kAuxC, site::kAuxD, site::kEtfB};

constexpr std::array kMustSee = {&kAuxPublication, &kAuxAccounting, &kOneTransaction,
                                 &kLossFlagged};

constexpr std::array<std::string_view, 3> kModels = {"sc", "armv8", "lkmm"};

constexpr std::uint64_t kBusWidth = 1;  ///< of the trace memory: starts are multiples of 16 bytes
constexpr std::uint64_t kFrameWords = 4;

struct EtfWorld : AuxWorld {
  std::vector<EtfSink> sinks;  ///< one sink, in words of its own for each session
};

/// Stores what the registers tell about a session that took `units` words from the start of the
/// memory on.
void report(CheckedCpu& cpu, const EtfSink& sink, const Word& units) {
  const Word bytes = units * Word(kEtfWord);
  const bool full = !cpu.branch(bytes < Word(sink.size()));
  cpu.write_once(sink.at.write, bytes % Word(sink.size()));
  cpu.write_once(sink.at.read, full ? bytes % Word(sink.size()) : Word(0));
  cpu.write_once(sink.at.full, full ? 1 : 0);
}

void trace_once(CheckedCpu& cpu, const EtfWorld& w, std::uint64_t session) {
  const EtfSink& sink = w.sinks[session];
  if (!cpu.branch(perf_aux_output_begin(cpu, w.aux, w.handle, w.event()))) return;
  tmc_set_etf_buffer(cpu, sink, w.aux, w.handle);
  EngineUnit unit{
      w.engine, [&](CheckedCpu&) { return std::optional(std::pair<Word, Word>(0, w.shape.most)); },
      [&](CheckedCpu& c, const Word& units) { report(c, sink, units); }};
  choose_session(cpu, w.engine, session);
  unit.start(cpu);
  const Word size = tmc_update_etf_buffer(cpu, unit, sink, kBusWidth, w.aux, w.handle);
  perf_aux_output_end(cpu, w.aux, w.handle, size);
}

PerfProgram build(const Settings& settings, const PerfCase& of) {
  const std::uint64_t transactions = settings.transactions;
  auto world = std::make_shared<EtfWorld>();
  AuxShape shape;
  shape.units = settings.units;
  shape.unit_bytes = kEtfWord;
  shape.start = (shape.units - kFrameWords) * kEtfWord;
  shape.most = settings.most * kFrameWords;
  shape.polls = settings.polls;
  shape.sessions = transactions;
  shape.bounce = settings.memory;
  shape.control = settings.control;
  shape.plan = of.plan;
  shape.defects = of.defects;
  LocationList locations(true);
  lay_out(*world, shape, locations);
  world->engine.record = kFrameWords;
  EtfSink sink;
  sink.at = EtfCells::at(locations.add_private("etf", EtfCells::kCount));
  sink.etb10 = settings.etb10;
  locations.set_initial(sink.at.refcnt, 1);
  for (std::uint64_t s = 0; s < transactions; ++s) {
    sink.memory = world->engine.memory_of(s);
    world->sinks.push_back(sink);
  }
  return make_transactions(of.name, world, std::move(locations), transactions, trace_once);
}

}  // namespace

extern const Scenario kAuxEtf;
const Scenario kAuxEtf = perf_scenario<Settings>(
    {"aux-etf", "a sink with memory of its own, which is read by register and copied", kParameters,
     kVaried, BarrierPlan(), kBounceProperties, kMustSee, build, kModels});

}  // namespace ringcheck
