// Wakeups and records of the AUX area: a waiting task is woken for each watermark, and a record
// tells about what aux_head covers.
#include <gtest/gtest.h>

#include "tests/properties/core/outcome_rows.hpp"

namespace ringcheck {
namespace {

TEST(AuxCadence, NobodySleepsOverAWatermark) {
  expect({{"sc x86-tso", {"aux-cadence", {}}, "holds"},
          // F-03: Linux 6.1 as it stands.
          {"armv8 riscv power rc11 lkmm", {"aux-cadence", {}}, "I-29"},
          {"armv8 riscv power rc11 lkmm", {"aux-cadence", {"flag=release"}}, "holds"},
          {"sc", {"aux-cadence", {"second=skip"}}, "holds"},
          {"sc x86-tso", {"aux-cadence", {"transactions=3"}}, "holds"},
          {"sc x86-tso", {"aux-cadence", {"transactions=4", "watermark=2"}}, "holds"},
          {"sc", {"aux-cadence", {"transactions=4", "watermark=2", "second=skip"}}, "holds"},
          {"armv8", {"aux-cadence", {"transactions=3", "watermark=2"}}, "I-29"},
          {"sc", {"aux-cadence", {}, "", "aux-woken-before-head"}, "I-29"},
          {"sc", {"aux-cadence", {"second=skip"}, "", "skip-wakes-nobody"}, "I-29"},
          {"sc", {"aux-cadence", {"second=skip"}, "", "skip-keeps-wakeup"}, "I-29"}});
}

/// How many executions aux-cadence has under sc with so many transactions.
std::uint64_t executions(const char* transactions, const char* watermark) {
  return check({"aux-cadence", {transactions, watermark}}, "sc").counts.complete;
}

// The numbers are those of the kernel's own text (`make kernel`). With interrupts off from the
// start of the first transaction to the end of the last, they would be 14, 26 and 76.
TEST(AuxCadence, InterruptWorkMayRunBetweenTransactions) {
  EXPECT_EQ(executions("transactions=2", "watermark=1"), 222U);
  EXPECT_EQ(executions("transactions=3", "watermark=2"), 41U);
  EXPECT_EQ(executions("transactions=4", "watermark=2"), 614U);
}

TEST(AuxRecords, TellOfWhatTheHeadCovers) {
  for (const char* model : {"sc", "x86-tso", "armv8", "lkmm"})
    expect({{model, {"aux-records", {}}, "holds"},
            {model, {"aux-records", {"reader=by-record"}}, "I-30"},
            {model, {"aux-records", {}, "", "aux-head-before-record"}, "I-30"}});
}

}  // namespace
}  // namespace ringcheck
