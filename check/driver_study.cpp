// What drivers need.
// Tested by tests/cli/driver_study_test.cpp.
#include "check/driver_study.hpp"

#include <algorithm>
#include <utility>

#include "check/ordered_tasks.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

DriverResult drop(const DriverPoint& point, const Model& model) {
  const std::string& scenario = point.check.scenario->name;
  if (!nothing_violated(run_check(point.check, model).verdict))
    throw InputError({scenario, 0, 0,
                      "does not hold under " + model.name() + " with all of its ordering points"});
  CheckResult result =
      run_check(point.check.with(point.without.settings, point.without.defects), model);
  if (nothing_violated(result.verdict)) return {&point, model.name(), "", {}};
  const auto* violated = std::get_if<Violated>(&result.verdict);
  if (violated == nullptr)
    throw InputError({scenario, 0, 0,
                      "is not checked to the end under " + model.name() + " without " +
                          std::string(point.point)});
  return {&point, model.name(), violated->property, std::move(result.witness)};
}

}  // namespace

std::vector<DriverResult> study_drivers(const std::vector<DriverPoint>& points,
                                        const std::vector<Model>& models,
                                        const StudyProgress& progress) {
  std::vector<std::pair<const DriverPoint*, const Model*>> tasks;
  for (const DriverPoint& point : points)
    for (const Model& model : models)
      if (point.models.empty() ||
          std::ranges::find(point.models, model.name()) != point.models.end())
        tasks.emplace_back(&point, &model);
  std::vector<DriverResult> results;
  run_ordered(
      tasks.size(), 0, [&](std::size_t i) { return drop(*tasks[i].first, *tasks[i].second); },
      [&](DriverResult result) {
        results.push_back(std::move(result));
        if (progress) progress(results.size(), tasks.size());
      });
  return results;
}

}  // namespace ringcheck
