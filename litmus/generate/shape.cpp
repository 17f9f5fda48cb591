// Variants of shapes.
// Tested by tests/litmus/catalogue_test.cpp.
#include "litmus/generate/shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "graph/check.hpp"

namespace ringcheck::litmus {

namespace {

void apply(StraightTest& test, PointPlace place, PointStrength strength) {
  auto& thread = test.threads[place.thread];
  StraightAccess& before = thread[place.access - 1];
  StraightAccess& later = thread[place.access];
  switch (strength) {
    case PointStrength::none:
      return;
    case PointStrength::control:
      later.dependencies.push_back({DependencyKind::control, place.access - 1});
      return;
    case PointStrength::rmb:
      later.fences.emplace_back("smp_rmb");
      return;
    case PointStrength::wmb:
      later.fences.emplace_back("smp_wmb");
      return;
    case PointStrength::mb:
      later.fences.emplace_back("smp_mb");
      return;
    case PointStrength::acquire:
      before.mark = Mark::acquire;
      return;
    case PointStrength::release:
      later.mark = Mark::release;
      return;
    case PointStrength::pair:
      before.mark = Mark::release;
      later.mark = Mark::acquire;
      return;
    case PointStrength::xchg:
      before.kind = AccessKind::exchange;
      before.mark = Mark::full;
      return;
  }
}

ShapeTest made(const Shape& shape, const std::vector<PointStrength>& plan) {
  ShapeTest made{&shape, plan, shape.base};
  made.test.name = shape.name;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    made.test.name += fmt::format("+{}.{}", shape.points[i].site, strength_name(plan[i]));
    for (const PointPlace place : shape.points[i].places) apply(made.test, place, plan[i]);
  }
  return made;
}

std::vector<std::vector<PointStrength>> plans_of(const Shape& shape) {
  std::vector<PointStrength> kernel;
  for (const ShapePoint& point : shape.points) kernel.push_back(point.kernel);
  if (shape.variants == Variants::one_weakened) {
    std::vector<std::vector<PointStrength>> plans = {kernel};
    for (std::size_t i = 0; i < shape.points.size(); ++i)
      for (const PointStrength strength : shape.points[i].strengths) {
        if (strength == shape.points[i].kernel) continue;
        plans.push_back(kernel);
        plans.back()[i] = strength;
      }
    return plans;
  }
  std::vector<std::vector<PointStrength>> plans = {{}};
  for (const ShapePoint& point : shape.points) {
    std::vector<std::vector<PointStrength>> longer;
    for (const auto& plan : plans)
      for (const PointStrength strength : point.strengths) {
        longer.push_back(plan);
        longer.back().push_back(strength);
      }
    plans = std::move(longer);
  }
  return plans;
}

}  // namespace

std::string_view strength_name(PointStrength strength) {
  constexpr std::array<std::string_view, 9> kNames = {
      "none", "control", "rmb", "wmb", "acquire", "release", "relacq", "xchg", "mb"};
  return kNames[static_cast<std::size_t>(strength)];
}

bool ShapeTest::is_kernel_plan() const {
  for (std::size_t i = 0; i < plan.size(); ++i)
    if (plan[i] != shape->points[i].kernel) return false;
  return true;
}

std::vector<ShapeTest> tests_of(const Shape& shape) {
  std::vector<ShapeTest> tests;
  std::set<std::string> forms;
  for (const auto& plan : plans_of(shape)) {
    ShapeTest test = made(shape, plan);
    if (forms.insert(canonical_form(test.test)).second) tests.push_back(std::move(test));
  }
  return tests;
}

}  // namespace ringcheck::litmus
