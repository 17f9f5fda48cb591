// perf-ring-nested: an interrupt writer may fire before any access of a task writer that matters.
// Tested by tests/properties/ring/perf_ring_nested_test.cpp.
#include "properties/core/perf_scenario.hpp"
#include "properties/ring/invariants.hpp"
#include "properties/ring/perf_program.hpp"

namespace ringcheck {
namespace {

constexpr std::array kParameters = {perf_parameter::records(2),
                                    perf_parameter::payload(1),
                                    perf_parameter::words(8),
                                    perf_parameter::polls(2),
                                    perf_parameter::interrupts(1),
                                    perf_parameter::levels(1),
                                    perf_parameter::interrupt_payload(1),
                                    perf_parameter::kFire,
                                    perf_parameter::reader(ReaderKind::batch),
                                    perf_parameter::kData,
                                    perf_parameter::kLocal,
                                    perf_parameter::kCompiler,
                                    perf_parameter::kStart,
                                    perf_parameter::control(ControlExtent::scope),
                                    perf_parameter::kKernel,
                                    perf_parameter::kUser,
                                    perf_parameter::kWatermark,
                                    perf_parameter::reserve(ReserveOrder::tail_first)};

constexpr std::array kMustSee = {&kPublication,         &kHeadMonotone, &kCompleteOnly,
                                 &kEventualPublication, &kDisjoint,     &kNestBalance,
                                 &kExactlyOnce};

PerfProgram build(const Parameters& parameters, const BarrierPlan& plan, DefectSet defects) {
  return make_perf_program("perf-ring-nested", perf_setup(parameters, plan, defects));
}

}  // namespace

extern const Scenario kPerfRingNested;
const Scenario kPerfRingNested = perf_scenario(
    {"perf-ring-nested", "an interrupt writes into a task's buffer between any two accesses",
     kParameters, kPerfRingSites, BarrierPlan(), kDataRingProperties, kMustSee, build});

}  // namespace ringcheck
