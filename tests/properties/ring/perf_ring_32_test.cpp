// The data ring where a long has 32 bits: in kernel and reader, or only in the reader.
#include <gtest/gtest.h>

#include "graph/diagnostic.hpp"
#include "tests/properties/core/outcome_rows.hpp"

namespace ringcheck {
namespace {

constexpr const char* kMachines = "sc x86-tso armv8 power";

TEST(PerfRing32, HoldsOnBothSidesOf2And4GiB) {
  expect({{kAll, {"perf-ring-32", {}}, "holds"},
          {kMachines, {"perf-ring-32", {"start=2147483640"}}, "holds"},
          {kMachines, {"perf-ring-32", {"reader=each", "records=2"}}, "holds"},
          {"sc armv8", {"perf-ring-32", {"interrupts=1", "records=1", "polls=1"}}, "holds"}});
}

TEST(PerfRing32, AReaderOf32BitsUnderA64BitKernelHoldsWhateverHalfItLoadsFirst) {
  expect({{kAll, {"perf-ring-compat", {}}, "holds"},
          {kAll, {"perf-ring-compat", {"halves=high-first"}}, "holds"},
          {kMachines, {"perf-ring-compat", {"start=2147483640"}}, "holds"}});
}

// The head is below the tail as numbers of 64 bits, and the reader goes on over stale records.
TEST(PerfRing32, AReaderThatWaitsForEqualityRunsPastTheHead) {
  expect({{kAll, {"perf-ring-until-equal", {}}, "I-15"},
          {kAll, {"perf-ring-until-equal", {"reader=until-equal-as-longs"}}, "holds"},
          {kAll, {"perf-ring-until-equal", {"widths=64"}}, "holds"},
          {kMachines, {"perf-ring-until-equal", {"start=2147483640"}}, "holds"}});
}

// Only if the reader gets half of an old head and half of a new one.
TEST(PerfRing32, ATornHeadDoesTheSameToThatReaderUnderA64BitKernel) {
  expect({{kAll, {"perf-ring-until-equal", {"widths=32-on-64"}}, "I-14"},
          {kAll,
           {"perf-ring-until-equal", {"widths=32-on-64", "reader=until-equal-as-longs"}},
           "holds"}});
}

// smp_rmb and smp_mb, since a word in halves has neither acquire nor release.
TEST(PerfRing32, OrderingPointsAreThoseOfWholeWords) {
  constexpr const char* kStrong = "sc x86-tso";
  constexpr const char* kWeak = "armv8 riscv power rc11 lkmm";
  for (const char* scenario : {"perf-ring-32", "perf-ring-compat"})
    expect({{kStrong, {scenario, {}, "B=none"}, "holds"},
            {kWeak, {scenario, {}, "B=none"}, "I-01"},
            {kStrong, {scenario, {}, "C=none"}, "holds"},
            {kWeak, {scenario, {}, "C=none"}, "I-01"},
            {kAll, {scenario, {}, "C=acquire,D=release"}, "holds"}});
}

TEST(PerfRing32, AnOverwriteBufferHoldsToo) {
  for (const char* widths : {"widths=32", "widths=32-on-64"})
    for (const char* start : {"start=8", "start=2147483656", "start=4294967304"})
      expect({{"sc armv8",
               {"perf-ring-overwrite", {widths, start, "grace=yes", "resume=release"}},
               "holds"}});
}

TEST(PerfRing32, ACompilerAndHalvesAreNotTriedAtOnce) {
  EXPECT_THROW(check({"perf-ring", {"widths=32", "compiler=1"}}, "sc"), InputError);
}

}  // namespace
}  // namespace ringcheck
