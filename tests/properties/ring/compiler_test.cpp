// The compiler as a party: what each barrier() and each ONCE of the data ring is for.
// Interrupts see their CPU's accesses in the order of the instructions, so what a compiler makes of
// the text is a program of its own (explore/compiler.hpp).
#include <gtest/gtest.h>

#include "graph/diagnostic.hpp"
#include "tests/properties/core/checks.hpp"

namespace ringcheck {
namespace {

struct CompilerRow {
  const char* what;
  const char* scenario;
  std::vector<const char*> parameters;
  const char* plan;
  const char* property;  ///< that is violated; empty: all hold
};

const std::vector<const char*> kNested = {
    "levels=1", "interrupts=2", "payload=0", "interrupt-payload=0", "polls=0", "compiler=1"};
/// Up to three departures at once.
const std::vector<const char*> kNestedOnce = {
    "levels=1", "interrupts=1", "payload=0", "interrupt-payload=0", "polls=0", "compiler=3"};
const std::vector<const char*> kFull = {"records=2", "payload=0", "interrupt-payload=0",
                                        "words=4",   "polls=1",   "compiler=1"};
const std::vector<const char*> kWrap = {"records=2", "payload=2", "words=4", "polls=1",
                                        "compiler=1"};
/// Positions pass 2^32.
const std::vector<const char*> kNestedTorn = {
    "levels=1", "interrupts=1",     "payload=0", "interrupt-payload=0",
    "polls=0",  "start=4294967280", "compiler=1"};
const std::vector<const char*> kReaderTorn = {"records=2", "payload=1",        "words=4",
                                              "polls=2",   "start=4294967288", "compiler=1"};
const std::vector<const char*> kWaiting = {"stamp=before-nest", "compiler=1"};

const std::vector<CompilerRow> kRows = {
    {"as Linux has it", "perf-ring-levels", kNested, "", ""},
    {"as Linux has it", "perf-ring-nested", kFull, "", ""},
    {"as Linux has it", "perf-ring", kWrap, "", ""},
    {"as Linux has it", "perf-ring-levels", kNestedTorn, "", ""},
    {"as Linux has it", "perf-ring", kReaderTorn, "C=rmb,D=mb", ""},
    {"as Linux has it, but for F-09", "perf-wakeup-nested", kWaiting, "", ""},
    // The barrier()s of put_handle: redundant beside marked accesses, needed beside plain ones.
    {"ONCE keeps the order", "perf-ring-levels", kNested, "nest_before_head=none", ""},
    {"ONCE keeps the order", "perf-ring-levels", kNested, "publish_before_unnest=none", ""},
    {"ONCE keeps the order", "perf-ring-levels", kNested, "unnest_before_recheck=none", ""},
    {"reorder", "perf-ring-levels", kNested, "nest_before_head=none,nest_again=none", "I-02"},
    {"reorder", "perf-ring-levels", kNested, "nest_before_head=none,head_load=none", "I-02"},
    {"reorder", "perf-ring-levels", kNested, "publish_before_unnest=none,head_store=none", "I-02"},
    {"reorder", "perf-ring-levels", kNested, "publish_before_unnest=none,nest_clear=none", "I-02"},
    {"reorder", "perf-ring-levels", kNested, "unnest_before_recheck=none,nest_clear=none", "I-04"},
    {"reorder", "perf-ring-levels", kNested, "unnest_before_recheck=none,head_recheck=none",
     "I-04"},
    {"barrier() is enough", "perf-ring-levels", kNested,
     "nest_again=none,head_load=none,head_store=none,nest_clear=none,head_recheck=none", ""},
    {"all that are redundant", "perf-ring-levels", kNestedOnce,
     "lost_look=none,nest_raise=none,stamp_compare=none,nest_look=none,nest_lower=none,"
     "nest_clear=none,head_recheck=none,nest_again=none,stamp_check=none,poll_flag=none",
     ""},
    {"merge", "perf-ring-levels", kNestedOnce,
     "nest_before_head=none,B=none,publish_before_unnest=none,unnest_before_recheck=none,"
     "head_load=none,head_recheck=none",
     "I-04"},
    // Words of a record behind the head: B or the barrier() before it keeps them.
    {"a barrier() is left", "perf-ring", kWrap, "B=none", ""},
    {"reorder", "perf-ring", kWrap, "B=none,nest_before_head=none", "I-01"},
    // The reader: plain loads of records move over volatile accesses.
    {"load early", "perf-ring", kWrap, "C=none", "I-01"},
    {"load late", "perf-ring", kWrap, "D=none", "I-06"},
    {"fences", "perf-ring", kWrap, "C=rmb,D=mb", ""},
    // Single accesses.
    {"load again", "perf-ring-levels", kNested, "head_look=none", "I-05"},
    {"tear", "perf-ring-levels", kNestedTorn, "head_store=none", "I-02"},
    {"tear", "perf-ring-levels", kNestedTorn, "head_load=none", "I-02"},
    {"compared only", "perf-ring-levels", kNestedTorn, "head_recheck=none", ""},
    {"tear", "perf-ring", kReaderTorn, "C=rmb,D=mb,reader_head=none", "I-15"},
    {"lower halves say enough", "perf-ring", kReaderTorn, "C=rmb,D=mb,reader_tail=none", ""},
    {"lower halves say enough", "perf-ring", kReaderTorn, "C=rmb,D=mb,tail_load=none", ""},
    {"load late", "perf-wakeup-nested", kWaiting, "stamp_sample=none", "I-16"},
};

TEST(CompilerOfTheRing, NeedsWhatKeepsItInOrder) {
  for (const CompilerRow& row : kRows) {
    const CheckResult result = check({row.scenario, row.parameters, row.plan}, "sc");
    SCOPED_TRACE(std::string(row.what) + ": " + row.scenario + " " + row.plan);
    EXPECT_EQ(judged(result), *row.property == '\0' ? "holds" : "violated");
    if (*row.property != '\0') {
      EXPECT_GT(violations(result, row.property), 0U);
    }
  }
}

// Without a compiler the plan says nothing about the order of accesses.
TEST(CompilerOfTheRing, DoesNothingUnlessItIsAParty) {
  const char* const plan = "nest_before_head=none,nest_again=none,head_load=none,head_look=none";
  for (const char* compiler : {"compiler=0", "compiler=1"}) {
    const CheckResult result =
        check({"perf-ring-levels", {"levels=1", "interrupts=2", compiler}, plan}, "sc");
    EXPECT_EQ(judged(result), compiler == std::string("compiler=0") ? "holds" : "violated");
  }
}

// Interrupts see the order of the instructions, whatever the machine does with it for others. What
// a single CPU needs under sc, it needs everywhere, and as many executions show it.
TEST(CompilerOfTheRing, NeedsOnMachinesWhatInterruptsSee) {
  for (const CompilerRow& row : kRows) {
    if (row.scenario != std::string("perf-ring-levels") || row.parameters != kNested) continue;
    std::vector<const char*> parameters = row.parameters;
    parameters.push_back("control=ever");
    const CheckResult in_order = check({row.scenario, parameters, row.plan}, "sc");
    for (const char* model : {"armv8", "riscv", "power"}) {
      const CheckResult result = check({row.scenario, parameters, row.plan}, model);
      SCOPED_TRACE(std::string(row.what) + ": " + row.plan + " under " + model);
      EXPECT_EQ(result.counts.complete, in_order.counts.complete);
      EXPECT_EQ(result.violating, in_order.violating);
    }
  }
}

/// Where another CPU looks, the compiler and the machine each do what they may.
TEST(CompilerOfTheRing, IsOrderedByTheMachineThatItIsCompiledFor) {
  struct Row {
    const char* model;
    const char* tables;  ///< of both sides
    const char* plan;
    const char* property;  ///< that is violated; empty: all hold
  };
  const std::vector<Row> rows = {
      {"armv8", "arm64", "", ""},
      {"armv8", "arm64", "C=rmb,D=mb", ""},
      {"armv8", "arm64", "B=none", "I-01"},  // a barrier() is left: enough on x86
      {"x86-tso", "x86-64", "B=none", ""},
      {"x86-tso", "x86-64", "B=none,nest_before_head=none", "I-01"},
      {"armv8", "arm64", "C=none", "I-01"},
      {"x86-tso", "x86-64", "C=none", "I-01"},  // the compiler loads a record early
      {"riscv", "riscv", "", ""},
      {"riscv", "riscv", "D=rmb", "I-06"},
      {"power", "powerpc", "", ""},
      {"power", "powerpc", "D=none", "I-06"},
  };
  for (const Row& row : rows) {
    const std::string kernel = std::string("kernel=") + row.tables;
    const std::string user = std::string("user=") + row.tables;
    std::vector<const char*> parameters = kWrap;
    for (const char* one : {"control=ever", kernel.c_str(), user.c_str()})
      parameters.push_back(one);
    const CheckResult result = check({"perf-ring", parameters, row.plan}, row.model);
    SCOPED_TRACE(std::string(row.model) + " " + row.plan);
    EXPECT_EQ(judged(result), *row.property == '\0' ? "holds" : "violated");
    if (*row.property != '\0') {
      EXPECT_GT(violations(result, row.property), 0U);
    }
  }
}

TEST(CompilerOfTheRing, IsRefusedWhereItWouldSayTooLittle) {
  std::vector<const char*> machine = kWrap;
  machine.push_back("control=ever");
  std::vector<const char*> torn = kReaderTorn;
  torn.push_back("control=ever");
  EXPECT_THROW(check({"perf-ring", machine}, "lkmm"), InputError);
  EXPECT_THROW(check({"perf-ring", kWrap}, "armv8"), InputError);
  EXPECT_THROW(check({"perf-ring", torn}, "armv8"), InputError);
  EXPECT_NO_THROW(check({"perf-ring", kWrap}, "x86-tso"));
}

TEST(CompilerOfTheRing, StartsAtWholeWords) {
  EXPECT_THROW(check({"perf-ring", {"start=4"}}, "sc"), InputError);
}

// Under the kernel's own model a plain load of the tail orders nothing: A is gone.
TEST(CompilerOfTheRing, KernelModelNeedsTheTailMarked) {
  const std::vector<const char*> marked = {"records=2", "payload=2", "words=4", "polls=1",
                                           "data=marked"};
  EXPECT_EQ(judged(check({"perf-ring", marked}, "lkmm")), "holds");
  const CheckResult plain = check({"perf-ring", marked, "tail_load=none"}, "lkmm");
  EXPECT_GT(violations(plain, "I-06"), 0U);
}

}  // namespace
}  // namespace ringcheck
