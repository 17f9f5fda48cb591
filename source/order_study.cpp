// Tested by tests/source/order_study_test.cpp.
#include "source/order_study.hpp"

#include <algorithm>
#include <map>

#include "source/weakest_plans.hpp"

namespace ringcheck::source {

namespace {

/// The checks of one model, each made once.
class Checks {
 public:
  Checks(const StudiedProgram& program, const Model& model, const ParallelOptions& how,
         const std::function<void(std::uint64_t)>& progress, std::uint64_t& made)
      : program_(program), model_(model), how_(how), progress_(progress), made_(made) {}

  const CheckResult& of(const OrderPlan& plan) {
    const auto [at, fresh] = known_.try_emplace(plan);
    if (!fresh) return at->second;
    const auto code =
        std::make_shared<const Code>(with_orders(*program_.code, program_.sites, plan));
    at->second = check_program(code, model_, program_.options, how_);
    if (at->second.counts.limit_reached()) limited_ = true;
    if (progress_) progress_(++made_);
    return at->second;
  }
  [[nodiscard]] std::uint64_t count() const { return known_.size(); }
  [[nodiscard]] bool limited() const { return limited_; }

 private:
  const StudiedProgram& program_;
  const Model& model_;
  const ParallelOptions& how_;
  const std::function<void(std::uint64_t)>& progress_;
  std::uint64_t& made_;
  std::map<OrderPlan, CheckResult> known_;
  bool limited_ = false;
};

OrderStudy study(Checks& checks, const Model& model, const OrderPlan& own) {
  OrderStudy study;
  study.model = model.name();
  study.own = checks.of(own);
  if (!study.own.error) {
    for (std::size_t s = 0; s < own.size(); ++s)
      for (const OrderPlan& plan : weakened_alone(own, s))
        study.alone.push_back({s, plan[s], checks.of(plan)});
    study.weakest =
        weakest_plans(own, [&](const OrderPlan& plan) { return !checks.of(plan).error; });
  }
  study.checks = checks.count();
  study.limited = checks.limited();
  return study;
}

}  // namespace

std::vector<OrderStudy> study_orders(const StudiedProgram& program,
                                     const std::vector<Model>& models, const ParallelOptions& how,
                                     const std::function<void(std::uint64_t)>& progress) {
  const OrderPlan own = own_plan(program.sites);
  std::uint64_t made = 0;
  std::vector<Checks> checks;
  checks.reserve(models.size());
  std::vector<OrderStudy> studies;
  for (const Model& model : models) {
    checks.emplace_back(program, model, how, progress, made);
    studies.push_back(study(checks.back(), model, own));
  }
  if (models.size() < 2) return studies;
  OrderStudy& all = studies.emplace_back();
  all.model = "all of them";
  const auto enough = [&](const OrderPlan& plan) {
    return std::ranges::none_of(checks,
                                [&](Checks& its) { return its.of(plan).error.has_value(); });
  };
  if (enough(own))
    all.weakest = weakest_plans(own, enough);
  else
    all.own.verdict = CheckResult::Verdict::violated;
  for (const Checks& its : checks) {
    all.checks += its.count();
    all.limited = all.limited || its.limited();
  }
  return studies;
}

}  // namespace ringcheck::source
