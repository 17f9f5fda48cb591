// perf-wakeup-full: the watermark is the whole buffer. It is full before so much is in it, and a
// begin that fails for lack of space wakes nobody.
// Tested by tests/properties/wakeup/perf_wakeup_test.cpp.
#include "properties/core/perf_scenario.hpp"
#include "properties/wakeup/invariants.hpp"
#include "properties/wakeup/wakeup_program.hpp"

namespace ringcheck {
namespace {

// Records of 24 bytes in 64: two fit.
constexpr std::array kParameters = {
    perf_parameter::records(3),      perf_parameter::payload(2),
    perf_parameter::words(8),        perf_parameter::polls(1),
    wakeup_parameter::watermark(64), wakeup_parameter::kFlag,
    perf_parameter::kData,           perf_parameter::control(ControlExtent::ever)};

constexpr std::array kMustSee = {&kFullLiveness};

PerfProgram build(const Parameters& parameters, const BarrierPlan& plan, DefectSet defects) {
  return make_wakeup_program("perf-wakeup-full", wakeup_setup(parameters, plan, defects));
}

}  // namespace

extern const Scenario kPerfWakeupFull;
const Scenario kPerfWakeupFull = perf_scenario(
    {"perf-wakeup-full", "a reader sleeps in poll, and the watermark is the whole buffer",
     kParameters, kPerfRingSites, BarrierPlan(), kWakeupProperties, kMustSee, build});

}  // namespace ringcheck
