// Judging executions.
// Tested by tests/properties.
#include "properties/judge.hpp"

#include <fmt/format.h>

#include "explore/symmetry.hpp"
#include "graph/check.hpp"
#include "graph/diagnostic.hpp"
#include "properties/check_scenario.hpp"

namespace ringcheck {

namespace {

std::vector<ExecutionGraph> arranged(const Judged& what, const ExecutionGraph& graph) {
  return arrangements(what.built.program, graph, what.model.dependence());
}

}  // namespace

void Tally::append(const Tally& later) {
  violations += later.violations;
  seen += later.seen;
  if (!later.least.empty() && least.take(*later.least.graph())) finding = later.finding;
}

bool Judge::visit(const Execution& execution) {
  check_tags(execution.graph);
  if (execution.ending == Ending::fault) {
    if (execution.copies == 1) {
      set_fault(execution.graph, execution.text);
    } else {
      for (const ExecutionGraph& graph : arranged(*what_, execution.graph))
        set_fault(graph, execution.text);
    }
    return !what_->stop_at_violation;
  }
  if (execution.ending != Ending::complete) return true;
  return judge(execution);
}

/// Keeps the least of the executions that `execution` stands for, if it is less than what is kept.
void Judge::take(const Property& property, Tally& tally, const Execution& execution,
                 const Finding& finding) const {
  if (execution.copies == 1) {
    if (tally.least.take(execution.graph)) tally.finding = finding;
    return;
  }
  if (!tally.least.empty() && tally.least.graph()->size() < execution.graph.size()) return;
  for (const ExecutionGraph& graph : arranged(*what_, execution.graph)) {
    if (!tally.least.take(graph)) continue;
    const auto own = judge_property(property, what_->built, graph, what_->model.dependence());
    RC_CHECK(own.has_value(), "a property tells symmetric threads apart");
    tally.finding = *own;
  }
}

void Judge::append(Judge&& later) {
  for (std::size_t i = 0; i < tallies_.size(); ++i) tallies_[i].append(later.tallies_[i]);
  if (!later.faulty_.empty()) set_fault(*later.faulty_.graph(), later.fault_);
  violating_ += later.violating_;
}

void Judge::set_fault(const ExecutionGraph& graph, const std::string& what) {
  if (faulty_.take(graph)) fault_ = what;
}

bool Judge::judge(const Execution& execution) {
  const ExecutionGraph& graph = execution.graph;
  const Scenario& scenario = *what_->run.scenario;
  if (scenario.needs_transcript) run_.gather(what_->built, graph, what_->model.dependence());
  const RunView view = run_.view(what_->built, graph);
  bool violated = false;
  for (std::size_t i = 0; i < tallies_.size(); ++i) {
    const Property& property = *scenario.properties[i];
    Tally& tally = tallies_[i];
    if (property.seen(view)) tally.seen += execution.copies;
    const std::optional<Finding> finding = property.violated(view);
    if (!finding) continue;
    violated = true;
    tally.violations += execution.copies;
    take(property, tally, execution, *finding);
  }
  if (violated) violating_ += execution.copies;
  return !(violated && what_->stop_at_violation);
}

/// Every event must have a meaning in the model.
void Judge::check_tags(const ExecutionGraph& graph) const {
  TagSet tags;
  for (int e = graph.locations(); e < graph.size(); ++e)
    tags = tags | graph[static_cast<EventNumber>(e)].tags;
  if (const auto why = what_->model.refuses(tags))
    throw InputError(
        {"", 0, 0,
         fmt::format("{} under {}: {}", what_->run.scenario->name, what_->model.name(), *why)});
}

}  // namespace ringcheck
