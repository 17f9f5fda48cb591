// perf-wakeup-rate: how often a reader is woken, by the watermark and by counts of samples.
// Tested by tests/properties/wakeup/perf_wakeup_test.cpp.
#include "properties/core/perf_scenario.hpp"
#include "properties/wakeup/invariants.hpp"
#include "properties/wakeup/wakeup_program.hpp"

namespace ringcheck {
namespace {

// Records of 24 bytes, each as large as the watermark: the first one does not pass it, the second
// one does.
constexpr std::array kParameters = {perf_parameter::records(2),
                                    perf_parameter::payload(2),
                                    perf_parameter::words(8),
                                    perf_parameter::polls(1),
                                    perf_parameter::interrupts(0),
                                    perf_parameter::interrupt_payload(0),
                                    wakeup_parameter::watermark(24),
                                    wakeup_parameter::kEvent,
                                    wakeup_parameter::kFlag,
                                    wakeup_parameter::stamp(true),
                                    wakeup_parameter::kEvents,
                                    perf_parameter::kFire,
                                    perf_parameter::kData,
                                    perf_parameter::kLocal,
                                    perf_parameter::control(ControlExtent::ever)};

constexpr std::array kJudged = {&kWakeupsBounded};

PerfProgram build(const Parameters& parameters, const BarrierPlan& plan, DefectSet defects) {
  return make_wakeup_program("perf-wakeup-rate", wakeup_setup(parameters, plan, defects));
}

}  // namespace

extern const Scenario kPerfWakeupRate;
const Scenario kPerfWakeupRate =
    perf_scenario({"perf-wakeup-rate", "how often a reader who sleeps in poll is woken",
                   kParameters, kPerfRingSites, BarrierPlan(), kJudged, kJudged, build});

}  // namespace ringcheck
