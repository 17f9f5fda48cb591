// perf-ring-levels: four levels of nesting, softirq, hardirq and NMI above a task, and a reader
// that looks at data_head only.
// perf-ring-lost: a task's record is lost, and two levels of interrupts report it.
// Tested by tests/properties/ring/perf_ring_levels_test.cpp.
#include "properties/core/perf_scenario.hpp"
#include "properties/ring/invariants.hpp"
#include "properties/ring/perf_program.hpp"

namespace ringcheck {
namespace {

using Ring = RingParameters<PerfRingSetup>;

constexpr std::array kParameters = {Ring::records(1),
                                    Ring::payload(1),
                                    Ring::words(8),
                                    Ring::polls(2),
                                    Ring::interrupts(1),
                                    Ring::levels(3),
                                    Ring::interrupt_payload(1),
                                    Ring::kFire,
                                    Ring::reader(ReaderKind::sample),
                                    Ring::kData,
                                    Ring::kLocal,
                                    Ring::kCompiler,
                                    Ring::start(0),
                                    Ring::control(ControlExtent::scope),
                                    Ring::kWatermark,
                                    Ring::reserve(ReserveOrder::tail_first)};

constexpr std::array kMustSee = {&kHeadMonotone, &kCompleteOnly, &kEventualPublication, &kDisjoint,
                                 &kNestBalance};

/// Nesting needs no weak memory to go wrong: the other models give the same executions, in five
/// seconds each. The scenarios with fewer levels look at the rest.
constexpr std::array<std::string_view, 1> kModels = {"sc"};

// A record of 128 bytes never fits into 128 bytes.
constexpr std::array kLostParameters = {Ring::records(1),
                                        Ring::payload(15, 15),
                                        Ring::words(16),
                                        Ring::polls(1),
                                        Ring::interrupts(1),
                                        Ring::levels(2),
                                        Ring::interrupt_payload(0),
                                        Ring::kLost,
                                        Ring::kFire,
                                        Ring::reader(ReaderKind::sample),
                                        Ring::kData,
                                        Ring::kLocal,
                                        Ring::control(ControlExtent::scope),
                                        Ring::reserve(ReserveOrder::tail_first)};
constexpr std::array kLostSees = {&kLostConservation, &kNoEmptyLost};

}  // namespace

extern const Scenario kPerfRingLevels;
const Scenario kPerfRingLevels = perf_scenario<PerfRingSetup>(
    {"perf-ring-levels", "four levels of nesting, and a reader that looks at data_head",
     kParameters, kPerfRingSites, BarrierPlan(), kDataRingProperties, kMustSee, build_perf_program,
     kModels});

extern const Scenario kPerfRingLost;
const Scenario kPerfRingLost = perf_scenario<PerfRingSetup>(
    {"perf-ring-lost", "nested writers report the loss of a record that never fits",
     kLostParameters, kPerfRingSites, BarrierPlan(), kDataRingProperties, kLostSees,
     build_perf_program});

}  // namespace ringcheck
