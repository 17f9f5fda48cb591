// `ringcheck replay WITNESS`: run a witness again and show it.
// Tested by tests/cli/command_test.cpp.
#include <iostream>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/program_commands.hpp"
#include "cli/replay_file.hpp"
#include "cli/terminal.hpp"
#include "cli/witness_text.hpp"
#include "models/model.hpp"

namespace ringcheck {

namespace {

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
  const std::string text = read_input(path);
  if (is_program_witness(text)) return show_program_witness(path, text, all_events);
  return show_scenario(replay_scenario(path, text), all_events);
}

}  // namespace ringcheck
