// perf-ring-32: a 32-bit kernel and its reader, while positions of 32 bits begin again at 0.
// perf-ring-compat: a 32-bit reader under a 64-bit kernel, while positions pass 4 GiB.
// perf-ring-until-equal: a reader as libbpf has it, on a 32-bit kernel.
// Tested by tests/properties/ring/perf_ring_32_test.cpp.
#include "properties/core/perf_scenario.hpp"
#include "properties/core/width_parameters.hpp"
#include "properties/ring/invariants.hpp"
#include "properties/ring/perf_program.hpp"

namespace ringcheck {
namespace {

using Ring = RingParameters<PerfRingSetup>;
using Width = WidthParameters<PerfRingSetup>;

constexpr std::uint64_t kBefore4GiB = (std::uint64_t{1} << kHalfBits) - kWordBytes;

// The first record of 16 bytes begins a word before 4 GiB, and ends after.
constexpr auto parameters_of(Widths widths, ReaderKind reader, std::uint64_t polls) {
  return std::array{Ring::records(3),
                    Ring::payload(1),
                    Ring::words(8),
                    Ring::polls(polls),
                    Ring::interrupts(0),
                    Ring::interrupt_payload(1),
                    Ring::kFire,
                    Width::widths(widths),
                    Width::halves(),
                    Ring::reader(reader),
                    Ring::kData,
                    Ring::kLocal,
                    Ring::start(kBefore4GiB),
                    Ring::control(ControlExtent::scope),
                    Ring::kWatermark,
                    Ring::reserve(ReserveOrder::tail_first)};
}
constexpr auto kParametersOf32 = parameters_of(Widths::all_32, ReaderKind::batch, 2);
constexpr auto kParametersOfCompat = parameters_of(Widths::reader_32, ReaderKind::batch, 2);
constexpr auto kParametersOfEqual = parameters_of(Widths::all_32, ReaderKind::until_equal, 1);

constexpr std::array kMustSee = {&kPublication, &kHeadMonotone, &kFraming, &kTailDiscipline,
                                 &kExactlyOnce};
constexpr std::array kMustSeeOfEqual = {&kPublication, &kHeadMonotone};

}  // namespace

extern const Scenario kPerfRing32;
const Scenario kPerfRing32 = perf_scenario<PerfRingSetup>(
    {"perf-ring-32", "records written and read on a 32-bit kernel as positions pass 4 GiB",
     kParametersOf32, kPerfRingSites, BarrierPlan(), kDataRingProperties, kMustSee,
     build_perf_program});

extern const Scenario kPerfRingCompat;
const Scenario kPerfRingCompat = perf_scenario<PerfRingSetup>(
    {"perf-ring-compat", "a 32-bit reader under a 64-bit kernel as positions pass 4 GiB",
     kParametersOfCompat, kPerfRingSites, BarrierPlan(), kDataRingProperties, kMustSee,
     build_perf_program});

extern const Scenario kPerfRingUntilEqual;
const Scenario kPerfRingUntilEqual = perf_scenario<PerfRingSetup>(
    {"perf-ring-until-equal", "a reader that goes on until tail and head are equal, with 32 bits",
     kParametersOfEqual, kPerfRingSites, BarrierPlan(), kDataRingProperties, kMustSeeOfEqual,
     build_perf_program});

}  // namespace ringcheck
