// Tested by tests/cli/command_test.cpp and tests/cli/explain_test.cpp.
#include "cli/replay_file.hpp"

#include "cli/output.hpp"
#include "graph/diagnostic.hpp"
#include "properties/core/area.hpp"

namespace ringcheck {

AnyReplay replay_file(const std::string& path) {
  const std::string text = read_input(path);
  const bool of_program = text.find(source::kWitnessFormat) != std::string::npos;
  try {
    if (of_program) return source::replay_program(text);
    return replay_witness(text, perf_catalogue());
  } catch (const InputError& error) {
    const std::string expected =
        of_program ? "" : "expected a witness as `verify --witness` writes it, saw: ";
    throw InputError(Diagnostic{path, 0, 0, expected + error.what()});
  }
}

}  // namespace ringcheck
