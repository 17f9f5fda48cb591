// perf-ring-nested: an interrupt writer may fire before any access of a task writer that matters.
// Tested by tests/properties/ring/perf_ring_nested_test.cpp.
#include "properties/core/perf_scenario.hpp"
#include "properties/ring/invariants.hpp"
#include "properties/ring/perf_program.hpp"

namespace ringcheck {
namespace {

using Ring = RingParameters<PerfRingSetup>;

constexpr std::array kParameters = {Ring::records(2),
                                    Ring::payload(1),
                                    Ring::words(8),
                                    Ring::polls(2),
                                    Ring::interrupts(1),
                                    Ring::levels(1),
                                    Ring::interrupt_payload(1),
                                    Ring::kFire,
                                    Ring::reader(ReaderKind::batch),
                                    Ring::kData,
                                    Ring::kLocal,
                                    Ring::kCompiler,
                                    Ring::start(0),
                                    Ring::control(ControlExtent::scope),
                                    Ring::kKernel,
                                    Ring::kUser,
                                    Ring::kWatermark,
                                    Ring::reserve(ReserveOrder::tail_first)};

constexpr std::array kMustSee = {&kPublication,         &kHeadMonotone, &kCompleteOnly,
                                 &kEventualPublication, &kDisjoint,     &kNestBalance,
                                 &kExactlyOnce};

}  // namespace

extern const Scenario kPerfRingNested;
const Scenario kPerfRingNested = perf_scenario<PerfRingSetup>(
    {"perf-ring-nested", "an interrupt writes into a task's buffer between any two accesses",
     kParameters, kPerfRingSites, BarrierPlan(), kDataRingProperties, kMustSee,
     build_perf_program});

}  // namespace ringcheck
