// The verdict of a search through states is that of full exploration.
#include "check/check_states.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "properties/core/area.hpp"
#include "tests/names/identifier.hpp"
#include "tests/properties/core/checks.hpp"

namespace ringcheck {
namespace {

class StateCheck : public ::testing::TestWithParam<const char*> {
 protected:
  /// Expects both ways of checking `run` to be equal in the verdict and in which `sometimes` were
  /// seen, and the search that believes what the code declares to equal the one that does not.
  void expect_equal(const Check& run, const std::string& what) {
    const Model model = find_model(GetParam());
    const CheckResult full = run_check(run, model);
    const CheckResult merged = check_states(run.under(model));
    StateSearchOptions distrustful;
    distrustful.declared = false;
    const CheckResult finer = check_states(run.under(model), distrustful);
    EXPECT_EQ(verdict_name(merged.verdict), verdict_name(full.verdict)) << what;
    EXPECT_EQ(verdict_name(finer.verdict), verdict_name(full.verdict)) << what;
    EXPECT_LE(merged.states->states, finer.states->states) << what;
    ASSERT_EQ(merged.properties.size(), full.properties.size());
    if (full.witness) return;  // the search ends at the first violation
    for (std::size_t i = 0; i < full.properties.size(); ++i)
      EXPECT_EQ(merged.properties[i].seen > 0, full.properties[i].seen > 0)
          << what << ": " << full.properties[i].property->id;
  }
};

TEST_P(StateCheck, AgreesOnTheRingForAllSitesAndSizes) {
  const std::vector<std::vector<const char*>> sizes = {{"records=1", "polls=0", "slots=1"},
                                                       {"records=2", "polls=2", "slots=1"},
                                                       {"records=3", "polls=2", "slots=2"},
                                                       {"records=2", "polls=3", "slots=3"},
                                                       {"records=4", "polls=3", "slots=2"}};
  for (const auto& size : sizes)
    for (const char* plan : {"", "A=none", "A=mb", "B=none", "B=wmb", "B=mb", "C=none", "C=rmb",
                             "C=mb", "D=none", "D=mb", "D=release"})
      expect_equal(run_of({"spsc-ring", size, plan}), std::string(size[0]) + " " + plan);
}

TEST_P(StateCheck, AgreesOnTheRingOfOneSlot) {
  for (const char* records : {"records=1", "records=2", "records=4"})
    for (const char* plan : {"", "A=mb", "B=none", "C=mb", "D=mb"})
      for (const char* control : {"control=ever", "control=scope"})
        expect_equal(run_of({"one-slot-ring", {records, control}, plan}),
                     std::string(records) + " " + plan);
}

TEST_P(StateCheck, AgreesOnScenariosAsTheyAreWritten) {
  expect_equal(Check(find_scenario("spsc-ring")), "spsc-ring");
  expect_equal(Check(find_scenario("one-slot-ring")), "one-slot-ring");
}

TEST_P(StateCheck, AgreesOnPerfRings) {
  const std::vector<CheckRow> rows = {{"perf-ring", {}},
                                      {"perf-ring", {}, "A=mb"},
                                      {"perf-ring", {}, "B=mb,D=mb"},
                                      {"perf-ring", {}, "", "full-to-the-last-byte"},
                                      {"perf-ring", {}, "", "size-of-payload-only"},
                                      {"perf-ring", {}, "", "tail-masked"},
                                      {"perf-ring", {}, "", "tail-before-copy"},
                                      {"perf-ring", {}, "", "tail-is-head"},
                                      {"perf-ring", {"reader=each"}},
                                      {"perf-ring", {"local=full", "data=marked"}},
                                      {"perf-ring", {"kernel=x86-64", "user=x86-64"}},
                                      {"perf-ring-full", {}},
                                      {"perf-ring-full", {}, "", "lost-not-counted"},
                                      {"perf-ring-full", {}, "", "failed-begin-keeps-nest"}};
  for (const CheckRow& row : rows)
    expect_equal(run_of(row), std::string(row.scenario) + " " + row.plan + row.defect);
}

TEST_P(StateCheck, AgreesOnNestedWriters) {
  const std::vector<CheckRow> rows = {
      {"perf-ring-nested", {}},
      {"perf-ring-nested", {"reserve=head-first", "local=full"}},
      {"perf-ring-nested", {"reader=sample"}},
      {"perf-ring-nested", {}, "", "unnest-before-publish"},
      {"perf-ring-nested", {}, "", "recheck-before-unnest"},
      {"perf-ring-nested", {}, "", "no-recheck"},
      {"perf-ring-nested", {}, "", "publish-when-nested"},
      {"perf-ring-nested", {}, "", "reservation-not-atomic"},
      {"perf-ring-nested", {"records=1", "interrupts=2"}},
      {"perf-ring-levels", {"levels=2"}},
      {"perf-ring-levels", {"levels=2"}, "", "publish-when-nested"},
      {"perf-ring-overrun", {}},
      {"perf-ring-overrun", {"reserve=head-first"}},
      {"perf-ring-overrun", {"reserve=head-first"}, "", "failed-begin-keeps-nest"}};
  for (const CheckRow& row : rows)
    expect_equal(run_of(row), std::string(row.scenario) + " " + row.plan + row.defect);
}

TEST_P(StateCheck, AgreesOnTasksThatWait) {
  const std::vector<CheckRow> rows = {{"perf-wakeup", {}},
                                      {"perf-wakeup", {"event=own"}},
                                      {"perf-wakeup", {}, "", "wake-own-event-only"},
                                      {"perf-wakeup", {}, "", "flag-after-wakeup"},
                                      {"perf-wakeup", {}, "", "check-before-registering"},
                                      {"perf-wakeup-full", {}},
                                      {"perf-wakeup-full", {"records=3"}},
                                      {"perf-poll-shared", {}},
                                      {"perf-poll-redirect", {}},
                                      {"perf-poll-redirect", {}, "", "no-catch-up-wake"},
                                      {"perf-ring-lost", {}},
                                      {"perf-ring-lost", {"lost=taken-first"}}};
  for (const CheckRow& row : rows)
    expect_equal(run_of(row), std::string(row.scenario) + " " + row.plan + row.defect);
}

TEST_P(StateCheck, AgreesOnMappingsAndTeardown) {
  const std::vector<CheckRow> rows = {
      {"mmap-lifetime", {"observer=getter"}},
      {"mmap-lifetime", {"redirect=away"}},
      {"mmap-lifetime", {"redirect=away"}, "", "readd-without-grace"},
      {"mmap-lifetime", {"closers=other", "redirect=none", "observer=none"}, "", "dec-then-test"},
      {"mmap-close-twice", {}},
      {"mmap-close-twice", {"close=under-mutex"}},
      {"mmap-aux-refused", {}},
      {"aux-map-faults", {}},
      {"aux-map-faults", {"offset=first-released"}},
      {"event-oncpu", {}},
      {"event-oncpu", {}, "", "stop-without-rmb"},
      {"aux-teardown", {}},
      {"aux-map-shared", {}},
      {"aux-map-running", {}},
      {"aux-wakeup", {}}};
  for (const CheckRow& row : rows)
    expect_equal(run_of(row), std::string(row.scenario) + " " + row.defect);
}

/// The ring with a writer that publishes a record before it stores it. With one slot, it does what
/// no program may do when it sees its first record read.
Subject build_hasty(const Check& check) {
  Subject built = find_scenario("spsc-ring").build(check);
  const PerfRings& rings = built.view<SlotView>().scenario;
  const SpscRing ring = *rings.spsc;
  const bool faults = check.parameters.text().ends_with("slots=1");
  built.program.threads[rings.writer].body = [ring, faults](ThreadRun& run) {
    for (std::uint64_t i = 1; i <= 2; ++i) {
      const Word tail = run.load(ring.tail, {Tag::once});
      if (faults && run.branch(tail == Word(1))) run.store(7, 1, {});
      if (faults && i == 1) run.store(ring.slot(Word(i - 1)), i, {});
      if (!faults || i == 1) run.store(ring.head, i, {Tag::release});
      if (!faults) run.store(ring.slot(Word(i - 1)), i, {});
    }
  };
  return built;
}

Scenario hasty() {
  Scenario scenario = find_scenario("spsc-ring");
  scenario.name = "hasty";
  scenario.build = build_hasty;
  return scenario;
}

TEST_P(StateCheck, AViolationHasAWitnessThatTheExplorerBuilds) {
  const Scenario scenario = hasty();
  Check run(scenario);
  expect_equal(run, "hasty");
  const Model model = find_model(GetParam());
  const CheckResult result = check_states(run.under(model));
  ASSERT_TRUE(result.witness.has_value());
  EXPECT_EQ(result.witness->property, "S-01");
  EXPECT_FALSE(model.refusal(*result.witness->graph).has_value());
  // It is one of the executions that full exploration finds violated.
  bool found = false;
  const Subject built = run.build();
  explore(built.program, model, {}, [&](const Execution& execution) {
    found = found || execution.graph.canonical() == result.witness->graph->canonical();
    return true;
  });
  EXPECT_TRUE(found);
}

TEST_P(StateCheck, AFaultIsAViolation) {
  const Scenario scenario = hasty();
  Check run(scenario);
  run.parameters.set("slots=1");
  run.parameters.set("polls=2");
  expect_equal(run, "faulty");
  const CheckResult result = check_states(run.under(find_model(GetParam())));
  ASSERT_TRUE(result.witness.has_value());
  EXPECT_EQ(result.witness->property, kFault);
}

TEST_P(StateCheck, SevenRecordsTakeFewStates) {
  const Check run = run_of({"spsc-ring", {"records=7", "polls=7"}});
  const CheckResult result = check_states(run.under(find_model(GetParam())));
  EXPECT_EQ(verdict_name(result.verdict), "holds");
  EXPECT_LT(result.states->states, 40'000U);
  EXPECT_LT(result.states->complete, 2'000U);
}

INSTANTIATE_TEST_SUITE_P(Models, StateCheck,
                         ::testing::Values("sc", "x86-tso", "rc11", "armv8", "power"),
                         [](const auto& model) { return identifier(model.param); });

TEST(StateCheckRefusals, NameWhatCannotBeJudged) {
  const auto refusal = [](const char* scenario, const char* model) {
    try {
      check_states(Check(find_scenario(scenario), find_model(model)));
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  EXPECT_NE(refusal("perf-deployment", "sc").find("I-09 has no monitor"), std::string::npos);
  EXPECT_EQ(refusal("perf-deployment", "armv8"), "none");  // explored where nothing can be merged
}

TEST(StateCheckLimits, TimeEndsItWithABound) {
  StateSearchOptions options;
  options.limits.seconds = 1e-9;
  const Check run = run_of({"spsc-ring", {"records=7", "polls=7"}});
  const CheckResult result = check_states(run.under(find_model("sc")), options);
  EXPECT_EQ(verdict_name(result.verdict), "bound reached");
}

}  // namespace
}  // namespace ringcheck
