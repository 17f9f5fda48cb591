// Witnesses as pictures and pages.
// Tested by tests/cli/explain_test.cpp.
#include "cli/witness_page.hpp"

#include <fmt/format.h>

#include "check/judge.hpp"
#include "cli/execution_dot.hpp"
#include "cli/explorer_page.hpp"
#include "cli/perf_notes.hpp"
#include "cli/witness_litmus.hpp"
#include "cli/witness_text.hpp"
#include "explore/decisions.hpp"
#include "explore/explore.hpp"
#include "graph/cycle.hpp"
#include "graph/diagnostic.hpp"
#include "properties/core/area.hpp"

namespace ringcheck {

namespace {

std::string title_of(const Witness& witness) {
  return witness.property == kFault
             ? std::string("A thread does what no program may")
             : fmt::format("{} {}", witness.property, find_property(witness.property).title);
}

/// The dependencies with which `graph` can be run again: all of them, so that every model can be
/// asked, unless the code does not tell them, as a compiler's code does not.
Dependence told_dependence(const Program& program, const ExecutionGraph& graph,
                           const Model& model) {
  try {
    rebuild(program, decisions_of(graph), Dependence::syntactic);
    return Dependence::syntactic;
  } catch (const InputError&) {
    return model.dependence();
  }
}

/// A witness run again, with all dependencies that it can be run with.
class ShownWitness {
 public:
  explicit ShownWitness(const Witness& witness)
      : witness_(witness),
        built_(witness.check.build()),
        dependence_(told_dependence(built_.program, *witness.graph, *witness.check.model)),
        graph_(rebuild(built_.program, decisions_of(*witness.graph), dependence_)),
        transcript_(transcribe(built_.program, graph_, dependence_)) {}

  [[nodiscard]] std::string dot() const {
    PictureOptions options;
    options.transcript = &transcript_;
    options.named = named();
    return execution_dot(
        picture_of(built_.program, graph_, options), title_of(witness_),
        fmt::format("{}\n{}\n{}", title_of(witness_), message_text(witness_), setting()));
  }

  [[nodiscard]] Explained explained() const {
    Explained explained{built_.program, graph_, transcript_, *witness_.check.model, {}, {}, {}};
    explained.title = title_of(witness_);
    explained.message = message_text(witness_);
    explained.setting = setting();
    explained.commands = {
        fmt::format("ringcheck verify {} --witness witness.json", check_arguments(witness_.check)),
        "ringcheck replay witness.json"};
    for (const Site* const site : witness_.check.plan.sites())
      explained.sites.emplace(site->name, site->between);
    explained.tell = perf_note;
    add_litmus(explained);
    return explained;
  }

 private:
  [[nodiscard]] std::vector<EventNumber> named() const {
    if (witness_.property == kFault) return {};
    const auto violation =
        judge_property(find_property(witness_.property), built_, graph_, dependence_);
    if (!violation) return {};
    return {violation->first, violation->second};
  }

  [[nodiscard]] std::string setting() const {
    return fmt::format("scenario {} under {}; {}", witness_.check.scenario->name,
                       witness_.check.model->name(), witness_.check.parameters.text());
  }

  // The page has no litmus test if an interleaving shows the execution, for the test would show
  // nothing, or if the execution has none.
  void add_litmus(Explained& explained) const {
    if (shortest_sc_cycle(graph_).empty()) return;
    try {
      const litmus::TestPair made = litmus_of(witness_);
      explained.litmus = allowed_text(made, witness_);
      if (made.stronger) explained.barrier = made.stronger->barrier;
    } catch (const InputError&) {
    }
  }

  const Witness& witness_;
  Subject built_;
  Dependence dependence_;
  ExecutionGraph graph_;
  Transcript transcript_;
};

}  // namespace

std::string witness_dot(const Witness& witness) {
  return ShownWitness(witness).dot();
}

std::string witness_page(const Witness& witness) {
  const ShownWitness shown(witness);
  return explorer_page(shown.explained());
}

std::string witness_page_of_site(const Witness& witness, const std::vector<std::string>& commands) {
  const ShownWitness shown(witness);
  Explained explained = shown.explained();
  explained.commands = commands;
  return explorer_page_of_site(explained);
}

}  // namespace ringcheck
