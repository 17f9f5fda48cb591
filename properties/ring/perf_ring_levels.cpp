// perf-ring-levels: four levels of nesting, softirq, hardirq and NMI above a task, and a reader
// that looks at data_head only.
// perf-ring-lost: a task's record is lost, and two levels of interrupts report it.
// Tested by tests/properties/ring/perf_ring_levels_test.cpp.
#include "properties/core/perf_scenario.hpp"
#include "properties/ring/invariants.hpp"
#include "properties/ring/perf_program.hpp"

namespace ringcheck {
namespace {

constexpr std::array kParameters = {perf_parameter::records(1),
                                    perf_parameter::payload(1),
                                    perf_parameter::words(8),
                                    perf_parameter::polls(2),
                                    perf_parameter::interrupts(1),
                                    perf_parameter::levels(3),
                                    perf_parameter::interrupt_payload(1),
                                    perf_parameter::kFire,
                                    perf_parameter::reader(ReaderKind::sample),
                                    perf_parameter::kData,
                                    perf_parameter::kLocal,
                                    perf_parameter::kCompiler,
                                    perf_parameter::kStart,
                                    perf_parameter::control(ControlExtent::scope),
                                    perf_parameter::kWatermark,
                                    perf_parameter::reserve(ReserveOrder::tail_first)};

constexpr std::array kMustSee = {&kHeadMonotone, &kCompleteOnly, &kEventualPublication, &kDisjoint,
                                 &kNestBalance};

/// Nesting needs no weak memory to go wrong; the scenarios with fewer levels look at the rest.
constexpr std::array<std::string_view, 1> kModels = {"sc"};

/// A record of 128 bytes, which never fits into as many.
constexpr Parameter kTooLarge = {"payload", "words of payload of each of them", 15, 0, 15, false,
                                 {}};
constexpr std::array kLostParameters = {perf_parameter::records(1),
                                        kTooLarge,
                                        perf_parameter::words(16),
                                        perf_parameter::polls(1),
                                        perf_parameter::interrupts(1),
                                        perf_parameter::levels(2),
                                        perf_parameter::interrupt_payload(0),
                                        perf_parameter::kLost,
                                        perf_parameter::kFire,
                                        perf_parameter::reader(ReaderKind::sample),
                                        perf_parameter::kData,
                                        perf_parameter::kLocal,
                                        perf_parameter::control(ControlExtent::scope),
                                        perf_parameter::reserve(ReserveOrder::tail_first)};
constexpr std::array kLostSees = {&kLostConservation, &kNoEmptyLost};

PerfProgram build_lost(const Parameters& parameters, const BarrierPlan& plan, DefectSet defects) {
  return make_perf_program("perf-ring-lost", perf_setup(parameters, plan, defects));
}

PerfProgram build(const Parameters& parameters, const BarrierPlan& plan, DefectSet defects) {
  return make_perf_program("perf-ring-levels", perf_setup(parameters, plan, defects));
}

}  // namespace

extern const Scenario kPerfRingLevels;
const Scenario kPerfRingLevels = perf_scenario(
    {"perf-ring-levels", "four levels of nesting, and a reader that looks at data_head",
     kParameters, kPerfRingSites, BarrierPlan(), kDataRingProperties, kMustSee, build, kModels});

extern const Scenario kPerfRingLost;
const Scenario kPerfRingLost =
    perf_scenario({"perf-ring-lost", "nested writers report the loss of a record that never fits",
                   kLostParameters, kPerfRingSites, BarrierPlan(), kDataRingProperties, kLostSees,
                   build_lost, kModels});

}  // namespace ringcheck
