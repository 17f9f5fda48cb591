// Examples: explored once more, with one worker, and judged.
// Tested by tests/cli/example_execution_test.cpp.
#include "cli/example_execution.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "check/judge.hpp"
#include "check/least.hpp"
#include "cli/perf_notes.hpp"
#include "cli/witness_text.hpp"
#include "explore/decisions.hpp"
#include "explore/explore.hpp"

namespace ringcheck {

namespace {

/// Keeps the best execution of those that it is shown.
class Choice {
 public:
  Choice(const Check& check, const Subject& subject, std::span<const Property* const> wanted)
      : properties_(check.scenario->properties),
        wanted_(wanted.begin(), wanted.end()),
        dependence_(check.model->dependence()),
        views_(subject, properties_) {}

  bool visit(const Execution& execution) {
    if (execution.ending != Ending::complete) return true;
    views_.gather(execution.graph, dependence_);
    std::vector<const Property*> seen;
    std::size_t count = 0;
    for (std::size_t i = 0; i < properties_.size(); ++i) {
      if (properties_[i]->violated(views_.of(i))) return true;
      if (!properties_[i]->seen(views_.of(i))) continue;
      seen.push_back(properties_[i]);
      if (std::ranges::find(wanted_, properties_[i]) != wanted_.end()) ++count;
    }
    if (!best_.empty() && count < count_) return true;
    if (count > count_) best_ = Least();
    count_ = count;
    if (best_.take(execution.graph)) seen_ = std::move(seen);
    return true;
  }

  [[nodiscard]] std::vector<const Property*> seen() const { return seen_; }
  [[nodiscard]] std::shared_ptr<const ExecutionGraph> graph() const {
    return best_.empty() ? nullptr : best_.graph();
  }

 private:
  std::vector<const Property*> properties_, wanted_;
  Dependence dependence_;
  GatheredViews views_;
  std::size_t count_ = 0;  ///< how many of the wanted are seen in the best one
  Least best_;
  std::vector<const Property*> seen_;
};

}  // namespace

Example example_of(const Check& check, std::span<const Property* const> wanted,
                   std::uint64_t limit) {
  Check apart = check;
  apart.symmetry = false;  // an execution represents only itself
  const Subject subject = apart.build();
  Choice choice(apart, subject, wanted);
  ExploreLimits limits;
  limits.executions = limit;
  explore(subject.program, *check.model, limits,
          [&](const Execution& execution) { return choice.visit(execution); });
  return {check, choice.seen(), choice.graph()};
}

std::vector<const Property*> shown_properties(const Check& check) {
  std::vector<const Property*> shown;
  for (const Property* property : check.scenario->properties)
    if (std::ranges::find(check.scenario->incidental, property) == check.scenario->incidental.end())
      shown.push_back(property);
  return shown;
}

ShownExample::ShownExample(const Example& example)
    : example_(example),
      built_(example.check.build()),
      graph_(rebuild(built_.program, decisions_of(*example.graph), Dependence::syntactic)),
      transcript_(transcribe(built_.program, graph_, Dependence::syntactic)) {}

Explained ShownExample::explained() const {
  const Check& check = example_.check;
  Explained explained{built_.program, graph_, transcript_, *check.model, {}, {}, {}};
  explained.title = fmt::format("An execution of {}", check.scenario->name);
  explained.message = "Every property holds in it.";
  for (const Property* property : example_.seen)
    explained.message +=
        fmt::format("{} {}: {}", property == example_.seen.front() ? " Seen:" : ";", property->id,
                    property->sometimes);
  if (!example_.seen.empty()) explained.message += '.';
  explained.setting = fmt::format("scenario {} under {}; {}", check.scenario->name,
                                  check.model->name(), check.parameters.text());
  explained.commands = {"ringcheck verify " + check_arguments(check)};
  for (const Site* const site : check.plan.sites())
    explained.sites.emplace(site->name, site->between);
  explained.tell = perf_note;
  return explained;
}

}  // namespace ringcheck
