// Drivers of the AUX area under exploration: what holds, what mainline has, and how stop, interrupt
// and sampler affect each other.
#include <gtest/gtest.h>

#include "tests/properties/core/outcome_rows.hpp"

namespace ringcheck {
namespace {

constexpr const char* kStrong = "sc x86-tso";
constexpr const char* kWeak = "armv8 riscv power rc11 lkmm";

// F-11: Linux 6.1 as it stands.
TEST(AuxSpe, PaddingIsNotOrderedBeforeTheHead) {
  // Their machine, and the kernel's model: the other models reorder stores as these do.
  for (const char* unit : {"aux-spe", "aux-trbe"})
    expect({{kStrong, {unit, {}}, "holds"},
            {"armv8 lkmm", {unit, {}}, "I-23"},
            {"armv8 lkmm", {unit, {"padding=wmb"}}, "holds"}});
}

TEST(AuxSpe, TheDsbMakesTraceVisible) {
  expect({{"sc armv8", {"aux-spe", {"padding=wmb", "irq=0"}, "spe_B=none"}, "I-23"},
          {"sc armv8", {"aux-trbe", {"padding=wmb", "irq=0"}, "trbe_B=none"}, "I-23"}});
}

TEST(AuxSpe, StopAndInterruptAreToldApart) {
  expect({{"sc", {"aux-spe", {"irq=2"}}, "holds"},
          {"sc", {"aux-trbe", {"irq=2"}}, "holds"},
          {"sc", {"aux-spe", {}, "", "spe-ends-twice"}, "I-26"},
          {"sc", {"aux-spe", {}, "", "spe-pointer-before-drain"}, "I-25"},
          {"sc", {"aux-trbe", {}, "", "sink-ends-always"}, "I-26"},
          {"sc", {"aux-trbe", {}, "", "trbe-wrap-at-pointer"}, "I-25"}});
}

TEST(AuxBts, HoldsWithOneInterrupt) {
  expect({{kStrong, {"aux-bts", {}}, "holds"}, {"sc", {"aux-bts", {"starts=2"}}, "holds"}});
}

// F-12: Linux 6.1 as it stands.
TEST(AuxBts, TwoInterruptsBeforeItIsEnabled) {
  expect({{"sc", {"aux-bts-refused", {}}, "I-24"},
          {"sc", {"aux-bts-refused", {"state=after-enable"}}, "holds"},
          {"sc", {"aux-bts-refused", {"nmi=1"}}, "holds"}});
}

TEST(AuxBts, WhatItsBarriersAreFor) {
  expect({{kStrong, {"aux-bts", {"nmi=0", "starts=2", "most=1"}, "bts_config=none"}, "holds"},
          {"sc", {"aux-bts-refused", {"state=after-enable"}, "bts_stopped=none"}, "holds"},
          {kStrong, {"aux-bts", {"nmi=0", "stores=posted"}}, "I-23"},
          {"sc", {"aux-bts", {}, "", "bts-active-before-begin"}, "I-24"}});
}

TEST(AuxEtf, TheCopyNeedsTheBarrierOfCsLock) {
  for (const char* sink : {"sink=etf", "sink=etb10"})
    expect({{"sc x86-tso armv8 riscv power rc11 lkmm", {"aux-etf", {sink}}, "holds"},
            {kStrong, {"aux-etf", {sink}, "etf_B=none"}, "holds"},
            {kWeak, {"aux-etf", {sink}, "etf_B=none"}, "I-23"}});
}

// The compiler may stop the unit first if nothing prevents that.
TEST(AuxPt, TheGateNeedsItsCompilerBarrier) {
  expect({{"sc", {"aux-pt", {}, "pt_nmi_before_stop=none"}, "I-24"}});
}

// Stop path, samplers and an interrupt that was left over.
TEST(AuxPtSample, TheCopyIsFrozenWhileTheUnitIsStopped) {
  expect({{kStrong, {"aux-pt-sample", {}}, "holds"},
          {"sc", {"aux-pt-sample", {"delivery=nothing"}}, "H-02"},
          {"sc", {"aux-pt-sample", {"samples=1"}, "", "pt-sample-trusts-gate"}, "H-02"},
          {"sc",
           {"aux-pt-sample", {"samples=1", "softer=1", "pmi=0"}, "", "sampling-not-marked"},
           "H-02"}});
}

// Points that commute with a handler's actions make no difference.
TEST(AuxPtSample, IsTheSameWhereverInterruptsCome) {
  expect({{"sc", {"aux-pt-sample", {"samples=1", "fire=everywhere"}}, "holds"},
          {"sc", {"aux-pt-sample", {"samples=1", "delivery=nothing", "fire=everywhere"}}, "H-02"},
          {"sc",
           {"aux-pt-sample-start", {"samples=1", "noted=after-enable", "fire=everywhere"}},
           "H-02"}});
}

TEST(AuxPtSample, ASampleWhileTheUnitIsStarted) {
  expect({{kStrong, {"aux-pt-sample-start", {}}, "holds"},
          {kStrong, {"aux-pt-sample-start", {"noted=after-enable"}}, "H-02"}});
}

TEST(AuxTeardown, WhoUnmapsIsTheLast) {
  expect({{kStrong, {"aux-teardown", {}}, "holds"},
          {kStrong, {"aux-teardown", {"migrate=yes"}}, "holds"},
          {kAll, {"aux-teardown", {"active=yes"}}, "holds"},
          {kAll, {"aux-teardown", {"event=cpu", "attach=yes", "active=yes"}}, "holds"},
          {"sc", {"aux-teardown", {}, "", "aux-reference-first"}, "I-39"},
          {"sc", {"aux-teardown", {}, "", "aux-mapping-not-checked"}, "I-39"},
          {"sc", {"aux-teardown", {}, "", "aux-unmap-skips-stop"}, "I-39"},
          {"sc", {"aux-teardown", {"migrate=yes"}, "", "aux-unmap-gives-up"}, "I-39"},
          {"sc",
           {"aux-teardown", {"event=cpu", "attach=yes", "active=yes"}, "", "attach-moves-first"},
           "I-39"}});
}

// F-15: Linux 6.1 as it stands, for events of two tasks on a CPU and for children.
TEST(AuxTeardown, AnEventThatTracesWhileItIsMoved) {
  for (const char* scenario : {"aux-teardown-attach", "aux-teardown-inherited"})
    expect({{kAll, {scenario, {}}, "I-39"}, {kAll, {scenario, {"select=transaction"}}, "holds"}});
  // Stopping an event once more does not reach its children.
  expect({{"sc", {"aux-teardown-attach", {"move=under-mutex"}}, "holds"},
          {"sc", {"aux-teardown-inherited", {"move=under-mutex"}}, "I-39"}});
}

// F-18: Linux 6.1 as it stands.
TEST(AuxTeardown, AnEventThatIsBeingScheduledIn) {
  expect({{kWeak, {"aux-teardown", {}}, "I-39"},
          {kAll, {"aux-teardown", {"begin=fenced"}}, "holds"},
          {kStrong, {"aux-teardown", {"begin=fenced", "migrate=yes"}}, "holds"}});
}

// F-19: Linux 6.1 as it stands.
TEST(AuxTeardown, ThroughAnEventOfAnotherContext) {
  expect({{kAll, {"aux-teardown-mapper", {}}, "I-39"},
          {kAll, {"aux-teardown-mapper", {"looks=each-event"}}, "holds"}});
}

// F-20: Linux 6.1 as it stands.
TEST(AuxTeardown, AnEventThatIsOffTheList) {
  expect({{kAll, {"aux-teardown-unlisted", {}}, "I-39"},
          {kAll, {"aux-teardown-unlisted", {"move=under-mutex"}}, "holds"},
          {"sc", {"aux-teardown-unlisted", {"move=under-mutex", "active=no"}}, "holds"},
          {"x86-tso", {"aux-teardown-unlisted", {"move=under-mutex", "active=no"}}, "I-39"},
          {kStrong,
           {"aux-teardown-unlisted", {"move=under-mutex", "active=no", "schedule=fenced"}},
           "holds"},
          {"sc", {"aux-teardown-unlisted", {"select=transaction"}}, "I-39"}});
}

TEST(AuxTeardown, MappingsOfOneBufferAreSerialised) {
  expect({{kAll, {"aux-map-shared", {}}, "holds"},
          {"sc", {"aux-map-shared", {}, "", "aux-mutex-of-event"}, "I-39"}});
}

// F-25: Linux 6.1 as it stands.
TEST(AuxTeardown, AnAreaThatIsMappedWhileTheEventIsScheduledIn) {
  expect({{kStrong, {"aux-map-running", {}}, "holds"},
          {kWeak, {"aux-map-running", {}}, "I-39"},
          {kAll, {"aux-map-running", {"count=release"}}, "holds"}});
}

// F-14: Linux 6.1 as it stands.
TEST(AuxWakeup, ADisablingAfterEnable) {
  expect({{kAll, {"aux-wakeup", {}}, "I-28"},
          {kStrong, {"aux-wakeup", {"repair=enable-cancels"}}, "holds"},
          {kStrong, {"aux-wakeup", {"repair=wakes-after-disable"}}, "holds"},
          {kWeak, {"aux-wakeup", {"repair=enable-cancels", "flag=release"}}, "holds"},
          {"armv8 riscv power",
           {"aux-wakeup", {"repair=wakes-after-disable", "flag=release"}},
           "holds"},
          {"rc11 lkmm", {"aux-wakeup", {"repair=wakes-after-disable", "flag=release"}}, "I-28"},
          {"sc", {"aux-wakeup", {"repair=enable-cancels", "cpu=0"}}, "I-28"},
          {"sc", {"aux-wakeup", {"repair=enable-cancels"}, "", "child-wakes-itself"}, "I-28"}});
}

}  // namespace
}  // namespace ringcheck
