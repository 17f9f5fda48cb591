// aux-pt-sample: an Intel PT unit in snapshot mode. An NMI copies its trace to samples while the
// event is stopped, and a leftover interrupt comes. Tested by
// tests/properties/aux/aux_drivers_test.cpp.
#include "properties/aux/aux_parameters.hpp"
#include "properties/aux/invariants.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/pt/invariants.hpp"
#include "properties/pt/pt_program.hpp"
#include "protocol/aux/observations.hpp"
#include "protocol/core/declared_state.hpp"
#include "protocol/pt/aux_sample.hpp"
#include "protocol/pt/sites.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kDeliveryWords = {"fence", "nothing"};
constexpr std::array<std::string_view, 2> kWindowWords = {"stop", "start-too"};
constexpr std::array<std::string_view, 2> kNotedWords = {"before-enable", "after-enable"};

constexpr std::array<std::string_view, 2> kFireWords = {"where-it-matters", "everywhere"};

struct Settings {
  std::uint64_t samples = 0, softer = 0, pmi = 0, units = 0, most = 0;
  bool start_too = false;
  bool noted_late = false;
  bool unfenced = false;
  bool everywhere = false;
};
using Aux = AuxParameters<Settings>;

constexpr std::array<Setting<Settings>, 9> parameters_of(bool start_too, std::uint64_t pmi) {
  return {
      number<&Settings::samples>("samples", "times that an NMI takes a sample", 2, 0, 3),
      number<&Settings::softer>("softer", "times that an interrupt which NMIs interrupt takes one",
                                0, 0, 2),
      number<&Settings::pmi>("pmi", "times that an interrupt which was left over comes", pmi, 0, 2),
      choice<&Settings::start_too>(
          "window",
          "when samples are taken: while the unit runs and is stopped, or while it is started "
          "too, as when an address filter restarts it",
          kWindowWords, start_too),
      choice<&Settings::noted_late>(
          "noted",
          "when event->hw.config first tells that trace is enabled: before it is (Linux 6.1) "
          "or after",
          kNotedWords),
      choice<&Settings::unfenced>(
          "delivery",
          "what taking an NMI does to what the unit posted: as a fence (as a write-combining "
          "buffer is emptied), or nothing",
          kDeliveryWords),
      choice<&Settings::everywhere>("fire", "before which accesses interrupts may come",
                                    kFireWords),
      Aux::units(2),
      Aux::most(2)};
}
constexpr auto kParameters = parameters_of(false, 1);
constexpr auto kStartParameters = parameters_of(true, 0);

constexpr std::array kVaried = {site::kPtB, site::kPtNmiBeforeStop};

constexpr std::array kJudged = {&kAuxNoClobber, &kOneTransaction, &kSampleFrozen};
constexpr std::array kMustSee = {&kSampleFrozen};

constexpr std::array<std::string_view, 2> kModels = {"sc", "x86-tso"};

constexpr std::uint8_t kHardirq = 2, kNmi = 3;

struct SampledWorld : PtWorld {
  std::uint64_t sampling = 0;  ///< address: rb->aux_in_sampling
  std::uint64_t active = 0;    ///< address: 1 while the sampler is scheduled
  bool fenced = false;         ///< taking an interrupt is a fence
};

/// A sample of the newest page, copied to memory that nobody else sees.
void take_sample(CheckedCpu& cpu, const SampledWorld& w) {
  cpu.assume(!(cpu.load(w.active) == Word(0)));
  if (w.fenced) cpu.smp_mb();
  if (perf_prepare_sample_aux(cpu, w.sampling, kPtPageBytes) == 0) return;
  const auto snapshot = [&w](CheckedCpu& c) {
    auto unit = pt_unit_of(w);
    const auto copy = [&w](CheckedCpu& copier, const Word& from, const Word&) {
      copier.load(w.aux.area.address(from % Word(w.aux.size())));
      return Word(kPtPageBytes);
    };
    return pt_snapshot_by(c, unit, w.pt, kPtPageBytes, copy);
  };
  cpu.masking(kHardirq, [&] {
    perf_aux_sample_output(cpu, w.aux, w.sampling, kPtPageBytes, SamplePadding::word, snapshot,
                           [](CheckedCpu&, const Word&) {});
  });
}

/// The unit's leftover interrupt. It does not belong to a snapshot, and comes while the gate is
/// closed.
void left_over(CheckedCpu& cpu, const SampledWorld& w) {
  cpu.assume(cpu.load(w.pt.at.handle_nmi) == Word(0));
  auto unit = pt_unit_of(w);
  intel_pt_interrupt(cpu, unit, w.pt);
}

void drive(CheckedCpu& cpu, const SampledWorld& w, bool start_too) {
  auto unit = pt_unit_of(w);
  const auto masked = [&](auto&& body) { cpu.masking(kHardirq, body); };
  declare_state(cpu, "scheduled");
  if (start_too) cpu.store(w.active, 1);
  // None of the interrupts still to come does anything while nobody samples.
  cpu.masking(start_too ? kHardirq : kNoInterrupts,
              [&] { pt_event_start(cpu, unit, w.pt, w.event()); });
  cpu.store(w.active, 1);
  declare_state(cpu, "active");
  cpu.interrupt_point();
  masked([&] {
    cpu.masking(kNoInterrupts, [&] {
      tell<said::UnitEnabled>(cpu, engine_runs(cpu, w.engine) ? Word(1) : Word(0));
    });
    pt_event_stop(cpu, unit, w.pt, w.event());
  });
  declare_state(cpu, "stopped");
  cpu.store(w.active, 0);
}

/// A bit for each of `count` words, from `address` on, that only the CPU uses.
std::uint64_t own_bits(std::uint64_t address, std::uint64_t count = 1) {
  const std::uint64_t ones =
      count == OwnWords::kMost ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
  return ones << (address - OwnWords::kBase);
}

/// Declares which words of the CPU each handler accesses in the code without a defect: a sampler
/// those of the unit and its driver, a leftover interrupt the gate and the transaction. Points are
/// spared only if an equivalent point follows: before each step of the unit, which masks
/// interrupts, stands an access that matters to samplers, and a leftover interrupt commutes with
/// these steps.
void declare_own_words(SampledWorld& world) {
  const PtCells& at = world.pt.at;
  const std::uint64_t unit = own_bits(at.handle_nmi, PtCells::kCount + world.shape.units);
  const std::uint64_t gate = own_bits(at.handle_nmi) | own_bits(world.handle.event);
  const std::uint64_t sessions = own_bits(world.engine.told) | own_bits(world.engine.started);
  const std::uint64_t sampling = own_bits(world.sampling);
  for (InterruptHandler& handler : world.interrupts.handlers) {
    const bool sampler = handler.name != "pmi";
    handler.own_reads = sampler ? unit | gate | sessions | sampling | own_bits(world.active) : gate;
    handler.own_writes = sampler ? (unit & ~own_bits(at.handle_nmi)) | sessions | sampling : 0;
  }
}

PerfProgram build(const Settings& settings, const PerfCase& of) {
  auto world = std::make_shared<SampledWorld>();
  AuxShape shape;
  shape.units = settings.units;
  shape.unit_bytes = kPtPageBytes;
  shape.most = settings.most;
  shape.polls = 0;
  shape.sessions = 2 + settings.samples + settings.softer;
  shape.overwrite = true;
  shape.posted = true;
  shape.plan = of.plan;
  shape.defects = of.defects;
  LocationList locations(true);
  lay_out_pt(*world, shape, locations);
  world->sampling = locations.add_private("sampling", 1);
  world->active = locations.add_private("active", 1);
  world->pt.noted_late = settings.noted_late;
  world->fenced = !settings.unfenced;
  const SampledWorld& w = *world;
  add_handler(*world, "sampler", kNmi, settings.samples,
              [&w](CheckedCpu& cpu) { take_sample(cpu, w); });
  add_handler(*world, "timer", kHardirq, settings.softer,
              [&w](CheckedCpu& cpu) { take_sample(cpu, w); });
  add_handler(*world, "pmi", kNmi, settings.pmi, [&w](CheckedCpu& cpu) { left_over(cpu, w); });
  world->interrupts.everywhere = settings.everywhere;
  if (of.defects.none()) declare_own_words(*world);
  return make_aux_program(
      of.name, world, std::move(locations),
      [&w, start_too = settings.start_too](CheckedCpu& cpu) { drive(cpu, w, start_too); }, {}, {});
}

}  // namespace

extern const Scenario kAuxPtSample;
const Scenario kAuxPtSample = perf_scenario<Settings>(
    {"aux-pt-sample", "NMIs copy the trace of an Intel PT unit to samples while it is stopped",
     kParameters, kVaried, BarrierPlan(), kJudged, kMustSee, build, kModels});

extern const Scenario kAuxPtSampleStart;
const Scenario kAuxPtSampleStart = perf_scenario<Settings>(
    {"aux-pt-sample-start", "NMIs copy the trace of an Intel PT unit while it is started again",
     kStartParameters, kVaried, BarrierPlan(), kJudged, kMustSee, build, kModels});

}  // namespace ringcheck
