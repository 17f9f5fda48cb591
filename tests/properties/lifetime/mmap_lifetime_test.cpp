// Mappings, events and buffers: what may happen at the same time.
#include <gtest/gtest.h>

#include "graph/diagnostic.hpp"
#include "tests/properties/core/checks.hpp"

namespace ringcheck {
namespace {

struct LifetimeRow {
  CheckRow row;
  bool holds;
};

void expect_rows(const std::vector<LifetimeRow>& rows) {
  for (const LifetimeRow& row : rows) {
    const CheckResult result = check(row.row, "sc");
    std::string text = std::string(row.row.scenario) + " " + row.row.defect;
    for (const char* parameter : row.row.parameters) text.append(" ").append(parameter);
    SCOPED_TRACE(text);
    EXPECT_EQ(judged(result), row.holds ? "holds" : "violated");
    EXPECT_EQ(violations(result, "I-39") == 0, row.holds);
    EXPECT_EQ(result.counts.cut, 0U);
  }
}

TEST(MmapLifetime, HoldsAsLinuxHasIt) {
  expect_rows(
      {{{"mmap-lifetime", {}}, true},
       {{"mmap-lifetime", {"observer=getter"}}, true},
       {{"mmap-lifetime", {"redirect=away"}}, true},
       {{"mmap-lifetime", {"redirect=off-on"}}, true},
       {{"mmap-lifetime", {"redirect=before", "observer=none", "mapper=maps", "close=under-mutex"}},
        true},
       {{"mmap-lifetime", {"redirect=none", "observer=none", "mapper=fails", "close=under-mutex"}},
        true},
       {{"mmap-lifetime", {"closers=other", "redirect=none", "observer=none"}}, true}});
}

TEST(MmapLifetime, HoldsUnderEveryModel) {
  for (const char* model : {"sc", "x86-tso", "armv8", "riscv", "power", "rc11", "lkmm"})
    EXPECT_EQ(judged(check({"mmap-lifetime", {}}, model)), "holds") << model;
}

// See docs/findings.md.
TEST(MmapCloseTwice, NeitherOfTwoSeesBothCountsBecomeZero) {
  expect_rows({{{"mmap-close-twice", {}}, false},
               {{"mmap-close-twice", {"redirect=none"}}, false},
               {{"mmap-close-twice", {"close=under-mutex"}}, true},
               {{"mmap-close-twice", {"closers=other", "redirect=none"}}, true}});
}

// See docs/findings.md.
TEST(MmapAuxRefused, WhoFailsCanBeTheLastToLeave) {
  expect_rows({{{"mmap-aux-refused", {}}, false},
               {{"mmap-aux-refused", {"close=under-mutex"}}, true},
               {{"mmap-aux-refused", {"aux-count=last"}}, true},
               {{"mmap-aux-refused", {"mapper=aux-maps", "close=under-mutex"}}, true}});
}

// The barrier before the wait for a grace period: without it, only interleavings stay in order.
TEST(RedirectWalked, NeedsTheBarrierOfAGracePeriod) {
  for (const char* model : {"sc", "x86-tso", "armv8", "riscv", "power", "rc11", "lkmm"}) {
    EXPECT_EQ(verdict_name(check({"redirect-walked", {}}, model).verdict), "holds") << model;
    const CheckResult early = check({"redirect-walked", {}, "", "grace-looks-early"}, model);
    EXPECT_EQ(violations(early, "I-39") == 0, std::string_view(model) == "sc") << model;
  }
}

TEST(MmapLifetime, DefectsBreakIt) {
  const auto row = [](std::vector<const char*> parameters, const char* defect) {
    return LifetimeRow{{"mmap-lifetime", std::move(parameters), "", defect}, false};
  };
  expect_rows({row({"redirect=away"}, "readd-without-grace"),
               row({"redirect=off-on"}, "grace-forgotten"),
               row({"observer=none"}, "set-output-one-mutex"),
               row({"closers=other", "redirect=none", "observer=none"}, "dec-then-test"),
               row({"redirect=none", "observer=none", "mapper=fails", "close=under-mutex"},
                   "mmap-failure-continues"),
               row({"redirect=before", "observer=getter"}, "get-without-test")});
}

TEST(MmapLifetime, RefusesWhatDoesNotFit) {
  EXPECT_THROW(check({"mmap-lifetime", {"redirect=away", "mapper=maps"}}, "sc"), InputError);
  EXPECT_THROW(check({"mmap-lifetime", {"closers=other"}}, "sc"), InputError);
}

TEST(EventOncpu, NeedsBothBarriersWhereStoresAndLoadsAreReordered) {
  struct Row {
    const char* model;
    const char* defect;
    bool holds;
  };
  for (const Row& row : std::vector<Row>{{"sc", "sched-in-without-wmb", true},
                                         {"sc", "stop-without-rmb", true},
                                         {"x86-tso", "sched-in-without-wmb", true},
                                         {"x86-tso", "stop-without-rmb", true},
                                         {"armv8", "", true},
                                         {"armv8", "sched-in-without-wmb", false},
                                         {"armv8", "stop-without-rmb", false},
                                         {"riscv", "", true},
                                         {"riscv", "stop-without-rmb", false},
                                         {"power", "", true},
                                         {"power", "sched-in-without-wmb", false},
                                         {"lkmm", "", true},
                                         {"lkmm", "sched-in-without-wmb", false},
                                         {"lkmm", "stop-without-rmb", false}})
    EXPECT_EQ(judged(check({"event-oncpu", {}, "", row.defect}, row.model)),
              row.holds ? "holds" : "violated")
        << row.model << " " << row.defect;
}

}  // namespace
}  // namespace ringcheck
