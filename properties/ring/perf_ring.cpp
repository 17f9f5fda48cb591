// perf-ring: a task writes records that wrap around a small buffer, and a reader on another CPU
// polls.
// Tested by tests/properties/ring/perf_ring_test.cpp.
#include "properties/core/perf_scenario.hpp"
#include "properties/ring/invariants.hpp"
#include "properties/ring/perf_program.hpp"

namespace ringcheck {
namespace {

using Ring = RingParameters<PerfRingSetup>;

// Records of 24 bytes in 64: the third wraps, and finds space only if the reader has given some
// back.
constexpr std::array kParameters = {Ring::records(4),
                                    Ring::payload(2),
                                    Ring::words(8),
                                    Ring::polls(2),
                                    Ring::reader(ReaderKind::batch),
                                    Ring::kData,
                                    Ring::kLocal,
                                    Ring::kCompiler,
                                    Ring::start(0),
                                    Ring::control(ControlExtent::scope),
                                    Ring::kKernel,
                                    Ring::kUser,
                                    Ring::kWatermark};

constexpr std::array kMustSee = {&kPublication, &kHeadMonotone,   &kNoClobber,  &kSpace,
                                 &kFraming,     &kTailDiscipline, &kExactlyOnce};

}  // namespace

extern const Scenario kPerfRing;
const Scenario kPerfRing = perf_scenario<PerfRingSetup>(
    {"perf-ring", "a task writes records that wrap, a reader on another CPU polls", kParameters,
     kPerfRingSites, BarrierPlan(), kDataRingProperties, kMustSee, build_perf_program});

}  // namespace ringcheck
