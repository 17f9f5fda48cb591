#pragma once
// `ringcheck litmus compile`.

#include <CLI/App.hpp>
#include <functional>

#include "cli/exit_status.hpp"

namespace ringcheck {

/// Adds the command to `litmus`; when it is chosen, `action` becomes what it does: print a
/// Linux-kernel C test in assembly. Status: holds; InputError for what cannot be compiled.
void add_litmus_compile(CLI::App& litmus, std::function<ExitStatus()>& action);

}  // namespace ringcheck
