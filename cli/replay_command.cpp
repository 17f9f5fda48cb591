// `ringcheck replay WITNESS`: run a witness again and show it.
// Tested by tests/cli/command_test.cpp.
#include <iostream>

#include "check/witness.hpp"
#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/program_text.hpp"
#include "cli/witness_text.hpp"
#include "graph/diagnostic.hpp"
#include "models/model.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_scenario.hpp"
#include "source/replay.hpp"

namespace ringcheck {

namespace {

/// Runs the witness `text` of file `path` again. Errors: InputError that names the file.
Replay replay_text(const std::string& path, const std::string& text) {
  try {
    return replay_witness(text, perf_catalogue());
  } catch (const InputError& error) {
    throw InputError(Diagnostic{
        path, 0, 0,
        std::string("expected a witness as `verify --witness` writes it, saw: ") + error.what()});
  }
}

/// The same for a witness of a program in C, C++ or LLVM IR.
ExitStatus show_program_witness(const std::string& path, const std::string& text) {
  try {
    const source::ProgramReplay again = source::replay_program(text);
    const Model model = find_model(again.check.model);
    std::cout << program_text(again.check.file, model, again.result);
    if (!again.consistent)
      std::cout << "not allowed: " << model.name() << " has no such execution\n";
    return again.consistent && again.result.error ? ExitStatus::violated : ExitStatus::holds;
  } catch (const InputError& error) {
    throw InputError(Diagnostic{path, 0, 0, error.what()});
  }
}

}  // namespace

ExitStatus show_witness(const std::string& path) {
  const std::string text = read_input(path);
  if (text.find(source::kWitnessFormat) != std::string::npos)
    return show_program_witness(path, text);
  const Replay again = replay_text(path, text);
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
