// `ringcheck replay WITNESS`: run a witness again and show it.
// Tested by tests/cli/command_test.cpp.
#include <iostream>

#include "check/witness.hpp"
#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/witness_text.hpp"
#include "graph/diagnostic.hpp"
#include "models/model.hpp"
#include "properties/core/perf_scenario.hpp"

namespace ringcheck {

namespace {

/// Runs the witness in file `path` again. Errors: InputError that names the file.
Replay replay_file(const std::string& path) {
  const std::string text = read_input(path);
  try {
    return replay_witness(text, perf_catalogue());
  } catch (const InputError& error) {
    throw InputError(Diagnostic{
        path, 0, 0,
        std::string("expected a witness as `verify --witness` writes it, saw: ") + error.what()});
  }
}

}  // namespace

ExitStatus show_witness(const std::string& path) {
  const Replay again = replay_file(path);
  const Witness& witness = again.witness;
  if (again.consistent && again.violated) {
    std::cout << witness_text(witness, "");
    return ExitStatus::violated;
  }
  if (again.consistent) {
    std::cout << "holds: " << witness.property << " in this execution\n";
  } else {
    const auto refusal = witness.check.model->refusal(*witness.graph);
    std::cout << "not allowed: " << witness.check.model->name()
              << " has no such execution, by its axiom " << refusal.value().axiom << '\n';
  }
  std::cout << executed_text(witness);
  return ExitStatus::holds;
}

}  // namespace ringcheck
