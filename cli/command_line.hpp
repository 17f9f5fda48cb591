#pragma once
// The whole command line: every command with its options.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/exit_status.hpp"

namespace CLI {
class App;
}

namespace ringcheck {

/// A command line that sets `action` to what the parsed command does; `action` must outlive it.
/// `for_others`: the words after --, for clang or for sbatch.
std::unique_ptr<CLI::App> make_command_line(std::function<ExitStatus()>& action,
                                            std::vector<std::string> for_others);

}  // namespace ringcheck
