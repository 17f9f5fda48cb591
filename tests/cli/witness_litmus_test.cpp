// Witnesses as litmus tests: the model allows what verify and mutants find under it also in the
// test's text alone, and forbids it with the added barrier.
#include "cli/witness_litmus.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "check/barrier_study.hpp"
#include "check/mutant_hunt.hpp"
#include "cli/architecture_profile.hpp"
#include "cli/barrier_text.hpp"
#include "cli/check_runs.hpp"
#include "cli/exit_status.hpp"
#include "cli/machine_text.hpp"
#include "graph/cycle.hpp"
#include "graph/diagnostic.hpp"
#include "litmus/litmus.hpp"
#include "properties/core/area.hpp"
#include "properties/core/mutants.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/core/perf_studies.hpp"
#include "tests/cli/process.hpp"
#include "tests/files/temporary_folder.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;

std::string_view answer(const std::string& text, const std::string& model) {
  return observation_text(run_litmus(parse_litmus(text, "t"), find_model(model)).observation);
}

/// Checks the tests that a witness is exported to. `mendable`: a barrier within a thread forbids
/// it. Returns false if an interleaving shows the execution.
bool expect_exported(const Witness& witness, bool mendable = true) {
  const litmus::TestPair made = litmus_of(witness);
  const std::string allowed = allowed_text(made, witness);
  EXPECT_NE(answer(allowed, witness.check.model->name()), "Never") << allowed;
  const bool weak = !shortest_sc_cycle(*witness.graph).empty();
  EXPECT_EQ(made.stronger.has_value(), weak && mendable) << allowed;
  if (!weak) return false;
  EXPECT_EQ(answer(allowed, "sc"), "Never") << allowed;
  if (made.stronger) {
    const std::string forbidden = forbidden_text(made, witness);
    EXPECT_EQ(answer(forbidden, witness.check.model->name()), "Never") << forbidden;
  }
  return true;
}

/// Every violated single change of the ring's plan, under every model.
TEST(WitnessLitmus, AreAllowedForEachInsufficientBarrier) {
  int weak = 0;
  for (const bool marked : {false, true}) {
    for (const SiteChoice& site : all_site_choices(barrier_check(false).plan.sites())) {
      const BarrierStudy study = study_barriers(barrier_check(marked), {site}, chosen_models({}));
      for (const SingleChange& change : insufficient_changes(study))
        weak += expect_exported(change.result->witness.value()) ? 1 : 0;
    }
  }
  EXPECT_GT(weak, 20);
}

TEST(WitnessLitmus, AreAllowedOnMachines) {
  int weak = 0;
  for (const Machine& machine : all_machines()) {
    Check run = barrier_check(false);
    machine.apply(run);
    for (const SiteChoice& site : all_site_choices(run.plan.sites())) {
      const BarrierStudy study = study_barriers(run, {site}, {find_model(machine.model)});
      for (const SingleChange& change : insufficient_changes(study)) {
        const Witness& witness = change.result->witness.value();
        EXPECT_NE(litmus_of(witness).test.language.architecture, litmus::Architecture::c);
        weak += expect_exported(witness) ? 1 : 0;
      }
    }
  }
  EXPECT_GT(weak, 10);
}

TEST(WitnessLitmus, AreAllowedForMutants) {
  int weak = 0;
  for (const Mutant* mutant : all_mutants()) {
    if (!std::holds_alternative<ExplorationHunt>(mutant->hunt)) continue;
    for (const Hunt& hunt : hunts_of(*mutant, {})) {
      if (!hunt.expected) continue;
      const HuntOutcome outcome = run_hunt(hunt, {perf_catalogue()});
      if (!outcome.witness || outcome.witness->property == kFault) continue;
      SCOPED_TRACE(std::string(mutant->id) + " under " + hunt.model);
      if (shortest_sc_cycle(*outcome.witness->graph).empty()) continue;
      // N-07e drops what orders the two CPUs of a migrating task: no thread can have it. Nor does a
      // barrier order the plain accesses that lkmm shows K-16a with.
      const std::string_view id = mutant->id;
      const bool mendable = id != "N-07e" && !(id == "K-16a" && hunt.model == "lkmm");
      weak += expect_exported(*outcome.witness, mendable) ? 1 : 0;
    }
  }
  EXPECT_GT(weak, 5);
}

}  // namespace
}  // namespace ringcheck
