// The command without programs, the kernel's text and shards: what it says when it is asked for
// them.
// Tested by tests/cli/without_programs_test.cpp.
#include <CLI/CLI.hpp>

#include "cli/program_commands.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw InputError({what, 0, 0,
                    "saw a command that was built without LLVM 19, expected one that has it: "
                    "install llvm-19-dev and clang-19, and build ringcheck again"});
}

/// Adds a command that cannot be run.
void add_refused(CLI::App& app, CommandAction& action, const std::string& name,
                 const std::string& description) {
  CLI::App* const command = app.add_subcommand(name, description + " (needs LLVM)");
  command->allow_extras();
  command->callback(
      [&action, name] { action = [name]() -> ExitStatus { refuse("ringcheck " + name); }; });
}

}  // namespace

// The signatures are those of the whole command.
// NOLINTBEGIN(performance-unnecessary-value-param)

void add_check(CLI::App& app, CommandAction& action, std::vector<std::string> /*arguments*/) {
  add_refused(app, action, "check", "Check programs in C, C++ or LLVM IR");
}

void add_shards(CLI::App& app, CommandAction& action, std::vector<std::string> /*arguments*/) {
  add_refused(app, action, "shard", "Divide an exploration among many machines");
  add_refused(app, action, "work", "Explore what is left of one shard");
  add_refused(app, action, "gather", "Add up what the workers know of their shards");
}

void add_slurm(CLI::App& app, CommandAction& action, std::vector<std::string> /*arguments*/) {
  add_refused(app, action, "slurm", "Run the shards of a folder on a Slurm cluster");
}

ExitStatus check_kernel(const KernelOptions& /*options*/) {
  refuse("ringcheck kernel");
}

ProgramStudy add_program_barriers(CLI::App& /*command*/, std::vector<std::string> /*arguments*/) {
  return [](const CheckArguments& arguments, bool /*progress*/) -> CommandAction {
    for (const std::string& name : arguments.scenarios)
      if (is_program_file(name)) refuse(name);
    return {};
  };
}

// NOLINTEND(performance-unnecessary-value-param)

ExitStatus show_program_witness(const std::string& path, const std::string& /*text*/,
                                bool /*all_events*/) {
  refuse(path);
}

Explanation explain_program_witness(const std::string& path, const std::string& /*text*/,
                                    bool /*all_events*/) {
  refuse(path);
}

WitnessTests program_witness_tests(const std::string& path, const std::string& /*text*/,
                                   const std::string& /*name*/) {
  refuse(path);
}

}  // namespace ringcheck
