// perf-poll-shared: two tasks poll events of one buffer, and one of them does not read.
// Tested by tests/properties/wakeup/perf_wakeup_test.cpp.
#include "properties/core/perf_scenario.hpp"
#include "properties/wakeup/invariants.hpp"
#include "properties/wakeup/wakeup_program.hpp"

namespace ringcheck {
namespace {

// One record of 24 bytes, a watermark of 16: it owes a wakeup.
constexpr std::array kParameters = {perf_parameter::records(1),
                                    perf_parameter::payload(2),
                                    perf_parameter::words(8),
                                    perf_parameter::polls(1),
                                    wakeup_parameter::watermark(16),
                                    wakeup_parameter::watcher(true),
                                    wakeup_parameter::kFlag,
                                    perf_parameter::kData,
                                    perf_parameter::control(ControlExtent::ever)};

constexpr std::array kMustSee = {&kWakeup};

PerfProgram build(const Parameters& parameters, const BarrierPlan& plan, DefectSet defects) {
  return make_wakeup_program("perf-poll-shared", wakeup_setup(parameters, plan, defects));
}

}  // namespace

extern const Scenario kPerfPollShared;
const Scenario kPerfPollShared =
    perf_scenario({"perf-poll-shared", "two tasks poll events of one buffer, and one does not read",
                   kParameters, kPerfRingSites, BarrierPlan(), kWakeupProperties, kMustSee, build});

}  // namespace ringcheck
