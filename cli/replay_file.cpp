// Tested by tests/cli/command_test.cpp and tests/cli/explain_test.cpp.
#include "cli/replay_file.hpp"

#include "graph/diagnostic.hpp"
#include "properties/core/area.hpp"

namespace ringcheck {

Replay replay_scenario(const std::string& path, const std::string& text) {
  try {
    return replay_witness(text, perf_catalogue());
  } catch (const InputError& error) {
    throw InputError(Diagnostic{
        path, 0, 0,
        std::string("expected a witness as `verify --witness` writes it, saw: ") + error.what()});
  }
}

}  // namespace ringcheck
