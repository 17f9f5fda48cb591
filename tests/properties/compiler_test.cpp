// The compiler as a party: what each barrier() of put_handle is for.
// Interrupts see their CPU's accesses in the order of the instructions, so a compiler that swaps
// two accesses is a program that has them swapped. It may swap plain ones between which nothing
// stands; READ_ONCE, WRITE_ONCE and local_t accesses are volatile, and stay in order.
#include <gtest/gtest.h>

#include "tests/properties/checks.hpp"

namespace ringcheck {
namespace {

struct CompilerRow {
  const char* accesses;
  const char* plan;
  const char* property;  ///< that is violated; empty: all hold
};

TEST(Compiler, EachBarrierIsNeededWithPlainAccessesAndRedundantWithOnce) {
  const std::vector<CompilerRow> rows = {{"accesses=plain", "", ""},
                                         {"accesses=plain", "nest_before_head=none", "I-02"},
                                         {"accesses=plain", "publish_before_unnest=none", "I-02"},
                                         {"accesses=plain", "unnest_before_recheck=none", "I-04"},
                                         {"accesses=once", "nest_before_head=none", ""},
                                         {"accesses=once", "publish_before_unnest=none", ""},
                                         {"accesses=once", "unnest_before_recheck=none", ""}};
  for (const CompilerRow& row : rows) {
    const ScenarioResult result =
        check({"perf-ring-levels", {"levels=1", "interrupts=2", row.accesses}, row.plan}, "sc");
    SCOPED_TRACE(std::string(row.accesses) + " " + row.plan);
    EXPECT_EQ(verdict_name(result.verdict), *row.property == '\0' ? "holds" : "violated");
    if (*row.property != '\0') {
      EXPECT_GT(violations(result, row.property), 0U);
    }
  }
}

}  // namespace
}  // namespace ringcheck
