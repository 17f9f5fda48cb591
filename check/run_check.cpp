// Exploring a check and judging its executions.
// Tested by tests/check and tests/properties.
#include "check/run_check.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>

#include "check/monitor.hpp"
#include "graph/check.hpp"

namespace ringcheck {

BoundReached bound_of(EndedBy ended_by, std::uint64_t execution_limit) {
  switch (ended_by) {
    case EndedBy::executions:
      return {"executions", execution_limit};
    case EndedBy::time:
      return {"time"};
    case EndedBy::memory:
      return {"memory"};
    default:
      return {"interrupted"};
  }
}

namespace {

/// Holds, or Vacuous when a property of `check` that is not incidental to its scenario saw nothing
/// in `outcomes`.
Verdict holds_unless_vacuous(const Check& check, const std::vector<PropertyOutcome>& outcomes) {
  Vacuous vacuous;
  for (const PropertyOutcome& outcome : outcomes) {
    const auto& incidental = check.scenario->incidental;
    if (outcome.seen == 0 && std::ranges::find(incidental, outcome.property) == incidental.end())
      vacuous.unseen.push_back(outcome.property);
  }
  if (!vacuous.unseen.empty()) return vacuous;
  return Holds{};
}

}  // namespace

Verdict verdict_of(const Check& check, const CheckResult& result, const ExploredPart& part) {
  if (result.witness) return Violated{result.witness->property, result.witness->message};
  if (!part.is_all) return bound_of(part.ended_by, part.execution_limit);
  if (part.cut > 0) return BoundReached{"rounds of a loop", part.cut};
  return holds_unless_vacuous(check, result.properties);
}

CheckResult result_of(const Judged& what, const Judge& judge, const ExploreCounts& counts,
                      bool is_all, std::uint64_t execution_limit) {
  const auto witness = [&](std::string property, std::string message, const Least& least) {
    return Witness{what.check, std::move(property), std::move(message), least.graph()};
  };
  CheckResult result;
  result.counts = counts;
  result.violating = judge.violating();
  const Least& fault = judge.fault().least;
  const Least* least = fault.empty() ? nullptr : &fault;
  for (std::size_t i = 0; i < judge.tallies().size(); ++i) {
    const Property* property = what.check.scenario->properties[i];
    const Tally& tally = judge.tallies()[i];
    result.properties.push_back({property, tally.violations, judge.seen(i), {}});
    const LeastFinding<Violation>& violated = tally.violated;
    if (violated.least.empty()) continue;
    PropertyOutcome& outcome = result.properties.back();
    outcome.witness = witness(
        std::string(property->id),
        render(violated.finding, what.subject.program, *violated.least.graph()), violated.least);
    if (least != nullptr && !violated.least.less(*least)) continue;
    least = &violated.least;
    result.witness = outcome.witness;
  }
  if (least == &fault) result.witness = witness(std::string(kFault), judge.fault().finding, fault);
  result.verdict =
      verdict_of(what.check, result, {is_all, counts.ended_by, execution_limit, counts.cut});
  return result;
}

std::string_view verdict_name(const Verdict& verdict) {
  constexpr std::array<std::string_view, 4> kNames = {"holds", "violated", "bound reached",
                                                      "vacuous"};
  return kNames[verdict.index()];
}

namespace {

const Check& require_model(const Check& check) {
  RC_CHECK(check.model.has_value(), "a check without a model");
  return check;
}

}  // namespace

ResumableCheck::ResumableCheck(const Check& check)
    : what_(std::make_unique<Judged>(Judged{require_model(check)})), judge_(*what_) {}

void ResumableCheck::run(const CheckOptions& options) {
  if (done()) return;
  const auto start = std::chrono::steady_clock::now();
  what_->stop_at_violation = options.stop_at_violation;
  execution_limit_ = options.limits.executions;
  ParallelOptions how;
  how.workers = options.workers;
  how.limits = options.limits;
  how.progress = options.progress;
  how.from = std::move(rest_);
  how.nodes_before_counting = options.nodes_before_counting;
  if (!options.visits_all)
    how.observer = [this] { return observer_of(*what_->check.scenario, what_->subject); };
  auto [result, judge] = fold_executions(what_->subject.program, *what_->check.model, how,
                                         [this] { return Judge(*what_); });
  judge_.append(std::move(judge));
  counts_.add(result.counts);
  counts_.ended_by = result.counts.ended_by;
  rest_ = std::move(result.rest);
  started_ = true;
  seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::vector<Piece> ResumableCheck::divide(std::size_t pieces) {
  if (done()) return {};
  Division division =
      ringcheck::divide(what_->subject.program, *what_->check.model, left(), pieces);
  counts_.add(division.counts);
  leave({});
  return std::move(division.pieces);
}

void ResumableCheck::leave(std::vector<Path> paths) {
  rest_ = std::move(paths);
  started_ = true;
}

std::vector<Path> ResumableCheck::left() const {
  return started_ ? rest_ : std::vector<Path>(1);
}

void ResumableCheck::append(ResumableCheck&& other) {
  judge_.append(std::move(other.judge_));
  counts_.add(other.counts_);
  seconds_ += other.seconds_;
  std::ranges::move(other.rest_, std::back_inserter(rest_));
}

CheckResult ResumableCheck::result() const {
  CheckResult result = result_of(*what_, judge_, counts_, done(), execution_limit_);
  result.seconds = seconds_;
  return result;
}

CheckResult run_check(const Check& check, const CheckOptions& options) {
  ResumableCheck resumable(check);
  resumable.run(options);
  return resumable.result();
}

CheckResult run_check(const Check& check, const Model& model, const CheckOptions& options) {
  return run_check(check.under(model), options);
}

}  // namespace ringcheck
