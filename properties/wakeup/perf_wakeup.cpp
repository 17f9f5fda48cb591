// perf-wakeup: a reader sleeps in poll until interrupt work wakes it; the records are those of an
// event that shares the reader's buffer.
// perf-wakeup-nested: the same with an NMI, whose record owes the wakeup. perf-wakeup-stamp: an
// NMI's record moves the stamp of the last wakeup past a task's first record. Tested by
// tests/properties/wakeup/perf_wakeup_test.cpp.
#include "properties/core/perf_scenario.hpp"
#include "properties/wakeup/invariants.hpp"
#include "properties/wakeup/wakeup_program.hpp"

namespace ringcheck {
namespace {

using Wakeup = WakeupParameters;

// Records of 24 bytes, a watermark of 16: each owes a wakeup.
constexpr std::array kParameters = {Wakeup::records(1),    Wakeup::payload(2),
                                    Wakeup::words(8),      Wakeup::polls(2),
                                    Wakeup::interrupts(0), Wakeup::interrupt_payload(1),
                                    Wakeup::watermark(16), Wakeup::kEvent,
                                    Wakeup::kEpoll,        Wakeup::kFlag,
                                    Wakeup::stamp(false),  Wakeup::kFire,
                                    Wakeup::kData,         Wakeup::kLocal,
                                    Wakeup::kCompiler,     Wakeup::control(ControlExtent::ever)};

constexpr std::array kMustSee = {&kWakeup};

// A record of 8 bytes, which owes no wakeup, and one of 24 by an NMI, which does.
constexpr std::array kNestedParameters = {Wakeup::records(1),
                                          Wakeup::payload(0),
                                          Wakeup::words(8),
                                          Wakeup::polls(2),
                                          Wakeup::interrupts(1),
                                          Wakeup::interrupt_payload(2),
                                          Wakeup::watermark(16),
                                          Wakeup::kEvent,
                                          Wakeup::kFlag,
                                          Wakeup::stamp(false),
                                          Wakeup::kEvents,
                                          Wakeup::kFire,
                                          Wakeup::kData,
                                          Wakeup::kLocal,
                                          Wakeup::kCompiler,
                                          Wakeup::reserve(ReserveOrder::tail_first),
                                          Wakeup::control(ControlExtent::ever)};

// Records of 8 bytes in 32, one of them by an NMI: two are more than the watermark.
constexpr std::array kStampParameters = {Wakeup::records(3),
                                         Wakeup::payload(0),
                                         Wakeup::words(4),
                                         Wakeup::polls(2),
                                         Wakeup::interrupts(1),
                                         Wakeup::interrupt_payload(0),
                                         Wakeup::watermark(12),
                                         Wakeup::kEvent,
                                         Wakeup::kFlag,
                                         Wakeup::stamp(true),
                                         Wakeup::kCompare,
                                         Wakeup::kFire,
                                         Wakeup::kData,
                                         Wakeup::kLocal,
                                         Wakeup::reserve(ReserveOrder::tail_first),
                                         Wakeup::control(ControlExtent::ever)};
constexpr std::array kStampSees = {&kWakeup, &kFullLiveness};
// armv8, riscv, power and lkmm give the same result as rc11, in 3 to 12 seconds.
constexpr std::array<std::string_view, 3> kStampModels = {"sc", "x86-tso", "rc11"};

PerfProgram build_stamp(const WakeupSetup& settings, const PerfCase& of) {
  WakeupSetup setup = settings;
  setup.nmi_in_first_record = true;
  return build_wakeup_program(setup, of);
}

}  // namespace

extern const Scenario kPerfWakeup;
const Scenario kPerfWakeup = perf_scenario<WakeupSetup>(
    {"perf-wakeup", "a reader sleeps in poll until interrupt work wakes it", kParameters,
     kPerfRingSites, BarrierPlan(), kWakeupProperties, kMustSee, build_wakeup_program});

extern const Scenario kPerfWakeupNested;
const Scenario kPerfWakeupNested = perf_scenario<WakeupSetup>(
    {"perf-wakeup-nested", "an NMI owes the wakeup that the writer it interrupts is to give",
     kNestedParameters, kPerfRingSites, BarrierPlan(), kWakeupProperties, kMustSee,
     build_wakeup_program});

extern const Scenario kPerfWakeupStamp;
const Scenario kPerfWakeupStamp = perf_scenario<WakeupSetup>(
    {"perf-wakeup-stamp", "an NMI moves the stamp of the last wakeup past the record of the task",
     kStampParameters, kPerfRingSites, BarrierPlan(), kWakeupProperties, kStampSees, build_stamp,
     kStampModels});

}  // namespace ringcheck
