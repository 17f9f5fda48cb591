// `ringcheck replay WITNESS`: run a witness again and show it.
// Tested by tests/cli/command_test.cpp.
#include <iostream>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/witness_text.hpp"
#include "properties/witness.hpp"

namespace ringcheck {

ExitStatus show_witness(const std::string& path) {
  const Replay again = replay_witness(read_input(path));
  std::cout << witness_text(again.witness, "");
  if (!again.consistent) {
    std::cout << "  " << again.witness.model << " does not allow this execution.\n";
    return ExitStatus::holds;
  }
  if (!again.violated) std::cout << "  The property holds in this execution.\n";
  return again.violated ? ExitStatus::violated : ExitStatus::holds;
}

}  // namespace ringcheck
