// perf-ring-full: a task fills the buffer, loses records, and reports them with the next record
// that fits.
// Tested by tests/properties/ring/perf_ring_test.cpp.
#include "properties/core/perf_scenario.hpp"
#include "properties/ring/invariants.hpp"
#include "properties/ring/perf_program.hpp"

namespace ringcheck {
namespace {

// Records of 16 bytes in 64: three fit, the fourth is lost unless the reader is fast, and the fifth
// brings a LOST record of 24 bytes along.
constexpr std::array kParameters = {perf_parameter::records(5),
                                    perf_parameter::payload(1),
                                    perf_parameter::words(8),
                                    perf_parameter::polls(2),
                                    perf_parameter::reader(ReaderKind::batch),
                                    perf_parameter::kData,
                                    perf_parameter::kLocal,
                                    perf_parameter::control(ControlExtent::scope),
                                    perf_parameter::kKernel,
                                    perf_parameter::kUser,
                                    perf_parameter::kWatermark,
                                    perf_parameter::kFirstMapping};

constexpr std::array kMustSee = {&kNoClobber,   &kSpace,   &kLostConservation,
                                 &kNoEmptyLost, &kFraming, &kUntrustedPage};

PerfProgram build(const Parameters& parameters, const BarrierPlan& plan, DefectSet defects) {
  return make_perf_program("perf-ring-full", perf_setup(parameters, plan, defects));
}

}  // namespace

extern const Scenario kPerfRingFull;
const Scenario kPerfRingFull = perf_scenario(
    {"perf-ring-full", "a task fills the buffer, loses records and reports them", kParameters,
     kPerfRingSites, BarrierPlan(), kDataRingProperties, kMustSee, build});

}  // namespace ringcheck
