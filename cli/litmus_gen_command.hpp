#pragma once
// `ringcheck litmus gen`.

#include <functional>

#include "cli/exit_status.hpp"

namespace CLI {
class App;
}

namespace ringcheck {

/// Adds `gen` to `ringcheck litmus`; `action` is set when it is asked for. It writes tests made
/// from cycles of relaxations, each with every model's answer in its head comment. Status: holds,
/// or bad_input for what is no cycle, relaxation or architecture, and for a folder that cannot be
/// written.
void add_litmus_gen(CLI::App& litmus, std::function<ExitStatus()>& action);

}  // namespace ringcheck
