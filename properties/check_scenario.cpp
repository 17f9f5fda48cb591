// Exploring a scenario and judging its executions.
// Judging is on the hot path: what the code says is gathered into lists that keep their memory, and
// findings are numbers until one of them becomes a witness.
// Tested by tests/properties.
#include "properties/check_scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

/// The least execution found so far by number of events, then canonical text.
class Least {
 public:
  /// Takes `graph` if it is less than what is held; returns whether it did.
  bool take(const ExecutionGraph& graph) {
    if (graph_ != nullptr && graph.size() > graph_->size()) return false;
    if (graph_ == nullptr || graph.size() < graph_->size()) {
      graph_ = std::make_shared<ExecutionGraph>(graph);
      text_.clear();
      return true;
    }
    std::string text = graph.canonical();
    if (text_.empty()) text_ = graph_->canonical();
    if (text >= text_) return false;
    graph_ = std::make_shared<ExecutionGraph>(graph);
    text_ = std::move(text);
    return true;
  }
  [[nodiscard]] bool empty() const { return graph_ == nullptr; }
  [[nodiscard]] std::shared_ptr<const ExecutionGraph> graph() const { return graph_; }
  /// True iff this holds less than `other`. Pre: neither is empty.
  [[nodiscard]] bool less(const Least& other) const {
    if (graph_->size() != other.graph_->size()) return graph_->size() < other.graph_->size();
    return graph_->canonical() < other.graph_->canonical();
  }

 private:
  std::shared_ptr<const ExecutionGraph> graph_;
  std::string text_;  ///< of graph_, once it was needed
};

/// Judges the executions of one check, one after the other.
class Judge {
 public:
  Judge(const ScenarioRun& run, const Model& model, const CheckOptions& options)
      : run_(run), model_(model), options_(options), built_(run.build()) {
    for (const Property* property : run.scenario->properties)
      outcomes_.push_back({property, 0, 0, {}});
    least_.resize(outcomes_.size());
    findings_.resize(outcomes_.size());
  }

  [[nodiscard]] const Program& program() const { return built_.program; }

  bool visit(const Execution& execution) {
    check_tags(execution.graph);
    if (execution.ending == Ending::fault) {
      if (faulty_.take(execution.graph)) fault_ = execution.text;
      return !options_.stop_at_violation;
    }
    if (execution.ending != Ending::complete) return true;
    return judge(execution.graph);
  }

  ScenarioResult result(const ExploreCounts& counts) {
    ScenarioResult result;
    result.counts = counts;
    result.violating = violating_;
    const Least* least = faulty_.empty() ? nullptr : &faulty_;
    for (std::size_t i = 0; i < outcomes_.size(); ++i) {
      if (least_[i].empty()) continue;
      outcomes_[i].witness =
          Witness{run_, model_.name(), std::string(outcomes_[i].property->id),
                  render(findings_[i], built_.program, *least_[i].graph()), least_[i].graph()};
      if (least != nullptr && !least_[i].less(*least)) continue;
      least = &least_[i];
      result.witness = outcomes_[i].witness;
    }
    if (least == &faulty_)
      result.witness = Witness{run_, model_.name(), "fault", fault_, faulty_.graph()};
    result.properties = std::move(outcomes_);
    result.verdict = verdict(result);
    return result;
  }

 private:
  bool judge(const ExecutionGraph& graph) {
    if (run_.scenario->needs_transcript)
      ring_.gather(graph, transcribe(built_.program, graph, model_.dependence()));
    const RunView view{built_, graph, ring_};
    bool violated = false;
    for (std::size_t i = 0; i < outcomes_.size(); ++i) {
      PropertyOutcome& outcome = outcomes_[i];
      if (outcome.property->seen(view)) ++outcome.seen;
      const std::optional<Finding> finding = outcome.property->violated(view);
      if (!finding) continue;
      violated = true;
      ++outcome.violations;
      if (least_[i].take(graph)) findings_[i] = *finding;
    }
    if (violated) ++violating_;
    return !(violated && options_.stop_at_violation);
  }

  /// Every event must have a meaning in the model.
  void check_tags(const ExecutionGraph& graph) {
    for (int e = graph.locations(); e < graph.size(); ++e) {
      const TagSet tags = graph[static_cast<EventNumber>(e)].tags;
      if (std::find(known_tags_.begin(), known_tags_.end(), tags) != known_tags_.end()) continue;
      if (const auto why = model_.refuses(tags))
        throw InputError(
            {"", 0, 0, fmt::format("{} under {}: {}", run_.scenario->name, model_.name(), *why)});
      known_tags_.push_back(tags);
    }
  }

  [[nodiscard]] Verdict verdict(const ScenarioResult& result) const {
    if (result.witness) return Violated{result.witness->property, result.witness->message};
    if (result.counts.limit_reached()) return BoundReached{"executions", options_.execution_limit};
    if (result.counts.cut > 0) return BoundReached{"rounds of a loop", result.counts.cut};
    // What must be seen is promised for the scenario as it is written; other sizes may be too small
    // to show it.
    const bool as_written = run_.parameters == Parameters(run_.scenario->parameters) &&
                            run_.plan == run_.scenario->plan;
    if (!as_written) return Holds{};
    Vacuous vacuous;
    for (const PropertyOutcome& outcome : result.properties) {
      const auto& must = run_.scenario->must_see;
      if (outcome.seen == 0 && std::find(must.begin(), must.end(), outcome.property) != must.end())
        vacuous.unseen.push_back(outcome.property);
    }
    if (!vacuous.unseen.empty()) return vacuous;
    return Holds{};
  }

  const ScenarioRun& run_;
  const Model& model_;
  CheckOptions options_;
  ScenarioProgram built_;
  RingRun ring_;
  std::vector<PropertyOutcome> outcomes_;
  std::vector<Least> least_;       ///< by property
  std::vector<Finding> findings_;  ///< of what least_ holds
  Least faulty_;
  std::string fault_;
  std::uint64_t violating_ = 0;
  std::vector<TagSet> known_tags_;
};

}  // namespace

std::string_view verdict_name(const Verdict& verdict) {
  constexpr std::array<std::string_view, 4> kNames = {"holds", "violated", "bound reached",
                                                      "vacuous"};
  return kNames[verdict.index()];
}

ScenarioResult check_scenario(const ScenarioRun& run, const Model& model,
                              const CheckOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  Judge judge(run, model, options);
  ExploreLimits limits;
  limits.executions = options.execution_limit;
  const ExploreCounts counts =
      explore(judge.program(), model, limits,
              [&](const Execution& execution) { return judge.visit(execution); });
  ScenarioResult result = judge.result(counts);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

std::optional<Finding> judge_property(const Property& property, const ScenarioProgram& program,
                                      const ExecutionGraph& graph, Dependence dependence) {
  RingRun ring;
  ring.gather(graph, transcribe(program.program, graph, dependence));
  return property.violated({program, graph, ring});
}

}  // namespace ringcheck
