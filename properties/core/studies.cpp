// What the areas have for studies, in one list for each study.
#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "properties/core/area.hpp"
#include "properties/core/driver_point.hpp"
#include "properties/core/finding.hpp"
#include "properties/core/mutants.hpp"
#include "properties/core/perf_studies.hpp"

namespace ringcheck {

namespace {

/// The rows that `make` gives, for all areas.
template <class Row>
std::vector<Row> gather(std::vector<Row> (*Area::*make)()) {
  std::vector<Row> all;
  for (const Area* area : all_areas()) {
    if (area->*make == nullptr) continue;
    std::vector<Row> rows = (area->*make)();
    std::ranges::move(rows, std::back_inserter(all));
  }
  return all;
}

}  // namespace

Check check_of(std::string_view scenario, std::string_view settings) {
  return Check(find_scenario(scenario)).with(settings);
}

KnownViolation shown(const Finding& finding, std::string_view scenario,
                     std::vector<std::string_view> models, std::vector<std::string_view> properties,
                     std::string_view remedy, std::string_view settings) {
  return {finding.id,
          check_of(scenario, settings),
          std::move(models),
          std::move(properties),
          finding.title,
          finding.explanation,
          remedy,
          finding.concerns};
}

KnownViolation shown_everywhere(const Finding& finding, std::string_view scenario,
                                std::vector<std::string_view> properties, std::string_view remedy) {
  return shown(finding, scenario, {kAnyModel.begin(), kAnyModel.end()}, std::move(properties),
               remedy);
}

std::span<const KnownViolation> recorded_findings() {
  static const std::vector<KnownViolation> findings = [] {
    std::vector<KnownViolation> all = gather(&Area::findings);
    std::ranges::stable_sort(all, {}, &KnownViolation::id);
    return all;
  }();
  return findings;
}

const std::vector<DriverPoint>& driver_points() {
  static const std::vector<DriverPoint> points = gather(&Area::driver_points);
  return points;
}

}  // namespace ringcheck
