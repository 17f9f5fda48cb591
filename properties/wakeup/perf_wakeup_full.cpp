// perf-wakeup-full: the watermark is the whole buffer. The buffer is full before that much is in
// it, and a begin that fails for lack of space wakes nobody.
// Tested by tests/properties/wakeup/perf_wakeup_test.cpp.
#include "properties/core/perf_scenario.hpp"
#include "properties/wakeup/invariants.hpp"
#include "properties/wakeup/wakeup_program.hpp"

namespace ringcheck {
namespace {

using Wakeup = WakeupParameters;

// Records of 24 bytes in 64: two fit.
constexpr std::array kParameters = {
    Wakeup::records(3), Wakeup::payload(2),    Wakeup::words(8),
    Wakeup::polls(1),   Wakeup::watermark(64), Wakeup::kRefusal,
    Wakeup::kFlag,      Wakeup::kData,         Wakeup::control(ControlExtent::ever)};

constexpr std::array kMustSee = {&kFullLiveness};

}  // namespace

extern const Scenario kPerfWakeupFull;
const Scenario kPerfWakeupFull = perf_scenario<WakeupSetup>(
    {"perf-wakeup-full", "a reader sleeps in poll, and the watermark is the whole buffer",
     kParameters, kPerfRingSites, BarrierPlan(), kWakeupProperties, kMustSee,
     build_wakeup_program});

}  // namespace ringcheck
