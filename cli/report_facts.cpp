// The studies of a report.
// Tested by tests/cli/report_test.cpp.
#include "cli/report_facts.hpp"

#include <algorithm>
#include <set>

#include "check/ordered_tasks.hpp"
#include "cli/snapshot_table.hpp"
#include "properties/core/perf_studies.hpp"

namespace ringcheck {

namespace {

std::vector<Remedied> remedies_of(const std::vector<DoneCheck>& checks, unsigned jobs) {
  std::vector<const DoneCheck*> shown;
  std::set<std::pair<std::string_view, std::string_view>> known;
  for (const DoneCheck& check : checks)
    if (check.finding != nullptr && known.insert({check.finding->id, check.finding->remedy}).second)
      shown.push_back(&check);
  std::vector<Remedied> remedies;
  run_ordered(
      shown.size(), jobs,
      [&](std::size_t i) {
        const Check again = shown[i]->check.with(shown[i]->finding->remedy);
        return Remedied{shown[i]->finding, again, run_check(again)};
      },
      [&](Remedied remedied) { remedies.push_back(std::move(remedied)); });
  return remedies;
}

}  // namespace

std::vector<const DoneCheck*> ReportFacts::of_finding(std::string_view id) const {
  std::vector<const DoneCheck*> found;
  for (const DoneCheck& check : checks)
    if (check.finding != nullptr && check.finding->id == id) found.push_back(&check);
  return found;
}

ReportFacts gather_facts(std::vector<DoneCheck> checks, unsigned jobs) {
  const std::vector<Model> models = chosen_models({});
  const Check ring = barrier_check(false);
  const std::vector<SiteChoice> sites = all_site_choices(ring.plan.sites());
  std::vector<Remedied> remedies = remedies_of(checks, jobs);
  return {std::move(checks),
          std::move(remedies),
          study_barriers(ring, sites, models, {.jobs = jobs}),
          study_barriers(barrier_check(true), sites, models, {.jobs = jobs}),
          study_drivers(driver_points(), models),
          study_all_snapshots()};
}

std::vector<std::string_view> findings_of(const std::vector<DoneCheck>& checks) {
  std::vector<std::string_view> ids;
  for (const KnownViolation& known : recorded_findings())
    if (std::ranges::find(ids, known.id) == ids.end() &&
        std::ranges::any_of(checks, [&](const DoneCheck& check) {
          return check.finding != nullptr && check.finding->id == known.id;
        }))
      ids.push_back(known.id);
  return ids;
}

}  // namespace ringcheck
