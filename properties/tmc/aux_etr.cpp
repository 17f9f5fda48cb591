// aux-etr: a TMC-ETR writes to a bounce buffer, its driver syncs that and copies it to the AUX
// area, and a reader drains the area. Tested by tests/properties/aux/aux_explored_test.cpp.
#include "properties/aux/aux_parameters.hpp"
#include "properties/aux/aux_world.hpp"
#include "properties/aux/invariants.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/tmc/invariants.hpp"
#include "protocol/aux/sites.hpp"
#include "protocol/perf_tool/sites.hpp"
#include "protocol/tmc/etr_update.hpp"
#include "protocol/tmc/sites.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kDmaWords = {"non-coherent", "coherent"};

struct Settings {
  std::uint64_t transactions = 0, units = 0, bounce = 0, most = 0, polls = 0;
  bool coherent = false;
  ControlExtent control = ControlExtent::ever;
};
using Aux = AuxParameters<Settings>;

// A session of the ETR may go around its buffer of two frames; the first transaction goes around
// the end of the area, and the second has the room that the reader left.
constexpr std::array kParameters = {
    Aux::transactions(2),
    Aux::units(4),
    power_of_two<&Settings::bounce>("bounce", "units that the bounce buffer has", 2, 2, 8),
    Aux::most(3),
    Aux::polls(2),
    choice<&Settings::coherent>("dma", "whether the CPU sees the bounce buffer before it is synced",
                                kDmaWords),
    Aux::control(ControlExtent::ever)};

constexpr std::array kVaried = {site::kAuxA, site::kAuxC, site::kAuxD, site::kEtrB};

constexpr std::array kMustSee = {&kAuxPublication, &kAuxAccounting, &kOneTransaction, &kLossFlagged,
                                 &kBounceCopy,     &kSyncCoverage,  &kDiscontinuity};

constexpr std::uint64_t kBusWidth = 1;  ///< of the trace memory: starts are multiples of 16 bytes

constexpr std::uint64_t kFrameBytes = 16;  ///< what the ETR writes at a time: a word of memory here

struct EtrWorld : AuxWorld {
  std::vector<EtrBuf> bufs;  ///< one buffer, in words of its own for each session of the ETR
};

/// Stores what the ETR's registers tell about a session that made `units` from the start of the
/// buffer on.
void report(CheckedCpu& cpu, const EtrBuf& buf, const Word& units) {
  const Word bytes = units * Word(kFrameBytes);
  const bool full = !cpu.branch(bytes < Word(buf.size()));
  const Word write = bytes % Word(buf.size());
  cpu.write_once(buf.at.rwp, Word(buf.hwaddr) + write);
  cpu.write_once(buf.at.rrp, Word(buf.hwaddr) + (full ? write : Word(0)));
  cpu.write_once(buf.at.status, full ? kEtrFull : 0);
}

void trace_once(CheckedCpu& cpu, const EtrWorld& w, std::uint64_t session) {
  const EtrBuf& buf = w.bufs[session];
  if (!cpu.branch(perf_aux_output_begin(cpu, w.aux, w.handle, w.event()))) return;
  EngineUnit unit{
      w.engine, [&](CheckedCpu&) { return std::optional(std::pair<Word, Word>(0, w.shape.most)); },
      [&](CheckedCpu& c, const Word& units) { report(c, buf, units); }};
  choose_session(cpu, w.engine, session);
  unit.start(cpu);
  const Word size = tmc_update_etr_buffer(cpu, unit, buf, kBusWidth, w.aux, w.handle);
  perf_aux_output_end(cpu, w.aux, w.handle, size);
}

PerfProgram build(const Settings& settings, const PerfCase& of) {
  const std::uint64_t transactions = settings.transactions;
  auto world = std::make_shared<EtrWorld>();
  AuxShape shape;
  shape.units = settings.units;
  shape.most = settings.most;
  shape.polls = settings.polls;
  shape.unit_bytes = kFrameBytes;
  shape.start = (shape.units - 1) * kFrameBytes;
  shape.sessions = transactions;
  shape.bounce = settings.bounce;
  // The barrier packet goes where the CPU sees the bounce buffer.
  shape.driver_stores_bounce = settings.coherent;
  shape.control = settings.control;
  shape.plan = of.plan;
  shape.defects = of.defects;
  LocationList locations;
  lay_out(*world, shape, locations);
  EtrBuf buf;
  buf.data.defects = of.defects;
  buf.at = EtrCells::at(locations.add("etr.", EtrCells::kNames));
  locations.set_initial(buf.at.refcnt, 1);
  locations.set_initial(buf.at.perf_buf, buf.name);
  const std::uint64_t view = settings.coherent ? 0 : locations.add_array("view", settings.bounce);
  for (std::uint64_t s = 0; s < transactions; ++s) {
    buf.data.memory = buf.data.view = world->engine.memory_of(s);
    if (view != 0) buf.data.view.base = view;
    world->bufs.push_back(buf);
  }
  return make_transactions(of.name, world, std::move(locations), transactions, trace_once);
}

}  // namespace

extern const Scenario kAuxEtr;
const Scenario kAuxEtr = perf_scenario<Settings>(
    {"aux-etr", "a TMC-ETR writes to a bounce buffer, which is synced and copied", kParameters,
     kVaried, BarrierPlan(), kBounceProperties, kMustSee, build});

}  // namespace ringcheck
