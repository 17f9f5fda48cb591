// Witnesses of programs, run again.
// Tested by tests/cli/explain_test.cpp and tests/cli/witness_litmus_test.cpp.
#include <iostream>

#include "cli/program_commands.hpp"
#include "cli/programs/program_litmus.hpp"
#include "cli/programs/program_page.hpp"
#include "cli/programs/program_text.hpp"
#include "cli/terminal.hpp"
#include "graph/diagnostic.hpp"
#include "models/model.hpp"
#include "source/replay.hpp"

namespace ringcheck {

namespace {

source::ProgramReplay replay(const std::string& path, const std::string& text) {
  try {
    return source::replay_program(text);
  } catch (const InputError& error) {
    throw InputError(Diagnostic{path, 0, 0, error.what()});
  }
}

std::string shown(const source::ProgramReplay& replay, bool all_events) {
  return program_text(replay.check.file, find_model(replay.check.model), replay.result,
                      {.all_events = all_events, .width = standard_output().columns});
}

}  // namespace

ExitStatus show_program_witness(const std::string& path, const std::string& text, bool all_events) {
  const source::ProgramReplay again = replay(path, text);
  std::cout << shown(again, all_events);
  if (!again.consistent)
    std::cout << "not allowed: " << again.check.model << " has no such execution\n";
  return again.consistent && again.result.error ? ExitStatus::violated : ExitStatus::holds;
}

Explanation explain_program_witness(const std::string& path, const std::string& text,
                                    bool all_events) {
  const source::ProgramReplay again = replay(path, text);
  if (!again.consistent || !again.result.execution) return {};
  return {shown(again, all_events), program_dot(again), program_page(again)};
}

WitnessTests program_witness_tests(const std::string& path, const std::string& text,
                                   const std::string& name) {
  const source::ProgramReplay again = source::replay_program(text);
  if (!again.consistent || !again.result.error)
    throw InputError({path, 0, 0, "saw a witness that no longer shows its error"});
  try {
    return witness_tests(
        litmus_of(again, name), name,
        [&](const litmus::TestPair& made) { return allowed_text(made, again); },
        [&](const litmus::TestPair& made) { return forbidden_text(made, again); });
  } catch (const InputError& error) {
    throw InputError({path, 0, 0, error.diagnostic().message});
  }
}

}  // namespace ringcheck
