// perf-ring-full: a task fills the buffer, loses records, and reports them with the next record
// that fits.
// Tested by tests/properties/ring/perf_ring_test.cpp.
#include "properties/core/perf_scenario.hpp"
#include "properties/ring/invariants.hpp"
#include "properties/ring/perf_program.hpp"

namespace ringcheck {
namespace {

using Ring = RingParameters<PerfRingSetup>;

// Records of 16 bytes in 64: three fit, the fourth is lost unless the reader is fast, and the fifth
// brings a LOST record of 24 bytes along.
constexpr std::array kParameters = {Ring::records(5),
                                    Ring::payload(1),
                                    Ring::words(8),
                                    Ring::polls(2),
                                    Ring::reader(ReaderKind::batch),
                                    Ring::kData,
                                    Ring::kLocal,
                                    Ring::control(ControlExtent::scope),
                                    Ring::kKernel,
                                    Ring::kUser,
                                    Ring::kWatermark,
                                    Ring::kFirstMapping};

constexpr std::array kMustSee = {&kNoClobber,   &kSpace,   &kLostConservation,
                                 &kNoEmptyLost, &kFraming, &kUntrustedPage};

}  // namespace

extern const Scenario kPerfRingFull;
const Scenario kPerfRingFull = perf_scenario<PerfRingSetup>(
    {"perf-ring-full", "a task fills the buffer, loses records and reports them", kParameters,
     kPerfRingSites, BarrierPlan(), kDataRingProperties, kMustSee, build_perf_program});

}  // namespace ringcheck
