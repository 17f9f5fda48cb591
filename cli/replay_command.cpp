// `ringcheck replay WITNESS`: run a witness again and show it.
// Tested by tests/cli/command_test.cpp.
#include <iostream>

#include "cli/commands.hpp"
#include "cli/program_text.hpp"
#include "cli/replay_file.hpp"
#include "cli/terminal.hpp"
#include "cli/witness_text.hpp"
#include "models/model.hpp"

namespace ringcheck {

namespace {

ExitStatus show_program(const source::ProgramReplay& again, bool all_events) {
  const Model model = find_model(again.check.model);
  std::cout << program_text(again.check.file, model, again.result,
                            {.all_events = all_events, .width = standard_output().columns});
  if (!again.consistent) std::cout << "not allowed: " << model.name() << " has no such execution\n";
  return again.consistent && again.result.error ? ExitStatus::violated : ExitStatus::holds;
}

ExitStatus show_scenario(const Replay& again, bool all_events) {
  const Witness& witness = again.witness;
  const ExecutionStyle style = witness_style(witness, all_events, standard_output().columns);
  if (again.consistent && again.violated) {
    std::cout << witness_text(witness, "", style);
    return ExitStatus::violated;
  }
  if (again.consistent) {
    std::cout << "holds: " << witness.property << " in this execution\n";
  } else {
    const auto refusal = witness.check.model->refusal(*witness.graph);
    std::cout << "not allowed: " << witness.check.model->name()
              << " has no such execution, by its axiom " << refusal.value().axiom << '\n';
  }
  std::cout << executed_text(witness, style);
  return ExitStatus::holds;
}

}  // namespace

ExitStatus show_witness(const std::string& path, bool all_events) {
  const AnyReplay replay = replay_file(path);
  if (const auto* program = std::get_if<source::ProgramReplay>(&replay))
    return show_program(*program, all_events);
  return show_scenario(std::get<Replay>(replay), all_events);
}

}  // namespace ringcheck
