// Every property can fail: a barrier plan or a known mistake violates it, and the property says so.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "properties/core/area.hpp"
#include "properties/core/mutants.hpp"
#include "tests/properties/core/checks.hpp"

namespace ringcheck {
namespace {

struct FailureRow {
  const char* property;
  const char* model;
  CheckRow row;
};

const std::vector<const char*> kTwoEventsMapped = {"closers=other", "redirect=none",
                                                   "observer=none"};
const std::vector<const char*> kNoMemory = {"redirect=none", "observer=none", "mapper=fails",
                                            "close=under-mutex"};

const std::vector<const char*> kOwnOff = {"redirect=own-off", "observer=none", "mapper=maps",
                                          "close=under-mutex"};

const std::vector<FailureRow>& failures() {
  static const std::vector<FailureRow> kRows = {
      // Plans.
      {"I-01", "armv8", {"perf-ring", {}, "B=none"}},
      {"I-01", "armv8", {"perf-ring", {}, "C=none"}},
      {"I-06", "armv8", {"perf-ring", {}, "A=none"}},
      {"I-06", "armv8", {"perf-ring", {}, "D=none"}},
      {"I-06", "armv8", {"perf-ring", {}, "D=wmb"}},
      {"S-01", "armv8", {"spsc-ring", {}, "B=none"}},
      {"S-02", "armv8", {"one-slot-ring", {}, "B=none"}},
      {"S-02", "armv8", {"one-slot-ring", {}, "D=none"}},
      {"I-23", "armv8", {"aux-etr", {}, "etr_B=none"}},
      {"I-24", "armv8", {"aux-ring", {"writer=blind", "transactions=2"}, "aux_A=none"}},
      {"I-23", "sc", {"aux-pt", {}, "pt_B=none"}},
      {"I-24", "sc", {"aux-pt", {}, "", "pt-gate-closed-late"}},
      {"I-24", "sc", {"aux-pt", {}, "", "pt-gate-not-checked"}},
      // Mistakes for which interleaving and nesting are enough.
      {"I-02", "sc", {"perf-ring-nested", {}, "", "unnest-before-publish"}},
      {"I-02", "sc", {"perf-ring-nested", {"reader=sample"}, "", "unnest-before-publish"}},
      {"I-04", "sc", {"perf-ring-nested", {}, "", "recheck-before-unnest"}},
      {"I-04", "sc", {"perf-ring-nested", {}, "", "no-recheck"}},
      {"I-03", "sc", {"perf-ring-nested", {}, "", "publish-when-nested"}},
      {"I-08", "sc", {"perf-ring-nested", {}, "", "publish-when-nested"}},
      {"I-08", "sc", {"perf-ring-overrun", {"reserve=head-first"}, "", "failed-begin-keeps-nest"}},
      {"I-04", "sc", {"perf-ring-full", {}, "", "failed-begin-keeps-nest"}},
      {"I-04", "sc", {"perf-ring-overrun", {"reserve=head-first"}, "", "failed-begin-stores-nest"}},
      {"I-05", "sc", {"perf-ring-nested", {}, "", "reservation-not-atomic"}},
      {"I-10",
       "sc",
       {"perf-ring-nested",
        {"records=5", "polls=1", "reserve=head-first"},
        "",
        "lost-not-exchanged"}},
      {"I-10", "sc", {"perf-ring-full", {}, "", "lost-not-counted"}},
      {"I-07", "sc", {"perf-ring-full", {}, "", "full-to-the-last-byte"}},
      {"I-12", "sc", {"perf-ring", {}, "", "size-of-payload-only"}},
      {"I-13", "sc", {"perf-ring", {}, "", "reserves-at-user-head"}},
      {"I-14", "sc", {"perf-ring", {}, "", "tail-masked"}},
      {"I-14", "sc", {"perf-ring", {}, "", "tail-before-copy"}},
      {"I-06", "sc", {"perf-ring", {}, "", "tail-before-copy"}},
      {"I-15", "sc", {"perf-ring", {}, "", "tail-is-head"}},
      {"I-15", "sc", {"perf-ring", {}, "", "tail-restarts"}},
      // Waiting.
      {"I-16", "sc", {"perf-wakeup", {}, "", "wake-own-event-only"}},
      {"I-16",
       "sc",
       {"perf-wakeup", {"interrupts=1", "interrupt-payload=2"}, "", "clear-after-wake"}},
      {"I-16", "sc", {"perf-wakeup-nested", {"stamp=before-nest"}, "", "wakeup-sampled-late"}},
      {"I-16", "sc", {"perf-wakeup-nested", {"stamp=before-nest"}, "", "wake-when-nested"}},
      {"I-16", "sc", {"perf-wakeup", {}, "", "flag-after-wakeup"}},
      {"I-16", "sc", {"perf-wakeup", {}, "", "check-before-registering"}},
      {"I-16", "sc", {"perf-poll-redirect", {}, "", "no-catch-up-wake"}},
      {"I-122", "sc", {"perf-sigio", {}, "", "reason-kept"}},
      {"I-41", "sc", {"perf-sigio", {"reason=exchange"}, "", "last-overflow-not-told"}},
      {"I-123", "sc", {"callchain-buffers", {"first=stays"}, "", "callchain-not-taken"}},
      {"I-120",
       "sc",
       {"self-monitoring", {"reset=none", "event=leaves"}, "", "counter-index-ignored"}},
      // Overwriting.
      {"I-18", "sc", {"perf-ring-overwrite", {"grace=yes"}, "", "writable-backward"}},
      {"I-19", "sc", {"perf-ring-overwrite", {"grace=yes"}, "", "range-keeps-torn-record"}},
      {"I-21", "sc", {"perf-ring-overwrite", {"grace=yes"}, "", "prev-not-updated"}},
      // Attaching and mapping.
      {"I-39", "sc", {"mmap-lifetime", {"redirect=away"}, "", "readd-without-grace"}},
      {"I-39", "sc", {"mmap-lifetime", {"redirect=off-on"}, "", "grace-forgotten"}},
      {"I-39", "sc", {"mmap-lifetime", {"observer=none"}, "", "set-output-one-mutex"}},
      {"I-39", "sc", {"mmap-lifetime", kTwoEventsMapped, "", "dec-then-test"}},
      {"I-39", "sc", {"mmap-lifetime", kNoMemory, "", "mmap-failure-continues"}},
      {"I-39",
       "sc",
       {"mmap-lifetime", {"redirect=before", "observer=getter"}, "", "get-without-test"}},
      {"I-39", "sc", {"mmap-lifetime", kOwnOff, "", "mapped-behind-mutex"}},
      {"I-39", "armv8", {"event-oncpu", {}, "", "sched-in-without-wmb"}},
      {"I-39", "armv8", {"event-oncpu", {}, "", "stop-without-rmb"}},
      {"I-25", "sc", {"aux-ring", {}, "", "aux-head-when-woken"}},
      {"I-26", "sc", {"aux-ring", {}, "", "aux-nest-left"}},
      {"I-27", "sc", {"aux-etr", {}, "", "etr-loss-not-flagged"}},
      {"I-35", "sc", {"aux-etr", {"bounce=4", "most=4"}, "", "etr-copies-oldest"}},
      {"I-36", "sc", {"aux-etr", {}, "", "dma-not-synced"}},
      {"I-36", "sc", {"aux-etr", {}, "", "dma-synced-short"}},
      {"I-37", "sc", {"aux-etr", {"bounce=4", "most=4"}, "", "etr-packet-at-first-offset"}},
      {"I-42", "sc", {"perf-wakeup-rate", {}, "", "wakes-at-watermark"}},
      {"I-29", "sc", {"aux-cadence", {}, "", "aux-woken-before-head"}},
      {"I-30", "sc", {"aux-records", {}, "", "aux-head-before-record"}},
      {"I-38", "sc", {"aux-sink", {"stop=one-step"}, "", "sink-always-drained"}},
      {"I-54", "x86-tso", {"coresight-claim", {}, "claim_sync=none"}},
      {"I-55", "sc", {"coresight-etm", {}, "", "etm-no-idle-wait"}},
      {"I-75", "armv8", {"record-rings", {}, "C=none"}},
  };
  return kRows;
}

TEST(Invariants, SeeWhatViolatesThem) {
  for (const FailureRow& failure : failures()) {
    const CheckResult result = check(failure.row, failure.model);
    SCOPED_TRACE(std::string(failure.row.scenario) + " " + failure.row.plan + failure.row.defect);
    EXPECT_EQ(verdict_name(result.verdict), "violated");
    EXPECT_GT(violations(result, failure.property), 0U) << failure.property;
    ASSERT_TRUE(result.witness);
    EXPECT_FALSE(result.witness->message.empty());
    // Without the mistake the same holds, so the mistake is what is seen.
    CheckRow sound = failure.row;
    sound.plan = sound.defect = "";
    EXPECT_EQ(violations(check(sound, failure.model), failure.property), 0U) << failure.property;
  }
}

/// What a parameter violates, because Linux 6.1 is like that or because a rule of its use is
/// dropped; with other parameters the property holds.
struct ChoiceRow {
  const char* property;
  const char* scenario;
  std::vector<const char*> violates, repaired;
};
const std::vector<ChoiceRow> kChosen = {
    {"I-09",
     "perf-deployment",
     {"records=1", "interrupts=0", "dropped=one-cpu"},
     {"records=1", "interrupts=0"}},
    {"I-11", "perf-ring-lost", {}, {"lost=taken-first"}},
    {"I-16", "perf-wakeup-stamp", {}, {"compare=signed"}},
    {"I-17", "perf-wakeup-full", {}, {"watermark=40"}},
    {"I-20", "perf-ring-overwrite", {}, {"grace=yes"}},
    {"I-22", "perf-ring-oversize", {}, {"payload=7"}},
    {"I-28", "aux-wakeup", {}, {"repair=enable-cancels"}},
    {"I-41", "perf-sigio", {}, {"reason=exchange"}},
    {"I-41", "perf-sigio-watermark", {}, {"wakeup=asks"}},
    {"I-31", "aux-bts-snapshot", {}, {"update=interrupt-too"}},
    {"I-34", "aux-ring-32", {}, {"page-head=unsigned"}},
    {"I-113", "mmap-charged", {}, {"charge=under-mutex"}},
    {"I-121", "perf-refresh", {}, {"work=disables-first"}},
    {"I-120", "self-monitoring", {}, {"reset=on-its-cpu"}},
    {"I-114", "perf-ring-overrun", {}, {"reserve=head-first"}},
    {"I-114", "perf-ring-overrun", {}, {"reserve=head-again"}},
    {"H-01",
     "perf-ring-overwrite",
     {"records=4", "payload=3"},
     {"records=4", "payload=3", "grace=yes"}},
    {"H-02", "aux-pt-sample-start", {"noted=after-enable"}, {}},
    {"H-03", "perf-deployment", {"interrupts=0", "dropped=one-clock"}, {"interrupts=0"}},
};

TEST(Invariants, SeeWhatParametersViolate) {
  for (const ChoiceRow& row : kChosen) {
    EXPECT_GT(violations(check({row.scenario, row.violates}, "sc"), row.property), 0U)
        << row.property;
    EXPECT_EQ(violations(check({row.scenario, row.repaired}, "sc"), row.property), 0U)
        << row.property;
  }
}

TEST(Invariants, EachIsViolatedBySomeRow) {
  std::set<std::string_view> covered;
  for (const ChoiceRow& row : kChosen) covered.insert(row.property);
  for (const FailureRow& failure : failures()) covered.insert(failure.property);
  for (const Property* property : all_properties())
    EXPECT_TRUE(covered.count(property->id)) << property->id << " " << property->title;
}

TEST(Invariants, EveryDefectIsSeenBySomeRowOrMutant) {
  std::set<std::string_view> covered;
  for (const FailureRow& failure : failures()) covered.insert(failure.row.defect);
  for (const Mutant* mutant : all_mutants()) {
    const auto* explored = std::get_if<ExplorationHunt>(&mutant->hunt);
    const Defects& defects = explored != nullptr ? explored->mutation.defects
                                                 : std::get<FunctionHunt>(mutant->hunt).defects;
    covered.insert(defects.names().begin(), defects.names().end());
  }
  for (const Area* area : all_areas())
    for (const Defect& defect : area->defects)
      EXPECT_TRUE(covered.count(defect.name)) << defect.name;
}

}  // namespace
}  // namespace ringcheck
