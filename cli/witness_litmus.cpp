// Witnesses as litmus tests.
// Tested by tests/cli/witness_litmus_test.cpp.
#include "cli/witness_litmus.hpp"

#include <fmt/format.h>

#include <array>
#include <iostream>
#include <vector>

#include "check/run_check.hpp"
#include "cli/output.hpp"
#include "cli/program_commands.hpp"
#include "cli/witness_text.hpp"
#include "explore/decisions.hpp"
#include "graph/cycle.hpp"
#include "graph/diagnostic.hpp"
#include "litmus/compilation/compilation.hpp"
#include "litmus/generate/expected_line.hpp"
#include "litmus/litmus.hpp"
#include "models/model.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_scenario.hpp"

namespace ringcheck {

namespace {

/// The architecture for which the witness's scenario was compiled; C if for no machine.
litmus::Architecture architecture_of(const Check& run) {
  for (std::size_t i = 0; i < run.parameters.declared().size(); ++i) {
    if (run.parameters.declared()[i].name != "kernel") continue;
    for (const auto& table : litmus::kKernelTables)
      if (table.name == run.parameters.text(i)) return table.architecture;
  }
  return litmus::Architecture::c;
}

std::string name_of(const Witness& witness) {
  return fmt::format("{}+{}+{}", witness.check.scenario->name, witness.property,
                     witness.check.model->name());
}

std::string text_of(const litmus::ExecutionTest& test, const Witness& witness,
                    const std::string& says) {
  const LitmusTest printed = test.litmus();
  return litmus::text_with_head(
      printed, {"",
                {litmus::expected_line(printed), "", says,
                 fmt::format("ringcheck verify {}", check_arguments(witness.check))}});
}

}  // namespace

litmus::TestPair litmus_of(const Witness& witness) {
  if (witness.property == kFault)
    throw InputError({"witness", 0, 0, "saw a fault, expected the violation of a property"});
  const Subject built = witness.check.build();
  // Dependencies are part of the test, even if the model takes all of program order for one.
  const ExecutionGraph graph =
      rebuild(built.program, decisions_of(*witness.graph), Dependence::syntactic);
  const auto finding =
      judge_property(find_property(witness.property), built, graph, Dependence::syntactic);
  std::vector<EventNumber> named;
  if (finding) named = {finding->first, finding->second};
  std::vector<std::string> names;
  for (const Location& location : built.program.locations) names.push_back(location.name);
  const Model model = *witness.check.model;
  litmus::TestPair made{
      litmus::test_of_execution(graph, names, named, {architecture_of(witness.check)},
                                name_of(witness)),
      std::nullopt};
  if (made.test.test.threads.empty())
    throw InputError({"witness", 0, 0,
                      "saw an execution in which no two threads access a location: there is no "
                      "litmus test of it"});
  made.stronger = forbid(made.test, model);
  return made;
}

std::string allowed_text(const litmus::TestPair& made, const Witness& witness) {
  return text_of(made.test, witness,
                 fmt::format("{} allows what violates {}: {}", witness.check.model->name(),
                             witness.property, find_property(witness.property).title));
}

std::string forbidden_text(const litmus::TestPair& made, const Witness& witness) {
  return text_of(made.stronger->test, witness,
                 fmt::format("With {}, {} forbids what violates {}: {}", made.stronger->barrier,
                             witness.check.model->name(), witness.property,
                             find_property(witness.property).title));
}

WitnessTests witness_tests(litmus::TestPair made, const std::string& name, const TestText& allowed,
                           const TestText& forbidden) {
  if (!name.empty()) {
    made.test.test.name = name;
    if (made.stronger) made.stronger->test.test.name = name + "+fixed";
  }
  WitnessTests tests{made.test.test.name, allowed(made), {}, {}};
  if (made.stronger) {
    tests.stronger_name = made.stronger->test.test.name;
    tests.forbidden = forbidden(made);
  }
  return tests;
}

namespace {

/// Errors: InputError for an execution whose violation has nothing to do with ordering between
/// CPUs: a litmus test of it would show nothing.
void require_weak(const std::string& path, const Witness& witness) {
  const ExecutionGraph& graph = *witness.graph;
  if (!shortest_sc_cycle(graph).empty()) return;
  bool nested = false;
  for (int e = graph.locations(); e < graph.size(); ++e)
    nested = nested || graph[static_cast<EventNumber>(e)].level > 0;
  throw InputError({path, 0, 0,
                    fmt::format("saw an execution that an interleaving shows{}, expected one that "
                                "needs weak memory: `ringcheck explain` shows it",
                                nested ? ", with interrupts, which litmus tests have not" : "")});
}

WitnessTests scenario_witness_tests(const std::string& path, const std::string& text,
                                    const std::string& name) {
  const Replay replay = replay_witness(text, perf_catalogue());
  if (!replay.consistent || !replay.violated)
    throw InputError({path, 0, 0, "saw a witness that no longer shows its violation"});
  require_weak(path, replay.witness);
  return witness_tests(
      litmus_of(replay.witness), name,
      [&](const litmus::TestPair& made) { return allowed_text(made, replay.witness); },
      [&](const litmus::TestPair& made) { return forbidden_text(made, replay.witness); });
}

}  // namespace

void write_witness_litmus(const std::string& path, const std::string& folder,
                          const std::string& name) {
  const std::string text = read_input(path);
  const WitnessTests tests = is_program_witness(text) ? program_witness_tests(path, text, name)
                                                      : scenario_witness_tests(path, text, name);
  if (folder.empty()) {
    std::cout << tests.allowed;
    return;
  }
  write_output(folder + "/" + tests.name + ".litmus", tests.allowed);
  if (!tests.forbidden.empty())
    write_output(folder + "/" + tests.stronger_name + ".litmus", tests.forbidden);
}

}  // namespace ringcheck
