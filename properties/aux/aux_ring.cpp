// aux-ring: transactions that a driver fills, by copying or by a trace unit, and a reader on
// another CPU that drains. Tested by tests/properties/aux/aux_explored_test.cpp.
#include "properties/aux/aux_parameters.hpp"
#include "properties/aux/aux_world.hpp"
#include "properties/aux/invariants.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/core/width_parameters.hpp"
#include "protocol/aux/aux_output.hpp"
#include "protocol/aux/sites.hpp"
#include "protocol/perf_tool/sites.hpp"
#include "protocol/tmc/sites.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 3> kWriterWords = {"unit", "copy", "blind"};
enum Writer : std::uint64_t { by_unit, by_copy, blindly };

struct Settings {
  Writer writer = by_unit;
  Widths widths = Widths::all_64;
  bool high_half_first = false;
  PageHead page_head = PageHead::as_long;
  std::uint64_t start = 0;
  std::uint64_t transactions = 0, units = 0, most = 0, polls = 0;
  ControlExtent control = ControlExtent::ever;
};
using Aux = AuxParameters<Settings>;
using Width = WidthParameters<Settings>;

// Three transactions of up to two units in an area of four, of which one always stays free: the
// second may wrap, and the third overwrites what the reader has read.
constexpr auto parameters_of(Writer writer, Widths widths, std::uint64_t transactions) {
  return std::array{
      choice<&Settings::writer>("writer",
                                "who stores trace: the unit, the CPU (copy), or the CPU without a "
                                "look at the room (blind)",
                                kWriterWords, writer),
      Width::widths(widths),
      Width::halves(),
      Aux::kPageHead,
      Aux::kStart,
      Aux::transactions(transactions),
      Aux::units(4),
      Aux::most(2),
      Aux::polls(2),
      Aux::control(ControlExtent::ever)};
}
constexpr auto kParameters = parameters_of(by_unit, Widths::all_64, 3);
// Two transactions pass 2 GiB of trace, where a long of 32 bits changes its sign.
constexpr auto kParametersOf32 = parameters_of(by_copy, Widths::all_32, 2);

constexpr std::array kVaried = {site::kAuxA, site::kAuxC,        site::kAuxD,
                                site::kEtrB, site::kCompatFirst, site::kCompatSecond};

constexpr std::array kMustSee = {&kAuxPublication, &kAuxNoClobber, &kAuxAccounting,
                                 &kOneTransaction};
constexpr std::array kMustSeeOf32 = {&kAuxPublication, &kAuxAccounting, &kOneTransaction,
                                     &kAuxOffsets};
constexpr std::array kJudged = {&kAuxPublication, &kAuxNoClobber, &kAuxAccounting, &kOneTransaction,
                                &kLossFlagged,    &kCadence,      &kAuxOffsets};

/// Where the stream starts by default: one unit before the upper half of aux_head changes, if
/// somebody looks at that half on its own.
std::uint64_t standard_start(Widths widths) {
  if (widths == Widths::all_64) return 0;
  return (widths == Widths::reader_32 ? std::uint64_t{1} << kHalfBits : LongWidth{true}.sign()) -
         kTraceUnit;
}

/// The room of the open transaction, in units and at most `most`.
Word granted(CheckedCpu& cpu, const AuxWorld& world) {
  return min_of(cpu, cpu.load(world.handle.size) / Word(kTraceUnit), Word(world.shape.most));
}

/// A driver whose unit stores into the area: starts the unit, stops it, and waits by DSB, as those
/// of SPE and TRBE do.
Word fill_by_unit(CheckedCpu& cpu, const AuxWorld& world) {
  start_session(cpu, world.engine, cpu.load(world.handle.head), granted(cpu, world));
  return drain_session(cpu, world.engine) * Word(kTraceUnit);
}

/// A driver that copies: it has what stands at ordering point B, before it closes.
Word fill_by_copy(CheckedCpu& cpu, const AuxWorld& world, std::uint64_t transaction) {
  const Word units = granted(cpu, world);
  const Word head = cpu.load(world.handle.head);
  for (std::uint64_t i = 0; cpu.branch(Word(i) < units); ++i)
    cpu.store(world.aux.area.address((head + Word(i * kTraceUnit)) % Word(world.aux.size())),
              TraceEngine::unit(transaction, i));
  fence_at(cpu, world.aux.plan, site::kEtrB);
  return units * Word(kTraceUnit);
}

/// Fills all but one byte of the area in each transaction. The reader drains the whole area, so
/// there is room for that whenever begin succeeds, and only begin's own branch stands between the
/// tail and the stores.
Word fill_blindly(CheckedCpu& cpu, const AuxWorld& world, std::uint64_t transaction) {
  const std::uint64_t bytes = world.aux.size() - 1;
  const Word head = cpu.load(world.handle.head);
  for (std::uint64_t i = 0; i < bytes; ++i)
    cpu.store(world.aux.area.address((head + Word(i)) % Word(world.aux.size())),
              TraceEngine::unit(transaction, i));
  fence_at(cpu, world.aux.plan, site::kEtrB);
  return bytes;
}

Word fill(CheckedCpu& cpu, const AuxWorld& world, Writer writer, std::uint64_t transaction) {
  if (writer == by_unit) return fill_by_unit(cpu, world);
  if (writer == by_copy) return fill_by_copy(cpu, world, transaction);
  return fill_blindly(cpu, world, transaction);
}

PerfProgram build(const Settings& settings, const PerfCase& of) {
  const Writer writer = settings.writer;
  const std::uint64_t transactions = settings.transactions;
  auto world = std::make_shared<AuxWorld>();
  AuxShape shape;
  shape.units = settings.units;
  shape.most = settings.most;
  shape.polls = settings.polls;
  shape.drain_is_fence = true;
  shape.widths = settings.widths;
  shape.high_half_first = settings.high_half_first;
  shape.page_head = settings.page_head;
  shape.start = settings.start != 0 ? settings.start : standard_start(settings.widths);
  // Positions are multiples of the watermark, so rounding them down as longs is right.
  if (settings.widths == Widths::all_32) shape.watermark = kTraceUnit;
  shape.sessions = writer == by_unit ? transactions : 0;
  if (writer == blindly) shape.unit_bytes = 1;
  shape.control = settings.control;
  shape.plan = of.plan;
  shape.defects = of.defects;
  LocationList locations;
  lay_out(*world, shape, locations);
  return make_transactions(
      of.name, world, std::move(locations), transactions,
      [writer](CheckedCpu& cpu, const AuxWorld& w, std::uint64_t session) {
        if (!cpu.branch(perf_aux_output_begin(cpu, w.aux, w.handle, w.event()))) return;
        const Word size = fill(cpu, w, writer, session);
        perf_aux_output_end(cpu, w.aux, w.handle, size);
      });
}

}  // namespace

extern const Scenario kAuxRing;
const Scenario kAuxRing = perf_scenario<Settings>(
    {"aux-ring", "a trace unit or its driver fills the AUX area, a reader drains it", kParameters,
     kVaried, BarrierPlan(), kJudged, kMustSee, build});

extern const Scenario kAuxRing32;
const Scenario kAuxRing32 = perf_scenario<Settings>(
    {"aux-ring-32", "the same on a 32-bit kernel, as aux_head passes 2 GiB", kParametersOf32,
     kVaried, BarrierPlan(), kJudged, kMustSeeOf32, build});

}  // namespace ringcheck
