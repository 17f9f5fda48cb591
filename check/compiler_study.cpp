// What each protection against a compiler is for.
// Each protection is taken away alone, and together with what usually does its work: marked
// accesses keep their order without a barrier(), and barrier()s keep plain accesses in order. Each
// combination is explored on every ground; a row says on which grounds the protection is needed.
// Tested by tests/cli/compiler_study_test.cpp.
#include "check/compiler_study.hpp"

#include <algorithm>

#include "check/ordered_tasks.hpp"

namespace ringcheck {

namespace {

const CompilerCheck* first_violated(const std::vector<CompilerCheck>& checks) {
  const auto found = std::ranges::find_if(checks, [](const CompilerCheck& check) {
    return std::holds_alternative<Violated>(check.verdict);
  });
  return found == checks.end() ? nullptr : &*found;
}

/// A ground with some protections taken away.
struct Task {
  std::size_t ground;
  std::vector<const Site*> away;
  std::vector<CompilerCheck> CompilerRow::*checks;  ///< null: nothing is taken away
  std::size_t row;
};

/// The checks of protection number `r`.
void add_tasks(std::vector<Task>& tasks, const CompilerStudy& study, std::size_t r) {
  const Protection& protection = study.rows[r].protection;
  std::vector<const Site*> all = {protection.site};
  all.insert(all.end(), protection.others.begin(), protection.others.end());
  for (std::size_t g = 0; g < study.grounds.size(); ++g) {
    const auto& only = study.grounds[g].sites;
    if (!only.empty() && std::ranges::find(only, protection.site->name) == only.end()) continue;
    // Under the kernel's model an ordering point orders CPUs too; that is another question.
    const bool compiled = study.grounds[g].check.model->name() != "lkmm";
    if (compiled || protection.mark)
      tasks.push_back({g, {protection.site}, &CompilerRow::alone, r});
    if (compiled) tasks.push_back({g, all, &CompilerRow::with_others, r});
  }
}

CompilerCheck make_check(const CompilerStudy& study, const Task& task) {
  Check check = study.grounds[task.ground].check;
  for (const Site* site : task.away) check.plan.set(site->name, "none");
  CheckResult result = run_check(check);
  CompilerCheck made{task.ground,
                     std::move(result.verdict),
                     {},
                     std::move(result.witness),
                     result.counts.complete};
  for (const PropertyOutcome& outcome : result.properties)
    if (outcome.violations > 0) made.violated.push_back(outcome.property->id);
  return made;
}

}  // namespace

const CompilerCheck* CompilerRow::needed_alone() const {
  return first_violated(alone);
}

const CompilerCheck* CompilerRow::needed_without_others() const {
  return first_violated(with_others);
}

bool CompilerStudy::sound() const {
  const auto complete = [](const CompilerCheck& check) {
    return !std::holds_alternative<BoundReached>(check.verdict);
  };
  return std::ranges::all_of(
             unchanged,
             [](const CompilerCheck& check) { return nothing_violated(check.verdict); }) &&
         std::ranges::all_of(rows, [&](const CompilerRow& row) {
           return std::ranges::all_of(row.alone, complete) &&
                  std::ranges::all_of(row.with_others, complete);
         });
}

CompilerStudy study_compiler(const std::vector<Protection>& protections,
                             std::vector<CompilerGround> grounds, unsigned jobs,
                             const StudyProgress& progress) {
  CompilerStudy study{std::move(grounds), {}, {}};
  std::vector<Task> tasks;
  for (std::size_t g = 0; g < study.grounds.size(); ++g) tasks.push_back({g, {}, nullptr, 0});
  for (std::size_t r = 0; r < protections.size(); ++r) {
    study.rows.push_back({protections[r], {}, {}});
    add_tasks(tasks, study, r);
  }
  std::size_t done = 0;
  run_ordered(
      tasks.size(), jobs, [&](std::size_t i) { return make_check(study, tasks[i]); },
      [&](CompilerCheck check) {
        const Task& task = tasks[done++];
        std::vector<CompilerCheck>& checks =
            task.checks == nullptr ? study.unchanged : study.rows[task.row].*task.checks;
        checks.push_back(std::move(check));
        if (progress) progress(done, tasks.size());
      });
  return study;
}

}  // namespace ringcheck
