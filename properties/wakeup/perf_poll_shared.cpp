// perf-poll-shared: two tasks poll events of one buffer, and one of them does not read.
// Tested by tests/properties/wakeup/perf_wakeup_test.cpp.
#include "properties/core/perf_scenario.hpp"
#include "properties/wakeup/invariants.hpp"
#include "properties/wakeup/wakeup_program.hpp"

namespace ringcheck {
namespace {

using Wakeup = WakeupParameters;

// One record of 24 bytes, a watermark of 16: it owes a wakeup.
constexpr std::array kParameters = {
    Wakeup::records(1), Wakeup::payload(2),    Wakeup::words(8),
    Wakeup::polls(1),   Wakeup::watermark(16), Wakeup::watcher(true),
    Wakeup::kFlag,      Wakeup::kData,         Wakeup::control(ControlExtent::ever)};

constexpr std::array kMustSee = {&kWakeup};

}  // namespace

extern const Scenario kPerfPollShared;
const Scenario kPerfPollShared = perf_scenario<WakeupSetup>(
    {"perf-poll-shared", "two tasks poll events of one buffer, and one does not read", kParameters,
     kPerfRingSites, BarrierPlan(), kWakeupProperties, kMustSee, build_wakeup_program});

}  // namespace ringcheck
