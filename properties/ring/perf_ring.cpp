// perf-ring: a task writes records that wrap around a small buffer, and a reader on another CPU
// polls.
// Tested by tests/properties/ring/perf_ring_test.cpp.
#include "properties/core/perf_scenario.hpp"
#include "properties/ring/invariants.hpp"
#include "properties/ring/perf_program.hpp"

namespace ringcheck {
namespace {

// Records of 24 bytes in 64: the third wraps, and finds space only if the reader has given some
// back.
constexpr std::array kParameters = {perf_parameter::records(4),
                                    perf_parameter::payload(2),
                                    perf_parameter::words(8),
                                    perf_parameter::polls(2),
                                    perf_parameter::reader(ReaderKind::batch),
                                    perf_parameter::kData,
                                    perf_parameter::kLocal,
                                    perf_parameter::kCompiler,
                                    perf_parameter::kStart,
                                    perf_parameter::control(ControlExtent::scope),
                                    perf_parameter::kKernel,
                                    perf_parameter::kUser,
                                    perf_parameter::kWatermark};

constexpr std::array kMustSee = {&kPublication, &kHeadMonotone,   &kNoClobber,  &kSpace,
                                 &kFraming,     &kTailDiscipline, &kExactlyOnce};

PerfProgram build(const Parameters& parameters, const BarrierPlan& plan, DefectSet defects) {
  return make_perf_program("perf-ring", perf_setup(parameters, plan, defects));
}

}  // namespace

extern const Scenario kPerfRing;
const Scenario kPerfRing = perf_scenario(
    {"perf-ring", "a task writes records that wrap, a reader on another CPU polls", kParameters,
     kPerfRingSites, BarrierPlan(), kDataRingProperties, kMustSee, build});

}  // namespace ringcheck
