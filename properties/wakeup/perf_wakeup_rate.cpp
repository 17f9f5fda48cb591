// perf-wakeup-rate: how often a reader is woken, by the watermark and by counts of samples.
// Tested by tests/properties/wakeup/perf_wakeup_test.cpp.
#include "properties/core/perf_scenario.hpp"
#include "properties/wakeup/invariants.hpp"
#include "properties/wakeup/wakeup_program.hpp"

namespace ringcheck {
namespace {

using Wakeup = WakeupParameters;

// Records of 24 bytes, each as large as the watermark: the first one does not pass it, the second
// one does.
constexpr std::array kParameters = {
    Wakeup::records(2),    Wakeup::payload(2),    Wakeup::words(8),
    Wakeup::polls(2),      Wakeup::interrupts(0), Wakeup::interrupt_payload(0),
    Wakeup::watermark(24), Wakeup::kEvent,        Wakeup::kFlag,
    Wakeup::stamp(true),   Wakeup::kEvents,       Wakeup::kFire,
    Wakeup::kData,         Wakeup::kLocal,        Wakeup::control(ControlExtent::ever)};

constexpr std::array kJudged = {&kWakeupsBounded};

}  // namespace

extern const Scenario kPerfWakeupRate;
const Scenario kPerfWakeupRate = perf_scenario<WakeupSetup>(
    {"perf-wakeup-rate", "how often a reader who sleeps in poll is woken", kParameters,
     kPerfRingSites, BarrierPlan(), kJudged, kJudged, build_wakeup_program});

}  // namespace ringcheck
