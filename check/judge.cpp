// Judging executions.
// Tested by tests/check.
#include "check/judge.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "explore/saturating.hpp"
#include "explore/symmetry.hpp"
#include "graph/check.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

std::vector<ExecutionGraph> arranged(const Judged& what, const ExecutionGraph& graph) {
  return arrangements(what.subject.program, graph, what.check.model->dependence());
}

}  // namespace

GatheredViews::GatheredViews(const Subject& subject, std::span<const Property* const> properties)
    : program_(&subject.program) {
  views_.reserve(subject.views.size());
  for (const View& view : subject.views)
    if (std::ranges::any_of(
            properties, [&](const Property* property) { return property->view == view.type(); }))
      views_.push_back(view);
  for (const View& view : views_) needs_transcript_ = needs_transcript_ || view.needs_transcript();
  for (const Property* property : properties) {
    const auto view = std::ranges::find(views_, property->view, &View::type);
    RC_CHECK(view != views_.end(),
             "no view to judge " + std::string(property->id) + " by in " + program_->name);
    of_property_.push_back(view->address());
  }
}

void GatheredViews::gather(const ExecutionGraph& graph, Dependence dependence) {
  const Transcript said =
      needs_transcript_ ? transcribe(*program_, graph, dependence) : Transcript();
  for (View& view : views_) view.gather(graph, said);
}

void Tally::append(Tally&& later) {
  add_count(violations, later.violations);
  violated.append(std::move(later.violated));
}

bool Judge::visit(const Execution& execution) {
  check_tags(execution.graph);
  if (execution.ending == Ending::fault) {
    ++sums_[0];
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

/// Keeps the least of the executions that `execution` stands for, if it is less than the one kept
/// so far.
void Judge::take(const Property& property, Tally& tally, const Execution& execution,
                 const Violation& finding) const {
  if (execution.copies == 1) return tally.violated.take(execution.graph, [&] { return finding; });
  const Least& least = tally.violated.least;
  if (!least.empty() && least.graph()->size() < execution.graph.size()) return;
  for (const ExecutionGraph& graph : arranged(*what_, execution.graph))
    tally.violated.take(graph, [&] {
      const auto own =
          judge_property(property, what_->subject, graph, what_->check.model->dependence());
      RC_CHECK(own.has_value(), "a property tells symmetric threads apart");
      return *own;
    });
}

void Judge::append(Judge&& later) {
  for (std::size_t i = 0; i < tallies_.size(); ++i)
    tallies_[i].append(std::move(later.tallies_[i]));
  for (std::size_t i = 0; i < sums_.size(); ++i) add_count(sums_[i], later.sums_[i]);
  fault_.append(std::move(later.fault_));
  add_count(violating_, later.violating_);
}

void Judge::set_fault(const ExecutionGraph& graph, const std::string& what) {
  fault_.take(graph, [&] { return what; });
}

bool Judge::judge(const Execution& execution) {
  const std::vector<const Property*>& properties = what_->check.scenario->properties;
  views_.gather(execution.graph, what_->check.model->dependence());
  bool violated = false;
  for (std::size_t i = 0; i < tallies_.size(); ++i) {
    const Property& property = *properties[i];
    Tally& tally = tallies_[i];
    if (property.seen(views_.of(i))) add_count(sums_[1 + i], execution.copies);
    const std::optional<Violation> finding = property.violated(views_.of(i));
    if (!finding) continue;
    violated = true;
    add_count(tally.violations, execution.copies);
    take(property, tally, execution, *finding);
  }
  if (violated) {
    add_count(violating_, execution.copies);
    ++sums_[0];
  }
  return !(violated && what_->stop_at_violation);
}

/// Every event must have a meaning in the model.
void Judge::check_tags(const ExecutionGraph& graph) const {
  TagSet tags;
  for (int e = graph.locations(); e < graph.size(); ++e)
    tags = tags | graph[static_cast<EventNumber>(e)].tags;
  const Model& model = *what_->check.model;
  if (const auto why = model.refuses(tags))
    throw InputError(
        {"", 0, 0,
         fmt::format("{} under {}: {}", what_->check.scenario->name, model.name(), *why)});
}

std::optional<Violation> judge_property(const Property& property, const Subject& subject,
                                        const ExecutionGraph& graph, Dependence dependence) {
  const Property* const judged = &property;
  GatheredViews views(subject, {&judged, 1});
  views.gather(graph, dependence);
  return property.violated(views.of(0));
}

}  // namespace ringcheck
