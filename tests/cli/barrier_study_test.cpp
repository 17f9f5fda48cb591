// What each ordering point needs: the plans that are tried, and the results of the studies.
#include "check/barrier_study.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/barrier_text.hpp"
#include "cli/check_runs.hpp"
#include "cli/execution_text.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/core/perf_studies.hpp"

namespace ringcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<Model> models(const std::vector<std::string>& names) {
  return chosen_models(names);
}

SiteChoice choice(std::string_view text) {
  return parse_site_choice(text, perf_catalogue().sites);
}

/// Each of A to D varied alone, under one model.
std::vector<BarrierStudy> single_changes(bool marked, const char* model) {
  std::vector<BarrierStudy> studies;
  for (const SiteChoice& site : all_site_choices(barrier_check(false).plan.sites()))
    studies.push_back(study_barriers(barrier_check(marked), {site}, models({model})));
  return studies;
}

/// "A=none I-06": every violated single change and what it violates.
std::vector<std::string> insufficient(const std::vector<BarrierStudy>& studies) {
  std::vector<std::string> changes;
  for (const BarrierStudy& study : studies)
    for (const SingleChange& change : insufficient_changes(study))
      changes.push_back(plan_text(study, change.result->plan) + " " +
                        change.result->witness->property);
  return changes;
}

TEST(NoStronger, OrdersNothingBelowAllAndTheFullFenceAboveAll) {
  std::set<std::string_view> strengths;
  for (const Site* site : perf_catalogue().sites)
    strengths.insert(site->strengths.begin(), site->strengths.end());
  EXPECT_EQ(strengths.size(), 9U);
  for (const std::string_view a : strengths)
    for (const std::string_view b : strengths)
      EXPECT_EQ(no_stronger(a, b), a == b || a == "none" || b == "mb") << a << ' ' << b;
}

TEST(PlansToTry, AreEveryCombinationWithTheFirstSiteSlowest) {
  const Plan base = barrier_check(false).plan;
  const std::vector<SiteChoice> sites = {choice("B=none,mb"), choice("D=release,wmb")};
  std::vector<std::string> plans;
  for (const Plan& plan : plans_to_try(base, sites)) {
    EXPECT_EQ(plan["A"], base["A"]);
    EXPECT_EQ(plan["C"], base["C"]);
    plans.push_back(std::string(plan["B"]) + " " + std::string(plan["D"]));
  }
  EXPECT_THAT(plans, ElementsAre("none release", "none wmb", "mb release", "mb wmb"));
}

TEST(PlansToTry, OfAllSitesAreTheProductOfTheirStrengths) {
  const std::vector<SiteChoice> sites = all_site_choices(barrier_check(false).plan.sites());
  ASSERT_EQ(sites.size(), 4U);
  // A: none, control, acquire, mb; B: none, wmb, release, mb; C: none, rmb, acquire, mb;
  // D: none, wmb, rmb, release, mb.
  EXPECT_EQ(plans_to_try(barrier_check(false).plan, sites).size(), 4U * 4 * 4 * 5);
  EXPECT_EQ(plans_to_try(barrier_check(false).plan, {}).size(), 1U);
}

/// A study of B and D in which the plans that `enough` accepts are sufficient.
ModelStudy made_up(const std::function<bool(std::string_view b, std::string_view d)>& enough) {
  ModelStudy study{"made up", {}};
  const std::vector<SiteChoice> sites = {choice("B=none,wmb,mb"), choice("D=none,wmb,mb")};
  for (const Plan& plan : plans_to_try(barrier_check(false).plan, sites)) {
    PlanResult& result = study.plans.emplace_back(PlanResult{plan, Holds{}, {}});
    if (!enough(plan["B"], plan["D"])) result.verdict.emplace<Violated>();
  }
  return study;
}

std::vector<std::string> minimal_of(const ModelStudy& study) {
  std::vector<std::string> plans;
  for (const PlanResult* result : study.minimal())
    plans.push_back(std::string(result->plan["B"]) + " " + std::string(result->plan["D"]));
  return plans;
}

TEST(Minimal, AreTheSufficientPlansThatNoWeakerOneReplaces) {
  const auto some = [](std::string_view s) { return s != "none"; };
  EXPECT_THAT(minimal_of(made_up([](std::string_view, std::string_view) { return true; })),
              ElementsAre("none none"));
  EXPECT_THAT(minimal_of(made_up([](std::string_view, std::string_view) { return false; })),
              IsEmpty());
  EXPECT_THAT(minimal_of(made_up(
                  [&](std::string_view b, std::string_view d) { return some(b) || some(d); })),
              ElementsAre("none wmb", "wmb none"));
  EXPECT_THAT(minimal_of(made_up(
                  [&](std::string_view b, std::string_view d) { return some(b) && some(d); })),
              ElementsAre("wmb wmb"));
  EXPECT_THAT(minimal_of(made_up([](std::string_view b, std::string_view) { return b == "mb"; })),
              ElementsAre("mb none"));
}

TEST(StudyBarriers, FindsThatStoresOfDataNeedOrderUnderArmv8AndNotUnderSc) {
  const SiteChoice site = choice("B=none,wmb,release,mb");
  const BarrierStudy study = study_barriers(barrier_check(false), {site}, models({"sc", "armv8"}));
  ASSERT_EQ(study.models.size(), 2U);
  EXPECT_EQ(study.models[0].model, "sc");
  EXPECT_EQ(study.models[1].model, "armv8");
  for (const ModelStudy& model : study.models) ASSERT_EQ(model.plans.size(), 4U);
  EXPECT_EQ(site_table(study, site, true),
            "| B =          | sc           | armv8        |\n"
            "|---|---|---|\n"
            "| none         | enough       | I-01         |\n"
            "| wmb *        | enough       | enough       |\n"
            "| release      | enough       | enough       |\n"
            "| mb           | enough       | enough       |\n");
  EXPECT_EQ(minimal_plans_text(study),
            "  sc       B=none\n"
            "  armv8    B=wmb\n"
            "  armv8    B=release\n");
  const PlanResult* none = study.models[1].of(study.base.plan.with("B", "none"));
  ASSERT_NE(none, nullptr);
  EXPECT_FALSE(none->sufficient());
  EXPECT_EQ(none->witness.value().property, "I-01");
  EXPECT_EQ(study.models[1].of(study.base.plan.with("D", "mb")), nullptr);
}

/// Under each model, those without a machine included; the least witnesses are the same, too.
TEST(StudyBarriers, InfersUnderEachModelWhatACheckOfEachPlanFinds) {
  StudyOptions inferring;
  inferring.deciding = Deciding::inferred_with_witnesses;
  const std::vector<SiteChoice> sites = all_site_choices(barrier_check(true).plan.sites());
  const BarrierStudy each = study_barriers(barrier_check(true), sites, models({}));
  const BarrierStudy inferred = study_barriers(barrier_check(true), sites, models({}), inferring);
  for (std::size_t m = 0; m < each.models.size(); ++m)
    for (std::size_t i = 0; i < each.models[m].plans.size(); ++i) {
      const PlanResult& one = each.models[m].plans[i];
      EXPECT_EQ(one.verdict.index(), inferred.models[m].plans[i].verdict.index())
          << each.models[m].model << ' ' << one.plan.text();
    }
  EXPECT_EQ(study_text(inferred, true), study_text(each, true));
}

TEST(StudyBarriers, AsksNothingTwiceOfStudiesThatShareWhatIsKnown) {
  const SiteChoice site = choice("B=none,wmb,mb");
  KnownChecks known;
  StudyOptions sharing;
  sharing.deciding = Deciding::inferred;
  sharing.known = &known;
  const auto text = [&] {
    return study_text(study_barriers(barrier_check(false), {site}, models({"armv8"}), sharing),
                      false);
  };
  const std::string first = text();
  const KnownChecks after_first = known;
  EXPECT_EQ(after_first.size(), 2U);  // B=wmb, and B=none: B=mb follows
  EXPECT_EQ(text(), first);
  EXPECT_EQ(known.size(), after_first.size());
}

TEST(StudyBarriers, LeavesATableOutWhenItsPlansWereNotTried) {
  const std::vector<SiteChoice> sites = {choice("B=mb"), choice("D=mb")};
  const BarrierStudy study = study_barriers(barrier_check(false), sites, models({"sc"}));
  EXPECT_EQ(site_table(study, sites[0], false), "");
  EXPECT_THAT(study_text(study, true), HasSubstr("  sc       B=mb D=mb\n"));
}

/// Point by point. rc11 has no load buffering, so A and D need nothing there. In the kernel's
/// model, smp_rmb orders no load before a store; on Armv8 it is dmb ishld, which does.
TEST(StudyBarriers, TellsWhichSingleChangesAreNotEnough) {
  using Changes = std::vector<std::string>;
  const Changes rc11 = {"B=none I-01", "C=none I-01"};
  const Changes armv8 = {"A=none I-06", "B=none I-01", "C=none I-01", "D=none I-06", "D=wmb I-06"};
  Changes lkmm = armv8;
  lkmm.emplace_back("D=rmb I-06");
  struct Row {
    const char* model;
    bool marked;
    Changes changes;
  };
  const std::vector<Row> rows = {
      {"sc", false, {}},       {"sc", true, {}},       {"x86-tso", false, {}},
      {"x86-tso", true, {}},   {"rc11", false, rc11},  {"rc11", true, rc11},
      {"armv8", false, armv8}, {"armv8", true, armv8}, {"lkmm", true, lkmm}};
  for (const Row& row : rows)
    EXPECT_EQ(insufficient(single_changes(row.marked, row.model)), row.changes) << row.model;
}

TEST(StudyBarriers, HasAShortWitnessForEachInsufficientChange) {
  const std::vector<std::pair<const char*, bool>> rows = {{"armv8", false}, {"lkmm", true}};
  for (const auto& [model, marked] : rows) {
    for (const BarrierStudy& study : single_changes(marked, model)) {
      const std::vector<SingleChange> changes = insufficient_changes(study);
      EXPECT_FALSE(changes.empty()) << model;
      for (const SingleChange& change : changes) {
        const Witness& witness = change.result->witness.value();
        const ShownEvents shown = shown_events(witness.check.build().program, *witness.graph);
        EXPECT_LT(shown.order.size(), 30U) << model << ' ' << plan_text(study, change.result->plan);
        EXPECT_EQ(witness.check.plan, change.result->plan);
        EXPECT_EQ(witness.check.model->name(), model);
      }
    }
  }
}

/// The kernel's own plan. That it is not enough under lkmm with plain data is finding F-01.
TEST(StudyBarriers, FindsTheKernelsPlanEnoughButForPlainDataUnderLkmm) {
  for (const Model& model : models({})) {
    for (const bool marked : {false, true}) {
      const CheckResult result = run_check(barrier_check(marked), model);
      const bool finding = model.name() == "lkmm" && !marked;
      EXPECT_EQ(std::holds_alternative<Holds>(result.verdict), !finding)
          << model.name() << (marked ? " marked" : " plain");
      if (finding) {
        EXPECT_EQ(result.witness.value().property, "I-06");
      }
    }
  }
}

TEST(InsufficientChanges, NameAViolatedPlanOfTheScenarioOnceAModel) {
  const SiteChoice site = choice("C=acquire,mb");
  const BarrierStudy study = study_barriers(barrier_check(false), {site}, models({"lkmm"}));
  EXPECT_THAT(insufficient({study}), ElementsAre("C=acquire I-06", "C=mb I-06"));
}

TEST(StudyText, IsTheSameForAnyNumberOfCores) {
  const std::vector<SiteChoice> sites = {choice("B=none,wmb"), choice("C=none,acquire")};
  const auto text = [&] {
    return study_text(study_barriers(barrier_check(false), sites, models({"armv8"})), true);
  };
  EXPECT_EQ(text(), text());
}

}  // namespace
}  // namespace ringcheck
