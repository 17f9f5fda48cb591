// Tasks that sleep in poll: who is woken, and who is not.
#include <gtest/gtest.h>

#include "tests/properties/core/checks.hpp"

namespace ringcheck {
namespace {

struct WakeupRow {
  CheckRow row;
  const char* model;
  const char* property;  ///< that is violated; empty: all hold
};

void expect_rows(const std::vector<WakeupRow>& rows) {
  for (const WakeupRow& row : rows) {
    const CheckResult result = check(row.row, row.model);
    std::string text = std::string(row.row.scenario) + " " + row.row.defect + " " + row.model;
    for (const char* parameter : row.row.parameters) text.append(" ").append(parameter);
    SCOPED_TRACE(text);
    EXPECT_EQ(judged(result), *row.property == '\0' ? "holds" : "violated");
    if (*row.property != '\0') {
      EXPECT_GT(violations(result, row.property), 0U);
    }
    EXPECT_EQ(result.counts.cut, 0U);
  }
}

// What an atomic_set of rb->poll does not order; see docs/findings.md.
TEST(PerfWakeup, TheFlagNeedsOrderBehindThePublishedHead) {
  expect_rows({{{"perf-wakeup", {}}, "sc", ""},
               {{"perf-wakeup", {}}, "x86-tso", ""},
               {{"perf-wakeup", {}}, "rc11", "I-16"},
               {{"perf-wakeup", {}}, "armv8", "I-16"},
               {{"perf-wakeup", {}}, "riscv", "I-16"},
               {{"perf-wakeup", {}}, "power", "I-16"},
               {{"perf-wakeup", {}}, "lkmm", "I-16"},
               {{"perf-wakeup", {"flag=release"}}, "armv8", ""},
               {{"perf-wakeup", {"flag=release"}}, "power", ""},
               {{"perf-wakeup", {"flag=release"}}, "lkmm", ""}});
}

TEST(PerfWakeup, HoldsWithSeveralRecordsAndAnNmi) {
  expect_rows({{{"perf-wakeup", {"records=2"}}, "sc", ""},
               {{"perf-wakeup", {"records=3", "payload=1"}}, "x86-tso", ""},
               {{"perf-wakeup", {"interrupts=1"}}, "sc", ""},
               {{"perf-wakeup", {"interrupts=1", "event=own"}}, "sc", ""},
               {{"perf-wakeup-nested", {"stamp=before-nest"}}, "sc", ""},
               {{"perf-wakeup", {"records=2", "flag=release"}}, "rc11", ""}});
}

// Work on a CPU that the event has left; see docs/findings.md, F-33.
TEST(PerfWakeupMoved, PlainStoresLoseTheWakeupOfAnEventThatHasMoved) {
  for (const char* model : {"sc", "x86-tso"}) expect_rows({{{"perf-wakeup-moved", {}}, model, ""}});
  for (const char* model : {"armv8", "riscv", "power", "rc11", "lkmm"})
    expect_rows({{{"perf-wakeup-moved", {}}, model, "I-16"},
                 {{"perf-wakeup-moved", {"due=exchange"}}, model, ""}});
}

TEST(PerfWakeupMoved, ReleasedAndAcquiredIsEnoughForProcessors) {
  for (const char* model : {"sc", "x86-tso", "armv8", "riscv", "power"})
    expect_rows({{{"perf-wakeup-moved", {"due=released"}}, model, ""}});
  expect_rows({{{"perf-wakeup-moved", {"due=released"}}, "lkmm", "I-16"}});
}

// Between the nest count and the stamp; see docs/findings.md.
TEST(PerfWakeupNested, AnNmiThatComesBetweenCountAndStampWakesNobody) {
  expect_rows({{{"perf-wakeup-nested", {}}, "sc", "I-16"},
               {{"perf-wakeup-nested", {}}, "x86-tso", "I-16"},
               {{"perf-wakeup-nested", {"stamp=before-nest"}}, "x86-tso", ""}});
}

// After the reservation, unsigned; see docs/findings.md.
TEST(PerfWakeupStamp, AnNmiMovesTheStampPastTheRecordOfTheTask) {
  expect_rows({{{"perf-wakeup-stamp", {}}, "sc", "I-16"},
               {{"perf-wakeup-stamp", {"compare=signed"}}, "sc", ""}});
}

TEST(PerfWakeupNested, SamplesThatAreCountedOweAWakeup) {
  const std::vector<const char*> two = {"payload=0", "interrupt-payload=0", "watermark=64",
                                        "wakeup-events=2", "stamp=before-nest"};
  std::vector<const char*> three = two;
  three[3] = "wakeup-events=3";
  expect_rows({{{"perf-wakeup-nested", two}, "sc", ""},
               {{"perf-wakeup-nested", two, "", "events-not-atomic"}, "sc", "I-16"},
               {{"perf-wakeup-nested", three, "", "events-not-atomic"}, "sc", "I-16"}});
  // A third sample comes when the second has been counted, and is not forgotten.
  std::vector<const char*> more = two;
  more.push_back("records=2");
  expect_rows({{{"perf-wakeup-nested", more}, "sc", ""},
               {{"perf-wakeup-nested", more, "", "events-forgotten"}, "sc", "I-16"}});
}

TEST(PerfWakeup, DefectsLoseWakeups) {
  const std::vector<const char*> nmi = {"interrupts=1", "interrupt-payload=2"};
  const std::vector<const char*> first = {"stamp=before-nest"};
  expect_rows({{{"perf-wakeup", {}, "", "wake-own-event-only"}, "sc", "I-16"},
               {{"perf-wakeup", {"event=own"}, "", "wake-own-event-only"}, "sc", ""},
               {{"perf-wakeup", {}, "", "wake-first-only"}, "sc", ""},
               {{"perf-wakeup", {"epoll=yes"}, "", "wake-first-only"}, "sc", "I-16"},
               {{"perf-wakeup", {"epoll=yes"}}, "sc", ""},
               {{"perf-wakeup", nmi, "", "clear-after-wake"}, "sc", "I-16"},
               {{"perf-wakeup", {}, "", "clear-after-wake"}, "sc", ""},
               {{"perf-wakeup-nested", first, "", "wakeup-sampled-late"}, "sc", "I-16"},
               {{"perf-wakeup-nested", first, "", "wake-when-nested"}, "sc", "I-16"},
               {{"perf-wakeup", {}, "", "flag-after-wakeup"}, "sc", "I-16"},
               {{"perf-wakeup", {}, "", "check-before-registering"}, "sc", "I-16"}});
}

TEST(PerfWakeupFull, AWatermarkThatNoRecordCrossesWakesNobody) {
  expect_rows({{{"perf-wakeup-full", {}}, "sc", "I-17"},
               {{"perf-wakeup-full", {}}, "armv8", "I-17"},
               {{"perf-wakeup-full", {"watermark=40"}}, "sc", ""},
               {{"perf-wakeup-full", {"watermark=47"}}, "sc", ""},
               {{"perf-wakeup-full", {"watermark=48"}}, "sc", "I-17"},
               {{"perf-wakeup-full", {"watermark=56"}}, "sc", "I-17"},
               {{"perf-wakeup-full", {"watermark=63"}}, "sc", "I-17"},
               // Half the buffer, which is the default, and records of half the buffer.
               {{"perf-wakeup-full", {"payload=3", "watermark=32"}}, "sc", "I-17"},
               {{"perf-wakeup-full", {"payload=3", "watermark=31"}}, "sc", ""}});
}

// F-22: Linux 6.1 as it stands.
TEST(PerfWakeupRedirect, TheWorkWakesForAnotherBuffer) {
  for (const char* model : {"sc", "x86-tso"})
    expect_rows({{{"perf-wakeup-redirect", {}}, model, "I-16"},
                 {{"perf-wakeup-redirect", {"work=written-rb"}}, model, ""}});
  for (const char* model : {"armv8", "lkmm"})
    expect_rows({{{"perf-wakeup-redirect", {}}, model, "I-16"},
                 {{"perf-wakeup-redirect", {"work=written-rb", "flag=release"}}, model, ""}});
}

TEST(PerfWakeupRate, NobodyIsWokenMoreOftenThanIsOwed) {
  const std::vector<const char*> counted = {"records=3", "payload=0", "watermark=64",
                                            "wakeup-events=2"};
  const std::vector<const char*> nested = {"interrupts=1"};
  expect_rows({{{"perf-wakeup-rate", {}}, "sc", ""},
               {{"perf-wakeup-rate", nested}, "sc", ""},
               {{"perf-wakeup-rate", counted}, "sc", ""},
               {{"perf-wakeup-rate", {}, "", "wakes-at-watermark"}, "sc", "I-42"},
               {{"perf-wakeup-rate", counted, "", "events-never-reset"}, "sc", "I-42"}});
}

TEST(PerfPollShared, WhoOnlyPollsTakesTheFlagFromWhoReads) {
  expect_rows(
      {{{"perf-poll-shared", {}}, "sc", "I-16"}, {{"perf-poll-shared", {"watcher=no"}}, "sc", ""}});
}

TEST(PerfWakeup, FiringEverywhereChangesNoVerdict) {
  const auto some =
      check({"perf-wakeup", {"interrupts=1", "interrupt-payload=2"}, "", "clear-after-wake"}, "sc");
  const auto all = check({"perf-wakeup",
                          {"interrupts=1", "interrupt-payload=2", "fire=everywhere"},
                          "",
                          "clear-after-wake"},
                         "sc");
  EXPECT_EQ(verdict_name(some.verdict), verdict_name(all.verdict));
  EXPECT_GT(all.counts.complete, some.counts.complete);
  EXPECT_EQ(judged(check({"perf-wakeup", {"fire=everywhere", "flag=release"}}, "sc")), "holds");
}

}  // namespace
}  // namespace ringcheck
