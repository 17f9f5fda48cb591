// AUX areas under exploration: what holds under which model, and what each ordering point is for.
#include <gtest/gtest.h>

#include "tests/properties/core/outcome_rows.hpp"

namespace ringcheck {
namespace {

constexpr const char* kStrong = "sc x86-tso";
constexpr const char* kWeak = "armv8 riscv power rc11 lkmm";

// The writer is the unit: it takes up the doorbell by an acquire, and DSB waits for it. What it may
// write depends on the tail by data, so A needs nothing more.
TEST(AuxRing, TraceOfAUnitNeedsNoBarrierOfItsDriver) {
  expect({{kAll, {"aux-ring", {"transactions=2"}}, "holds"},
          {kAll, {"aux-ring", {"transactions=2"}, "etr_B=none"}, "holds"}});
}

// Three transactions go round the area. The kernel's model keeps no store after the load that A
// orders; machines keep the dependency.
TEST(AuxRing, AIsForTheKernelsModelAlone) {
  expect({{"sc armv8", {"aux-ring", {"polls=1"}, "aux_A=none"}, "holds"},
          {"lkmm", {"aux-ring", {"polls=1"}, "aux_A=none"}, "I-24"}});
}

// Where the reader loads depends on the head by address. Machines and lkmm keep this order; a
// language in which dependencies give no order needs C.
TEST(AuxRing, TheReaderNeedsItsFences) {
  expect({{"sc x86-tso armv8 riscv power lkmm",
           {"aux-ring", {"transactions=1"}, "aux_C=none"},
           "holds"},
          {"rc11", {"aux-ring", {"transactions=1"}, "aux_C=none"}, "I-23"},
          {kAll, {"aux-ring", {"transactions=1"}, "aux_C=acquire"}, "holds"},
          // rc11 has no load buffering, so D orders nothing that is not already ordered.
          {"sc x86-tso rc11", {"aux-ring", {"writer=copy"}, "aux_D=none"}, "holds"},
          {"armv8 riscv power", {"aux-ring", {"writer=copy"}, "aux_D=none"}, "I-24"},
          {"sc x86-tso armv8 riscv power rc11",
           {"aux-ring", {"writer=copy"}, "aux_D=release"},
           "holds"},
          {"lkmm", {"aux-ring", {"writer=copy"}, "aux_D=release,aux_A=acquire"}, "holds"}});
}

// A driver that looks at the room that it was granted thereby orders the tail before its stores.
TEST(AuxRing, ACopyNeedsB) {
  expect(
      {{"sc x86-tso armv8 riscv power rc11", {"aux-ring", {"writer=copy"}}, "holds"},
       {"sc x86-tso armv8 riscv power rc11", {"aux-ring", {"writer=copy"}, "aux_A=none"}, "holds"},
       // F-01: plain stores after a branch.
       {"lkmm", {"aux-ring", {"writer=copy"}}, "I-24"},
       {"lkmm", {"aux-ring", {"writer=copy"}, "aux_A=acquire"}, "holds"},
       {kStrong, {"aux-ring", {"writer=copy"}, "etr_B=none"}, "holds"},
       {kWeak, {"aux-ring", {"writer=copy", "transactions=1"}, "etr_B=none"}, "I-23"}});
}

TEST(AuxRing, ADriverThatDoesNotLookAtTheRoomNeedsTheBranchOfBegin) {
  expect(
      {{"sc x86-tso armv8 riscv power rc11",
        {"aux-ring", {"writer=blind", "transactions=2"}},
        "holds"},
       {"lkmm", {"aux-ring", {"writer=blind", "transactions=2"}}, "I-24"},
       {"lkmm", {"aux-ring", {"writer=blind", "transactions=2"}, "aux_A=acquire"}, "holds"},
       {"sc x86-tso rc11", {"aux-ring", {"writer=blind", "transactions=2"}, "aux_A=none"}, "holds"},
       {"armv8 riscv power",
        {"aux-ring", {"writer=blind", "transactions=2"}, "aux_A=none"},
        "I-24"}});
}

TEST(AuxEtr, TheCopyNeedsItsBarrierOnArm) {
  expect({{kAll, {"aux-etr", {}}, "holds"},
          {kAll, {"aux-etr", {"dma=coherent"}}, "holds"},
          {kStrong, {"aux-etr", {}, "etr_B=none"}, "holds"},
          {kWeak, {"aux-etr", {}, "etr_B=none"}, "I-23"},
          // CS_LOCK is a full barrier between the tail and the copy.
          {"sc armv8", {"aux-etr", {"units=2", "polls=1"}, "aux_A=none"}, "holds"}});
}

TEST(AuxEtr, BytesThatAreNotSyncedAreStale) {
  expect({{"sc armv8", {"aux-etr", {}, "", "dma-not-synced"}, "I-36"},
          {"sc armv8", {"aux-etr", {}, "", "dma-synced-short"}, "I-36"},
          {"sc armv8", {"aux-etr", {"dma=coherent"}, "", "dma-not-synced"}, "holds"}});
}

TEST(AuxEtr, ThatWritesToTheAreaItselfNeedsASyncAndABarrier) {
  expect({{kAll, {"aux-etr-direct", {}}, "holds"},
          {kAll, {"aux-etr-direct", {}, "etr_direct_B=wmb"}, "holds"},
          {kStrong, {"aux-etr-direct", {}, "etr_direct_B=none"}, "holds"},
          {kWeak, {"aux-etr-direct", {}, "etr_direct_B=none"}, "I-23"},
          {"sc armv8", {"aux-etr-direct", {}, "", "dma-not-synced"}, "I-23"}});
}

TEST(AuxEtr, ThatIsCoherentNeedsMoreThanAWriteBarrierInTheKernelsModel) {
  expect({{kAll, {"aux-etr-direct", {"dma=coherent"}}, "holds"},
          {"lkmm", {"aux-etr-direct", {"dma=coherent"}, "etr_direct_B=wmb"}, "I-23"},
          {"sc x86-tso armv8 riscv power rc11",
           {"aux-etr-direct", {"dma=coherent"}, "etr_direct_B=wmb"},
           "holds"},
          {"armv8 riscv power", {"aux-etr-direct", {"dma=coherent"}, "etr_direct_B=none"}, "holds"},
          {"rc11 lkmm", {"aux-etr-direct", {"dma=coherent"}, "etr_direct_B=none"}, "I-23"}});
}

// pt_B is a wmb in Linux, and waits for what the unit posts; without it nothing does, in any model.
TEST(AuxPt, WhatTheUnitPostsIsWaitedFor) {
  expect({{kAll, {"aux-pt", {}}, "holds"},
          {kAll, {"aux-pt", {}, "pt_B=mb"}, "holds"},
          {kAll, {"aux-pt", {"pmi=0"}, "pt_B=none"}, "I-23"}});
}

// The interrupt may come right after the write that enables trace: it goes by what hw.config said
// before that.
TEST(AuxPt, TheStartIsNotedBeforeTheUnitRuns) {
  expect({{"sc x86-tso armv8", {"aux-pt", {"noted=after-enable"}}, "I-24"},
          {"sc x86-tso armv8", {"aux-pt", {"noted=after-enable", "pmi=0"}}, "holds"},
          {kStrong, {"aux-pt", {"pmi=2"}}, "holds"}});
}

// Every point of start and stop, two interrupts: each execution once, whatever a choice means.
TEST(AuxPt, TheGateIsClosedBeforeTheUnitIsStopped) {
  expect({{"sc", {"aux-pt", {}, "", "pt-gate-closed-late"}, "I-24"},
          {"sc", {"aux-pt", {}, "", "pt-gate-not-checked"}, "I-26"}});
}

// A 32-bit reader, while aux_head goes beyond 32 bits. The kernel stores the word at once, so the
// loads of its halves are loads of one location, which are coherent in every model. In either order
// they may see two stores, but the fences between them order nothing that is not already ordered.
TEST(AuxRing, A32BitReaderIsNotTorn) {
  const CheckRow fences{"aux-ring", {"widths=32-on-64", "transactions=2", "polls=1"}};
  CheckRow no_fences = fences;
  no_fences.plan = "compat_first=none,compat_second=none";
  expect({{"sc armv8", fences, "holds"}, {"sc", no_fences, "holds"}, {"armv8", no_fences, "I-23"}});
}

}  // namespace
}  // namespace ringcheck
