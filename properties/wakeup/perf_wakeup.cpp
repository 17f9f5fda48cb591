// perf-wakeup: a reader sleeps in poll until interrupt work wakes it; the records are those of an
// event that shares the reader's buffer.
// perf-wakeup-nested: the same with an NMI, whose record owes the wakeup.
// perf-wakeup-stamp: an NMI's record moves the stamp of the last wakeup past the first of a task.
// Tested by tests/properties/wakeup/perf_wakeup_test.cpp.
#include "properties/core/perf_scenario.hpp"
#include "properties/wakeup/invariants.hpp"
#include "properties/wakeup/wakeup_program.hpp"

namespace ringcheck {
namespace {

// Records of 24 bytes, a watermark of 16: each owes a wakeup.
constexpr std::array kParameters = {perf_parameter::records(1),
                                    perf_parameter::payload(2),
                                    perf_parameter::words(8),
                                    perf_parameter::polls(2),
                                    perf_parameter::interrupts(0),
                                    perf_parameter::interrupt_payload(1),
                                    wakeup_parameter::watermark(16),
                                    wakeup_parameter::kEvent,
                                    wakeup_parameter::kFlag,
                                    wakeup_parameter::stamp(false),
                                    perf_parameter::kFire,
                                    perf_parameter::kData,
                                    perf_parameter::kLocal,
                                    perf_parameter::kCompiler,
                                    perf_parameter::control(ControlExtent::ever)};

constexpr std::array kMustSee = {&kWakeup};

PerfProgram build(const Parameters& parameters, const BarrierPlan& plan, DefectSet defects) {
  return make_wakeup_program("perf-wakeup", wakeup_setup(parameters, plan, defects));
}

// A record of 8 bytes, which owes no wakeup, and one of 24 by an NMI, which does.
constexpr std::array kNestedParameters = {
    perf_parameter::records(1),      perf_parameter::payload(0),
    perf_parameter::words(8),        perf_parameter::polls(2),
    perf_parameter::interrupts(1),   perf_parameter::interrupt_payload(2),
    wakeup_parameter::watermark(16), wakeup_parameter::kEvent,
    wakeup_parameter::kFlag,         wakeup_parameter::stamp(false),
    wakeup_parameter::kEvents,       perf_parameter::kFire,
    perf_parameter::kData,           perf_parameter::kLocal,
    perf_parameter::kCompiler,       perf_parameter::control(ControlExtent::ever)};
constexpr std::array<std::string_view, 2> kNestedModels = {"sc", "x86-tso"};

PerfProgram build_nested(const Parameters& parameters, const BarrierPlan& plan, DefectSet defects) {
  return make_wakeup_program("perf-wakeup-nested", wakeup_setup(parameters, plan, defects));
}

// Records of 8 bytes in 32, one of them by an NMI: two are more than the watermark.
constexpr std::array kStampParameters = {perf_parameter::records(3),
                                         perf_parameter::payload(0),
                                         perf_parameter::words(4),
                                         perf_parameter::polls(2),
                                         perf_parameter::interrupts(1),
                                         perf_parameter::interrupt_payload(0),
                                         wakeup_parameter::watermark(12),
                                         wakeup_parameter::kEvent,
                                         wakeup_parameter::kFlag,
                                         wakeup_parameter::stamp(true),
                                         wakeup_parameter::kCompare,
                                         perf_parameter::kFire,
                                         perf_parameter::kData,
                                         perf_parameter::kLocal,
                                         perf_parameter::control(ControlExtent::ever)};
constexpr std::array kStampSees = {&kWakeup, &kFullLiveness};
constexpr std::array<std::string_view, 1> kStampModels = {"sc"};

PerfProgram build_stamp(const Parameters& parameters, const BarrierPlan& plan, DefectSet defects) {
  WakeupSetup setup = wakeup_setup(parameters, plan, defects);
  setup.nmi_in_first_record = true;
  return make_wakeup_program("perf-wakeup-stamp", setup);
}

}  // namespace

extern const Scenario kPerfWakeup;
const Scenario kPerfWakeup =
    perf_scenario({"perf-wakeup", "a reader sleeps in poll until interrupt work wakes it",
                   kParameters, kPerfRingSites, BarrierPlan(), kWakeupProperties, kMustSee, build});

extern const Scenario kPerfWakeupNested;
const Scenario kPerfWakeupNested = perf_scenario(
    {"perf-wakeup-nested", "an NMI owes the wakeup that the writer it interrupts is to give",
     kNestedParameters, kPerfRingSites, BarrierPlan(), kWakeupProperties, kMustSee, build_nested,
     kNestedModels});

extern const Scenario kPerfWakeupStamp;
const Scenario kPerfWakeupStamp = perf_scenario(
    {"perf-wakeup-stamp", "an NMI moves the stamp of the last wakeup past the record of the task",
     kStampParameters, kPerfRingSites, BarrierPlan(), kWakeupProperties, kStampSees, build_stamp,
     kStampModels});

}  // namespace ringcheck
