// perf-ring-overrun: a nested writer between the two loads of a space test, in a buffer that is
// nearly full.
//
// Linux 6.1 loads data_tail and then rb->head. By the tail that the task has loaded, the buffer is
// full. The reader makes room. An interrupt writes into that room, past the old tail plus the size
// of the buffer; then the task loads rb->head. CIRC_SPACE of a distance larger than the buffer
// takes the excess for free space, and the task reserves over records that are not read.
// 1af61adb3a23 ("Use local_try_cmpxchg in __perf_output_begin", "no functional change intended")
// loads the head first: the cmpxchg then fails.
// Tested by tests/properties/ring/perf_ring_nested_test.cpp.
#include "properties/core/perf_scenario.hpp"
#include "properties/ring/invariants.hpp"
#include "properties/ring/perf_program.hpp"

namespace ringcheck {
namespace {

using Ring = RingParameters<PerfRingSetup>;

// Records of 24 bytes in 64: two are written, the third finds no space after tail 0; the reader
// gives back the first, the interrupt's record takes [48, 72), and the third [72, 96), over the
// second at 24.
constexpr std::array kParameters = {Ring::records(3),
                                    Ring::payload(2),
                                    Ring::words(8),
                                    Ring::polls(2),
                                    Ring::interrupts(1),
                                    Ring::interrupt_payload(2),
                                    Ring::kFire,
                                    Ring::reader(ReaderKind::batch),
                                    Ring::kData,
                                    Ring::kLocal,
                                    Ring::control(ControlExtent::ever),
                                    Ring::kKernel,
                                    Ring::kUser,
                                    Ring::kWatermark,
                                    Ring::reserve(ReserveOrder::tail_first)};

constexpr std::array kMustSee = {&kNoClobber,   &kSpace,   &kDisjoint,
                                 &kNestBalance, &kFraming, &kNoFalseLoss};

}  // namespace

extern const Scenario kPerfRingOverrun;
const Scenario kPerfRingOverrun = perf_scenario<PerfRingSetup>(
    {"perf-ring-overrun", "an interrupt between the two loads of a space test in a full buffer",
     kParameters, kPerfRingSites, BarrierPlan(), kDataRingProperties, kMustSee,
     build_perf_program});

}  // namespace ringcheck
